/**
 * What an instance shows of itself: Prometheus meters of the engine, of Kafka Streams and of the
 * JVM, and what is known of every stream that it holds. The HTTP port stands in {@code http}, the
 * meters of streams in {@code meter}, their past in {@code history}.
 *
 * <p>It listens to the engine through {@link io.kahkm.engine.EngineListener} and asks it through
 * {@link io.kahkm.engine.EngineHealth}; topics, stores, the command line, and whatever can change a
 * result may not be here. The wall clock is read for latency and silence only.
 */
@NullMarked
package io.kahkm.telemetry;

import org.jspecify.annotations.NullMarked;
