package io.kahkm.decode;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the births of one edge node and its devices have said: the names behind aliases, and which
 * metrics each of them has. Mutable, one owner.
 */
public final class SparkplugAliases {
  /** Most metrics of one edge node with its devices. */
  static final int MOST_METRICS = 50_000;

  /** Longest name of a metric, characters. */
  private static final int LONGEST_NAME = 256;

  /** Characters of all names of an edge node: 80 for each of as many metrics as there may be. */
  static final int MOST_CHARACTERS = 4_000_000;

  /** Knows no death sequence. */
  private static final int FIRST_VERSION = 1;

  /** Names stream and metric again for every alias. */
  private static final int NAMED_VERSION = 2;

  private static final int VERSION = 3;

  /** No birth has named a death sequence. */
  private static final long NO_SEQUENCE = -1;

  /** Heap of a metric's entry by name, of an alias's entry, and of a stream's, text left out. */
  private static final int METRIC_BYTES = 100;

  private static final int ALIAS_BYTES = 110;
  private static final int STREAM_BYTES = 120;

  /** A metric of a birth; its alias is -1 where it has none. */
  record Known(String name, int datatype, String stream) {}

  /** Where a metric is among those of its node. */
  private record Metric(String stream, String name) {}

  private final Map<Long, Known> byAlias = new TreeMap<>();
  private final Map<String, Map<String, Integer>> byStream = new TreeMap<>();
  private int metrics;

  /** Characters of the names of metrics and streams. */
  private long characters;

  private long deathSequence = NO_SEQUENCE;

  /** Nothing is known yet. */
  public SparkplugAliases() {}

  /** A node or device is born: what it had before is gone. A node takes its devices with it. */
  void forget(String stream, boolean device) {
    byAlias.values().removeIf(known -> !device || known.stream().equals(stream));
    if (device) {
      byStream.remove(stream);
    } else {
      byStream.clear();
      deathSequence = NO_SEQUENCE;
    }
    metrics = 0;
    characters = 0;
    byStream.forEach(this::count);
  }

  private void count(String stream, Map<String, Integer> types) {
    metrics += types.size();
    characters += stream.length();
    types.keySet().forEach(name -> characters += name.length());
  }

  /**
   * About how much of the heap it takes. Names are shared between metrics and aliases.
   *
   * @return bytes, at least 0
   */
  public long heapBytes() {
    return (long) METRIC_BYTES * metrics
        + (long) ALIAS_BYTES * byAlias.size()
        + (long) STREAM_BYTES * byStream.size()
        + characters;
  }

  /** Takes note of a metric; returns false if there are too many metrics, aliases or characters. */
  boolean know(String stream, SparkplugMetric metric) {
    boolean newAlias = metric.aliased() && !byAlias.containsKey(metric.alias());
    if (metrics >= MOST_METRICS
        || (newAlias && byAlias.size() >= MOST_METRICS)
        || metric.name().length() > LONGEST_NAME
        || characters + stream.length() + metric.name().length() > MOST_CHARACTERS) {
      return false;
    }
    Map<String, Integer> types =
        byStream.computeIfAbsent(
            stream,
            name -> {
              characters += name.length();
              return new TreeMap<>();
            });
    if (types.put(metric.name(), metric.datatype()) == null) {
      metrics++;
      characters += metric.name().length();
    }
    if (metric.aliased()) {
      byAlias.put(metric.alias(), new Known(metric.name(), metric.datatype(), stream));
    }
    return true;
  }

  /** The node's birth named the sequence number that its death will carry. */
  void deathSequence(long sequence) {
    deathSequence = sequence;
  }

  /**
   * Whether a node's death is that of an earlier connection: brokers may deliver the last will of a
   * connection after the node has been born again.
   *
   * @param sequence of the death, negative where it has none
   */
  boolean isStaleDeath(long sequence) {
    return sequence >= 0 && deathSequence >= 0 && sequence != deathSequence;
  }

