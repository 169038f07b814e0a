/** What runs first in every map and reduce task: the hook, and its line to the daemons. */
package io.evenkeel.task;
