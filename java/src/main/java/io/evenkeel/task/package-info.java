/**
 * What runs first in every map and reduce task: the hook, and its line to the daemons (Section 4 of
 * the paper, steps 2 and 5, on the tasks' side). It alone knows where the node's own daemons
 * listen; how groups are made, copied, sorted and run it leaves to {@code map} and {@code reduce}.
 */
package io.evenkeel.task;
