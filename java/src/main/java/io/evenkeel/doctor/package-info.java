/** Checks an installation: {@code java -jar evenkeel.jar doctor}. Needs no class of Hadoop. */
package io.evenkeel.doctor;
