/** The bridge to the Rust core; used by the JobTracker only. */
package io.evenkeel.core;
