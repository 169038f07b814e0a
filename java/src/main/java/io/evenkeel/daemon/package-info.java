/**
 * What runs inside the JobTracker and the TaskTrackers (Section 4 of the paper, steps 2 to 5):
 * gather the maps' reports, schedule, publish. Nothing here runs on a heartbeat's thread or holds a
 * server thread while it waits. It knows Hadoop's daemons only through {@code JobView}, {@code
 * TrackerView} and their like, and nothing of how tasks sort and run.
 */
package io.evenkeel.daemon;
