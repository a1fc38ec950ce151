/**
 * The paper's tables, computed again: the published inputs (packaged under {@code paper/}), one
 * study per experiment, and the printed values to compare with.
 *
 * <p>Labels of the reference classes are read where they are published; elsewhere the K-means of
 * the library that made them is repeated, because another k-means++ draw gives other classes. A
 * clock, Kafka, and numbers that are not computed here or published, may not be here.
 */
package io.kahkm.reproduce.paper;
