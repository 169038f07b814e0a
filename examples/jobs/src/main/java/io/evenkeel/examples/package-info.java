/** Jobs that use what Evenkeel offers beyond balancing: a delegate, a custom load, statistics. */
package io.evenkeel.examples;
