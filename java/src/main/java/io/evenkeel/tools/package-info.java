/** Programs for a person at a client machine. */
package io.evenkeel.tools;
