/**
 * The reduce side (section 4.2 of the paper): copy, sort and run, pipelined over operation groups.
 * {@link io.evenkeel.reduce.CopyPlan} is the shared state; copiers fill it, the sorter waits on it.
 */
package io.evenkeel.reduce;
