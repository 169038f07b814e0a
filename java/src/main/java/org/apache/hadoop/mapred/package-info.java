/**
 * The few classes of Evenkeel that need Hadoop's package-private types; each says which. Each only
 * opens one door: what goes through it lives in {@code io.evenkeel}, and nothing is decided here.
 */
package org.apache.hadoop.mapred;
