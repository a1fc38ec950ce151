package io.kahkm.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.kahkm.config.InputConfig;
import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Input records of simulated streams, one of each stream in turn: for a cache of the streams used
 * last there is no worse order. Mutable, for one thread.
 */
final class SimulatedRecords {
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final JsonFactory JSON = new JsonFactory();
  private static final long NANOS_PER_MILLISECOND = 1_000_000;
  private static final int TYPICAL_BYTES = 128;

  private final InputConfig input;
  private final List<String> fields;
  private final List<String> nextFields;
  private final List<SimulatedSensor> sensors;
  private final List<byte[]> keys = new ArrayList<>();
  private int turn = -1;

  /**
   * The streams of a topology file, or another number of the same kind.
   *
   * @param input fields of the records
   * @param simulate which system, and its episodes; faults are left out
   * @param streams number of streams, at least 1
   * @param startMillis event time of the first readings, milliseconds since the epoch
   */
  private SimulatedRecords(
      InputConfig input, SimulateConfig simulate, int streams, long startMillis) {
    this.input = input;
    SimulationSettings settings = simulate.settings();
    DynamicalSystem system = DynamicalSystems.named(simulate.system());
    boolean pairs = input.pairing() == Pairing.TRANSITIONS;
    long stepMillis = simulate.step(input).toMillis();
    sensors =
        SimulatedSensor.fleet(
            system,
            pairs ? SimulatedSensor.Mode.PAIRS : SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(
                streams,
                settings.rate(),
                settings.episodeLength(),
                settings.startSpread(),
                settings.seed(),
                List.of()),
            startMillis,
            Math.max(1, stepMillis));
    sensors.forEach(sensor -> keys.add(sensor.stream().getBytes(StandardCharsets.UTF_8)));
    fields = input.fields().state();
    nextFields = input.fields().next();
  }

  /** Streams of the setup's kind that begin at some time, the same one each time. */
  static SimulatedRecords of(BenchSetup setup, int streams) {
    return new SimulatedRecords(setup.config().input(), setup.simulate(), streams, START_MILLIS);
  }

  /** Turns to the next stream. */
  void advance() {
    turn = (turn + 1) % sensors.size();
  }

  /** Key of the present stream; not to be modified. */
  byte[] key() {
    return keys.get(turn);
  }

  /** Takes the next reading of the present stream as a monitor takes it. */
  Observation observation() {
    SimulatedReading reading = sensors.get(turn).next();
    long nanos = reading.time() * NANOS_PER_MILLISECOND;
    double[] state = values(reading.state());
    return reading.next().isPresent()
        ? Observation.transition(nanos, state, values(reading.next().get()))
        : Observation.state(
            nanos,
            state,
            input.fields().episode().isPresent() ? reading.episode() : null,
            reading.end());
  }

  private static double[] values(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Takes the next reading of the present stream as the value of a record; a new array. */
  byte[] value() {
    SimulatedReading reading = sensors.get(turn).next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      if (input.fields().time().isPresent()) {
        json.writeNumberField(input.fields().time().get(), reading.time());
      }
      write(json, fields, reading.state());
      if (reading.next().isPresent()) {
        write(json, nextFields, reading.next().get());
      }
      if (input.fields().episode().isPresent()) {
        json.writeStringField(input.fields().episode().get(), reading.episode());
      }
      if (input.fields().end().isPresent() && reading.end()) {
        json.writeBooleanField(input.fields().end().get(), true);
      }
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, List<String> names, List<Double> values)
      throws IOException {
    if (names.size() == values.size()) {
      for (int i = 0; i < names.size(); i++) {
        json.writeNumberField(names.get(i), values.get(i));
      }
    } else {
      json.writeArrayFieldStart(names.get(0));
      for (double value : values) {
        json.writeNumber(value);
      }
      json.writeEndArray();
    }
  }
}
