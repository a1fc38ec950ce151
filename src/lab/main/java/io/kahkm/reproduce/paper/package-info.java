/**
 * The paper's experiments: the fits they share, the measures that tables average, and how tables
 * and figures are made of them and compared with what is printed.
 *
 * <p>Reading published files, what is printed, and the order in which a command runs everything may
 * not be here: packages below hold them. Nor may a clock, Kafka, or numbers that are not computed
 * here or published.
 */
package io.kahkm.reproduce.paper;
