/**
 * The messages of {@code docs/protocol.md} and how they travel (Section 4 of the paper). It knows
 * neither Hadoop nor what the messages are for: both sides use it.
 */
package io.evenkeel.wire;
