/** Jobs that cluster tests run, in a jar of their own: users' code as Hadoop 1.0.4 meets it. */
package io.evenkeel.jobs;
