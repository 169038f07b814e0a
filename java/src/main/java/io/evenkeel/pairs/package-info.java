/**
 * Sorted pairs in files of a task, as map output holds them: read, merged and written without a
 * lock or a stream for each of them. Maps merge their spills with it, reducers their groups.
 */
package io.evenkeel.pairs;