  /** The metric of an alias, or null. */
  @Nullable Known of(long alias) {
    return byAlias.get(alias);
  }

  /** The metrics of a stream by name with their data types; empty if it was not born. */
  Map<String, Integer> metrics(String stream) {
    return byStream.getOrDefault(stream, Map.of());
  }

  /** Streams that were born. */
  Iterable<String> streams() {
    return byStream.keySet();
  }

  /**
   * Everything that is known.
   *
   * @return bytes for {@link #read}; equal knowledge gives equal bytes
   */
  public byte[] toByteArray() {
    StateWriter writer = new StateWriter();
    writer.putByte(VERSION);
    writer.putLong(deathSequence);
    writer.putInt(byStream.size());
    Map<Metric, Integer> numbers = new HashMap<>();
    byStream.forEach(
        (stream, types) -> {
          writer.putString(stream);
          writer.putInt(types.size());
          types.forEach(
              (name, type) -> {
                writer.putString(name);
                writer.putInt(type);
                numbers.put(new Metric(stream, name), numbers.size());
              });
        });
    writer.putInt(byAlias.size());
    byAlias.forEach(
        (alias, known) -> {
          writer.putLong(alias);
          // A name that many aliases have would be written many times.
          Metric metric = new Metric(known.stream(), known.name());
          writer.putInt(Objects.requireNonNull(numbers.get(metric)));
          writer.putInt(known.datatype());
        });
    return writer.toByteArray();
  }

  /**
   * Reads what {@link #toByteArray} wrote.
   *
   * @param bytes not modified
   * @return what was known
   * @throws MalformedStateException if the bytes are none
   */
  public static SparkplugAliases read(byte[] bytes) {
    SparkplugAliases aliases = new SparkplugAliases();
    StateReader reader = new StateReader(bytes);
    int version = reader.getByte();
    if (version < FIRST_VERSION || version > VERSION) {
      throw new MalformedStateException(
          "version of an edge node's state is "
              + version
              + ", "
              + FIRST_VERSION
              + " to "
              + VERSION
              + " are known");
    }
    aliases.deathSequence = version == FIRST_VERSION ? NO_SEQUENCE : reader.getLong();
    Map<String, String> shared = new HashMap<>();
    List<Known> metrics = new ArrayList<>();
    int streams = reader.getInt(0, MOST_METRICS, "streams of an edge node");
    for (int i = 0; i < streams; i++) {
      Map<String, Integer> types = new TreeMap<>();
      String stream = text(reader, shared);
      aliases.byStream.put(stream, types);
      int size = reader.getInt(0, MOST_METRICS, "metrics of a stream");
      for (int j = 0; j < size; j++) {
        Known metric = new Known(text(reader, shared), reader.getInt(), stream);
        types.put(metric.name(), metric.datatype());
        metrics.add(metric);
      }
      aliases.count(stream, types);
    }
    int known = reader.getInt(0, MOST_METRICS, "aliases of an edge node");
    for (int i = 0; i < known; i++) {
      long alias = reader.getLong();
      aliases.byAlias.put(
          alias, version <= NAMED_VERSION ? named(reader, shared) : numbered(reader, metrics));
    }
    reader.finish();
    return aliases;
  }

  private static Known named(StateReader reader, Map<String, String> shared) {
    String stream = text(reader, shared);
    return new Known(text(reader, shared), reader.getInt(), stream);
  }

  private static Known numbered(StateReader reader, List<Known> metrics) {
    Known metric = metrics.get(reader.getInt(0, metrics.size() - 1, "metric of an alias"));
    return new Known(metric.name(), reader.getInt(), metric.stream());
  }

  /** Names come once for their metric and once for its alias, and are kept once. */
  private static String text(StateReader reader, Map<String, String> shared) {
    String text = reader.getString();
    if (text == null) {
      throw new MalformedStateException("a name of an edge node is null");
    }
    return shared.computeIfAbsent(text, name -> name);
  }
}
