/**
 * Values as people and machines write them, in files and in records alike: numbers with decimal
 * points or commas, times, cells without a value, ids of streams. What is ambiguous is not guessed.
 * I/O, Kafka and a clock may not be here.
 */
@NullMarked
package io.kahkm.text;

import org.jspecify.annotations.NullMarked;
