/**
 * The inputs of the paper's experiments: what is published (packaged under {@code paper/}) is read,
 * what published programs generate is generated again, bit for bit.
 *
 * <p>Labels of the reference classes are read where they are published; elsewhere the K-means of
 * the library that made them is repeated, because another k-means++ draw gives other classes. Maps,
 * closures and results of ours may not be here.
 */
package io.kahkm.reproduce.paper.data;
