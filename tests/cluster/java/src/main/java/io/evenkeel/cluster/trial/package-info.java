/** Jobs that wait, stumble or change their mind where a test tells them to. They are plain Hadoop jobs. */
package io.evenkeel.cluster.trial;
