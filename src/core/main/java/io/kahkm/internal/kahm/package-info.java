/**
 * The frozen KAHM map: partition of the training states into reference classes, submodels of
 * Appendix A, reconstruction scores, soft coordinates, and the model file that stores them.
 *
 * <p>A map is immutable and identified by its fingerprint. Two encoders evaluate it: a reference
 * encoder that follows the paper literally, and a folded one that streams use. Equal input gives
 * equal bits on every JVM. EJML serves fitting only. Closures' learning, certificates, Kafka, a
 * clock or a log may not be here; only the model file touches the file system.
 */
@NullMarked
package io.kahkm.internal.kahm;

import org.jspecify.annotations.NullMarked;
