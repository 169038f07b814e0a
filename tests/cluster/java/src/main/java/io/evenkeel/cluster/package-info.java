/**
 * The client side of the cluster in a box: one process that submits jobs and reads what became of
 * them, for tests that are written in Rust.
 */
package io.evenkeel.cluster;
