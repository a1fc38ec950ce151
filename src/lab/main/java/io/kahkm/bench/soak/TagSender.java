package io.kahkm.bench.soak;

import io.kahkm.system.SimulatedReading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Takes readings apart into records of single tags, as gateways send them: each in its own time, so
 * that tags of several readings come mixed, and under keys of their own some other partition. Knows
 * the rows that have to come of them. For one thread.
 */
final class TagSender {
  /** Tags of a reading: both sensors and the name of the episode. */
  static final int TAGS = 3;

  /** Whole readings after which every earlier row has closed, by its grace where it must. */
  static final int CLOSING = 8;

  /** A tag may come so many readings late; less than the grace. */
  private static final int LATEST = 3;

  /** A value is left out with this probability where rows may close by their grace. */
  private static final double LEFT_OUT = 0.02;

  private final Load load;
  private final Random random;
  private final Map<String, Stream> streams = new HashMap<>();

  private static final class Stream {
    /** Tags to send with the next reading, with the one after it, and so on. */
    private final List<List<Tag>> waiting = new ArrayList<>();

    /** The value that stands in; NaN where the one before was left out itself. */
    private double lastQ = Double.NaN;

    Stream() {
      for (int i = 0; i < LATEST; i++) {
        waiting.add(new ArrayList<>());
      }
    }
  }

  private record Tag(String id, long millis, String value) {}

  /** Takes the row that is expected of a stream. */
  interface RowReceiver {
    void take(String stream, byte[] row);
  }

  TagSender(Load load, Random random) {
    this.load = load;
    this.random = random;
  }

  /** Sends what is due with a reading: some of its own tags, and late ones of those before it. */
  void take(
      String name, SimulatedReading reading, RowReceiver rows, BiConsumer<String, String> records) {
    Stream stream = streams.computeIfAbsent(name, key -> new Stream());
    boolean leavesOut =
        load == Load.TAGS && !Double.isNaN(stream.lastQ) && random.nextDouble() < LEFT_OUT;
    List<Tag> due = new ArrayList<>(stream.waiting.remove(0));
    stream.waiting.add(new ArrayList<>());
    for (Tag tag : tags(reading)) {
      if (leavesOut && tag.id().equals("Q")) {
        continue;
      }
      int late = random.nextInt(LATEST + 1);
      (late == 0 ? due : stream.waiting.get(late - 1)).add(tag);
    }
    double q = reading.state().get(0);
    rows.take(name, row(reading, leavesOut ? stream.lastQ : q));
    stream.lastQ = leavesOut ? Double.NaN : q;
    Collections.shuffle(due, random);
    due.forEach(tag -> send(name, tag, records));
  }

  /** Sends everything that is late, and then a whole reading. */
  void close(
      String name, SimulatedReading reading, RowReceiver rows, BiConsumer<String, String> records) {
    Stream stream = streams.computeIfAbsent(name, key -> new Stream());
    for (List<Tag> late : stream.waiting) {
      late.forEach(tag -> send(name, tag, records));
      late.clear();
    }
    rows.take(name, row(reading, reading.state().get(0)));
    stream.lastQ = reading.state().get(0);
    tags(reading).forEach(tag -> send(name, tag, records));
  }

  private static List<Tag> tags(SimulatedReading reading) {
    return List.of(
        new Tag("RUN", reading.time(), "\"" + reading.episode() + "\""),
        new Tag("Q", reading.time(), Double.toString(reading.state().get(0))),
        new Tag("P", reading.time(), Double.toString(reading.state().get(1))));
  }

  private void send(String stream, Tag tag, BiConsumer<String, String> records) {
    records.accept(
        load == Load.TAGS_BY_KEY ? stream + "/" + tag.id() : stream,
        String.format(
            Locale.ROOT,
            "{\"id\":\"%s\",\"value\":%s,\"ts\":%d}",
            tag.id(),
            tag.value(),
            tag.millis()));
  }

  private static byte[] row(SimulatedReading reading, double q) {
    return String.format(
            Locale.ROOT,
            "{\"t\":%d,\"q\":%s,\"p\":%s,\"run\":\"%s\"}",
            reading.time(),
            Double.toString(q),
            Double.toString(reading.state().get(1)),
            reading.episode())
        .getBytes(StandardCharsets.UTF_8);
  }
}
