/**
 * The monitor as a library: load a model, make a monitor of a stream, give it readings, read what
 * they mean, store and restore its state.
 *
 * <p>These types are what the library promises; everything under {@code io.kahkm.internal} may
 * change with any version. They only name, check and convert: every number comes from the one state
 * machine that the engine on Kafka Streams and the offline commands run, to the bit. A number that
 * is computed may not be here, nor Kafka, a log, a clock or, but for the model's, a file.
 *
 * <p>From the rows of a sensor to its novelty, forecasts and certificates:
 *
 * <pre>{@code
 * KahkmModel model = KahkmModel.read(Path.of("model.safetensors"));
 * StreamSettings settings =
 *     StreamSettings.builder()
 *         .step(Duration.ofMillis(50), 0.1)
 *         .idle(Duration.ofSeconds(10))
 *         .horizons(1, 10, 20)
 *         .certificates(CertificatePlan.ofEpisodes(20).toleranceR2(0.8).build())
 *         .build();
 * KahkmMonitor monitor = KahkmMonitor.create(model, settings);
 * for (Reading reading : readings) {
 *   Assessment assessment = monitor.advance(reading);
 *   assessment.novelty().filter(Novelty::outside).ifPresent(System.out::println);
 *   assessment.forecasts().forEach(System.out::println);
 *   assessment.certificates().forEach(System.out::println);
 * }
 * byte[] state = monitor.snapshot();
 * monitor = KahkmMonitor.restore(model, settings, state);
 * }</pre>
 *
 * <p>Threads: models, settings, plans, readings and results may be shared; a monitor belongs to one
 * thread at a time. Later versions may add components to records, constants to enumerations and
 * methods to classes; read records by the names of their components, and let the library make them.
 */
@NullMarked
package io.kahkm.core;

import org.jspecify.annotations.NullMarked;
