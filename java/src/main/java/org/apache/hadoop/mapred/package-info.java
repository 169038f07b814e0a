/**
 * The few classes of Evenkeel that need Hadoop's package-private types. Each only opens one door;
 * what goes through it lives in {@code io.evenkeel}.
 */
package org.apache.hadoop.mapred;
