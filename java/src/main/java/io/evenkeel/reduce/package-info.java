/**
 * The reduce side (Section 4 of the paper, step 6, and Section 4.2): copy, sort and run, pipelined
 * over operation groups. {@link io.evenkeel.reduce.CopyPlan} is the shared state; copiers fill it,
 * the sorter waits on it. It takes the table as it comes and knows nothing of schedules.
 */
package io.evenkeel.reduce;
