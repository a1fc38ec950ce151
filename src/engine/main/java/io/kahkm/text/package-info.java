/**
 * Values as people and machines write them, in files and in records alike: numbers with decimal
 * points or commas, times, cells without a value. No I/O, no Kafka, no clock. What is ambiguous is
 * not guessed.
 */
package io.kahkm.text;
