package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.kahkm.config.InputConfig;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.stream.input.AssembledRows;
import io.kahkm.stream.output.JsonOutput;
import io.kahkm.text.TimeText;
import io.kahkm.topology.TopologyConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Takes made up records through everything but Kafka until the code is compiled, so that the first
 * records are not slow: parser, monitor and writers at the shapes of the file and its model.
 * Windows close rarely, so a second round cuts them short: their code is as large as all the rest.
 */
final class WarmUp {
  private static final int STEPS = 40_000;

  /** Where the optimizing compiler is off, code is compiled once it has run some hundred times. */
  private static final int STEPS_WITHOUT_OPTIMIZER = 1_000;

  /** What the JVM says of itself with {@code -XX:TieredStopAtLevel=1}. */
  private static final String WITHOUT_OPTIMIZER = "emulated-client";

  private static final DateTimeFormatter DAY_FIRST =
      DateTimeFormatter.ofPattern("dd/MM/uuuu HH:mm:ss.SSSSSSSSS").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MONTH_FIRST =
      DateTimeFormatter.ofPattern("MM/dd/uuuu HH:mm:ss.SSSSSSSSS").withZone(ZoneOffset.UTC);
  private static final long MOST_NANOS = 1_000_000_000L;
  private static final int SHORT_WINDOW_UNITS = 8;
  private static final int EPISODE = 5;

  private final TopologyConfig config;
  private final InputConfig input;
  private final MonitorBlueprint blueprint;
  private final int steps;
  private final LongSupplier clock;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * Prepares it; nothing is done yet.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   */
  WarmUp(TopologyConfig config, MonitorBlueprint blueprint) {
    this(config, blueprint, steps(System.getProperty("java.vm.info", "")), System::nanoTime);
  }

  /** Records that are enough for a JVM, by what it says of itself. */
  static int steps(String vm) {
    return vm.contains(WITHOUT_OPTIMIZER) ? STEPS_WITHOUT_OPTIMIZER : STEPS;
  }

  /** The same with so many records, by a clock that tells nanoseconds. */
  WarmUp(TopologyConfig config, MonitorBlueprint blueprint, int steps, LongSupplier clock) {
    this.config = config;
    this.blueprint = blueprint;
    this.steps = steps;
    this.clock = clock;
    input = config.input();
  }

  /**
   * The first half: records as the file asks for them, until each part was done often or a second
   * is over.
   *
   * @return results that were written: forecasts and certificates
   */
  int records() {
    return once(blueprint, steps);
  }

  /**
   * The second half: two in five of as many records, with windows cut short so that they close.
   *
   * @return results that were written
   */
  int windows() {
    return once(withShortWindows(blueprint), 2 * steps / 5);
  }

  private int once(MonitorBlueprint monitors, int steps) {
    int[] results = new int[1];
    SequentialRun run =
        new SequentialRun(
            config,
            monitors.withSettings(monitors.settings().alwaysRunning()),
            (output, stream, value) ->
                results[0] += output == SequentialRun.Output.REJECTS ? 0 : 1);
    long start = clock.getAsLong();
    for (int i = 0; i < steps && clock.getAsLong() - start < MOST_NANOS; i++) {
      long millis = CentroidObservations.of(monitors.settings(), monitors.model().map(), i).time();
      run.take("warm-up", record(i), millis / TimeText.NANOS_PER_MILLISECOND);
    }
    return results[0];
  }

  private static MonitorBlueprint withShortWindows(MonitorBlueprint blueprint) {
    MonitorSettings settings = blueprint.settings();
    if (settings.certificates().isEmpty() || settings.fleet().isPresent()) {
      return blueprint;
    }
    CertificateSettings file = settings.certificates().get();
    return blueprint.withSettings(
        settings.toBuilder()
            .certificates(
                Optional.of(
                    file.toBuilder()
                        .units(Math.min(file.window().units(), SHORT_WINDOW_UNITS))
                        .build()))
            .build());
  }

  /** The value of a record, as a producer would send it. */
  byte[] record(int index) {
    Observation observation =
        CentroidObservations.of(blueprint.settings(), blueprint.model().map(), index);
    if (input.tags().isPresent()) {
      String episode = input.fields().episode().isPresent() ? "warm-up/" + index / EPISODE : null;
      return new AssembledRows(input.tags().get().sensors())
          .value(observation.time(), observation.state(), episode);
    }
    bytes.reset();
    try (JsonGenerator json = JsonOutput.FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      if (input.fields().time().isPresent()) {
        json.writeFieldName(input.fields().time().get());
        writeTime(json, observation.time());
      }
      write(json, input.fields().state(), observation.state());
      if (observation.next() != null) {
        write(json, input.fields().next(), observation.next());
      }
      if (input.fields().episode().isPresent()) {
        json.writeStringField(input.fields().episode().get(), "warm-up/" + index / EPISODE);
      }
      if (input.fields().mode().isPresent()) {
        json.writeStringField(
            input.fields().mode().get(), config.model().byMode().keySet().iterator().next());
      }
      if (input.fields().end().isPresent() && index % EPISODE == EPISODE - 1) {
        json.writeBooleanField(input.fields().end().get(), true);
      }
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private void writeTime(JsonGenerator json, long nanos) throws IOException {
    switch (input.fields().timeFormat()) {
      case AUTO, ISO -> json.writeString(Instant.ofEpochSecond(0, nanos).toString());
      case MIN -> json.writeNumber(nanos / 60e9);
      case S -> json.writeNumber(nanos / 1e9);
      case MS -> json.writeNumber(nanos / 1e6);
      case US -> json.writeNumber(nanos / 1e3);
      case NS -> json.writeNumber(nanos);
      case DMY -> json.writeString(DAY_FIRST.format(Instant.ofEpochSecond(0, nanos)));
      case MDY -> json.writeString(MONTH_FIRST.format(Instant.ofEpochSecond(0, nanos)));
    }
  }

  /** Every sensor in its field, or all in one as an array. */
  private static void write(JsonGenerator json, List<String> fields, double[] values)
      throws IOException {
    if (fields.size() != values.length) {
      json.writeFieldName(fields.get(0));
      json.writeArray(values, 0, values.length);
      return;
    }
    for (int i = 0; i < values.length; i++) {
      json.writeNumberField(fields.get(i), values[i]);
    }
  }
}
