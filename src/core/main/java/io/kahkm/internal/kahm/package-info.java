/**
 * The frozen KAHM map: partition of the training states into reference classes, submodels of
 * Appendix A, reconstruction scores, soft coordinates, and the model that holds a map with what was
 * learned beside it.
 *
 * <p>A map is immutable and identified by its fingerprint. Two encoders evaluate it: a reference
 * encoder that follows the paper literally, and a folded one that streams use. Equal input gives
 * equal bits on every JVM. EJML serves fitting only. Closures' learning, certificates, files,
 * Kafka, a clock or a log may not be here.
 */
@NullMarked
package io.kahkm.internal.kahm;

import org.jspecify.annotations.NullMarked;
