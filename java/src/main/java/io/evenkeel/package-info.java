/**
 * What a user of Evenkeel names or calls: the Partitioner, its properties, and statistics and loads
 * of a job's own (Section 4 of the paper). It knows no daemon: how to reach them is the hook's
 * matter.
 */
package io.evenkeel;
