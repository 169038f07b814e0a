/** The map side (section 4 of the paper): pairs go to operation groups and are counted there. */
package io.evenkeel.map;
