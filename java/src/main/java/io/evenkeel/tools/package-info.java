/**
 * Programs for a person at a client machine: {@code CountKeys} counts a job's keys before the job
 * is changed (the loads by which Section 6.1 of the paper measures a schedule). They run users'
 * code as Hadoop does, and know neither daemons nor late binding.
 */
package io.evenkeel.tools;
