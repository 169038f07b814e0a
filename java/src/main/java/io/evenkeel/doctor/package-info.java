/**
 * Checks an installation: {@code java -jar evenkeel.jar doctor}. It reads files and loads the
 * native library, and may not know a class of Hadoop or ask a daemon: it must run where both are
 * broken.
 */
package io.evenkeel.doctor;
