/**
 * What runs inside the JobTracker and the TaskTrackers (Section 4 of the paper): gather the maps'
 * reports, schedule, publish. Nothing here runs on a heartbeat's thread or holds a server thread
 * while it waits.
 */
package io.evenkeel.daemon;
