package io.kahkm.stream;

import io.kahkm.config.InputConfig;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.text.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The simulated input of one case: streams that take turns in bursts, and records among them that
 * no engine can use. For one use.
 */
final class StoredInput {
  /** Readings of a stream that arrive in one go; every stream's turn begins with a multiple. */
  static final int BURST = 5;

  private static final long START_MILLIS = 1_767_225_600_000L;
  private static final long STEP_MILLIS = 20;
  private static final long MICROS_PER_MILLI = 1000;
  private static final double DECIMALS = 1e6;

  /**
   * A stream.
   *
   * @param name its key
   * @param from index of its first reading
   * @param to one after its last
   */
  record Stream(String name, int from, int to) {}

  /** Changes readings on purpose. */
  @FunctionalInterface
  interface Tweak {
    /** Leaves readings as they are. */
    Tweak NONE = (stream, index, fields) -> {};

    /**
     * Changes a reading.
     *
     * @param stream number of the stream
     * @param index of the reading, the same for all streams at a time
     * @param fields of its JSON object in order, numbers as {@link Double}; emptied to leave the
     *     reading out
     */
    void change(int stream, int index, Map<String, Object> fields);
  }

  private final InputConfig input;
  private final DynamicalSystem system;
  private final int episodeLength;
  private final int startSpread;
  private final Tweak tweak;

  StoredInput(
      InputConfig input, DynamicalSystem system, int episodeLength, int startSpread, Tweak tweak) {
    this.input = input;
    this.system = system;
    this.episodeLength = episodeLength;
    this.startSpread = startSpread;
    this.tweak = tweak;
  }

  /** The records of all streams from one index to another. */
  List<StoredRecord> records(List<Stream> streams, int from, int to) {
    List<List<StoredRecord>> all = new ArrayList<>();
    RandomSource seeds = new RandomSource(17);
    for (int s = 0; s < streams.size(); s++) {
      all.add(stream(s, streams.get(s), seeds.nextSeed()));
    }
    List<StoredRecord> mixed = new ArrayList<>();
    for (int burst = from; burst < to; burst += BURST) {
      for (int s = 0; s < all.size(); s++) {
        for (int i = burst; i < Math.min(to, burst + BURST); i++) {
          int index = i - streams.get(s).from();
          if (index >= 0 && index < all.get(s).size() && all.get(s).get(index) != null) {
            mixed.add(all.get(s).get(index));
          }
        }
      }
    }
    return mixed;
  }

  private List<StoredRecord> stream(int number, Stream stream, long seed) {
    long step = input.steps().step().map(Duration::toMillis).orElse(STEP_MILLIS);
    SimulatedSensor sensor =
        new SimulatedSensor(
            stream.name(),
            system,
            input.pairing() == Pairing.TRANSITIONS
                ? SimulatedSensor.Mode.PAIRS
                : SimulatedSensor.Mode.EPISODES,
            episodeLength,
            startSpread,
            seed,
            START_MILLIS + stream.from() * step,
            step,
            List.of());
    List<StoredRecord> records = new ArrayList<>();
    for (int index = stream.from(); index < stream.to(); index++) {
      SimulatedReading reading = sensor.next();
      Map<String, Object> fields = fields(reading);
      tweak.change(number, index, fields);
      records.add(
          fields.isEmpty()
              ? null
              : new StoredRecord(utf8(stream.name()), json(fields), reading.time() + 3, Map.of()));
    }
    return records;
  }

  private Map<String, Object> fields(SimulatedReading reading) {
    Map<String, Object> fields = new LinkedHashMap<>();
    input
        .fields()
        .time()
        .ifPresent(
            name ->
                fields.put(
                    name,
                    input.fields().timeFormat() == TimeFormat.US
                        ? reading.time() * MICROS_PER_MILLI
                        : reading.time()));
    put(fields, input.fields().state(), reading.state());
    reading.next().ifPresent(next -> put(fields, input.fields().next(), next));
    input.fields().episode().ifPresent(name -> fields.put(name, reading.episode()));
    input.fields().end().ifPresent(name -> fields.put(name, reading.end()));
    return fields;
  }

  private static void put(Map<String, Object> fields, List<String> names, List<Double> values) {
    if (names.size() == 1 && values.size() > 1) {
      fields.put(names.get(0), values.stream().map(StoredInput::rounded).toList());
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), rounded(values.get(i)));
    }
  }

  /** Sensors do not have seventeen digits, and a fixture should be small. */
  private static double rounded(double value) {
    return Math.round(value * DECIMALS) / DECIMALS;
  }

  private static byte[] json(Map<String, Object> fields) {
    StringJoiner json = new StringJoiner(",", "{", "}");
    fields.forEach(
        (name, value) ->
            json.add(
                "\"" + name + "\":" + (value instanceof String ? "\"" + value + "\"" : value)));
    return utf8(json.toString());
  }

  /** Records that have to be rejected, made of the last that were taken. */
  static List<StoredRecord> unusable(List<StoredRecord> taken) {
    StoredRecord last = taken.get(taken.size() - 1);
    StoredRecord earlier = taken.get(taken.size() - 2);
    return List.of(
        last,
        earlier,
        with(last, utf8("{\"q\":")),
        with(last, utf8("{}")),
        with(last, null),
        new StoredRecord(null, last.value(), last.timestamp(), Map.of()));
  }

  private static StoredRecord with(StoredRecord record, byte[] value) {
    return new StoredRecord(record.key(), value, record.timestamp(), Map.of());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
