/** The messages of {@code docs/protocol.md} and how they travel (Section 4 of the paper). */
package io.evenkeel.wire;
