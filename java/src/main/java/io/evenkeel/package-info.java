/**
 * What a user of Evenkeel names or calls: the Partitioner, its properties and its public
 * interfaces.
 */
package io.evenkeel;
