/**
 * The map side (Section 4 of the paper, step 1, and Section 4.1): pairs go to operation groups and
 * are counted there. It talks to nobody: the hook in {@code io.evenkeel.task} sends what is
 * counted.
 */
package io.evenkeel.map;
