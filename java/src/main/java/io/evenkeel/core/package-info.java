/**
 * The bridge to the Rust core, for the JobTracker's hook and for {@code doctor}. It passes bytes
 * and knows nothing of jobs; users' JVMs never load it.
 */
package io.evenkeel.core;
