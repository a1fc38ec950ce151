package io.kahkm.cli.topic;

import io.kahkm.cli.console.Counted;
import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.decode.TagDecoder;
import io.kahkm.decode.TagDecoders;
import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.internal.numeric.Percent;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.input.TagState;
import io.kahkm.stream.input.TagTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Newest records of a topic of tags, read and made rows of as the engine would: which tags nobody
 * named, which named ones did not come, how late values were against the grace.
 */
public final class TagSample {
  private static final int MOST_NAMES = 50;
  private static final double NANOS_PER_SECOND = 1e9;

  private final InputConfig input;
  private final TagsConfig tags;
  private final TagTable table;
  private final Map<String, Stream> streams = new TreeMap<>();
  private final Map<String, Long> unknown = new TreeMap<>();
  private final Map<String, Long> problems = new TreeMap<>();
  private final long[] known;
  private final long[] missing;
  private long records;
  private long rows;
  private long incomplete;
  private long values;

  /** One stream of the sample. */
  private static final class Stream {
    private final RowAssembler assembler;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long latestBehind;

    private Stream(RowAssembler assembler) {
      this.assembler = assembler;
    }

    private void see(long time) {
      first = Math.min(first, time);
      last = Math.max(last, time);
      latestBehind = Math.max(latestBehind, last - time);
    }
  }

  private TagSample(InputConfig input) {
    this.input = input;
    tags = input.tags().orElseThrow();
    table = new TagTable(tags, input.steps());
    known = new long[table.sensors()];
    missing = new long[table.sensors()];
  }

  /**
   * Takes a sample as the engine would.
   *
   * @param input how records of tags are read
   * @param sample the records, in any order; those of several partitions are taken in the order of
   *     their timestamps
   * @return what a person wants to know of it, line by line
   * @throws IOException if schemas are needed and the registry cannot be reached
   */
  public static List<String> lines(InputConfig input, List<ConsumerRecord<byte[], byte[]>> sample)
      throws IOException {
    TagSample taken = new TagSample(input);
    TagDecoder decoder =
        TagDecoders.of(
            taken.tags.format(),
            taken.tags.fields(),
            taken.tags.schema(),
            SparkplugDecoder.Nodes.onHeap());
    List<ConsumerRecord<byte[], byte[]>> inOrder = new ArrayList<>(sample);
    inOrder.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
    try {
      inOrder.forEach(record -> taken.take(decoder, record));
    } catch (RegistryUnavailableException unavailable) {
      throw new IOException(unavailable.getMessage(), unavailable);
    }
    return taken.report();
  }

  private void take(TagDecoder decoder, ConsumerRecord<byte[], byte[]> record) {
    records++;
    var reason =
        decoder.decode(
            new InputRecord(
                record.topic(), record.key(), record.value(), record.headers(), record.timestamp()),
            this::take);
    if (reason != null) {
      problems.merge(reason.label(), 1L, Long::sum);
    }
  }

  private void take(RawReading raw) {
    values++;
    String tag = raw.tag() == null ? "" : raw.tag();
    if (raw.stream() == null) {
      problems.merge("missing-key", 1L, Long::sum);
      return;
    }
    Stream stream =
        streams.computeIfAbsent(
            raw.stream(), name -> new Stream(RowAssembler.create(input.assembly().orElseThrow())));
    stream.see(raw.time());
    if (!table.knows(raw.tag())) {
      unknown.merge(tag, 1L, Long::sum);
      return;
    }
    TagTable.Resolved resolved = table.resolve(raw);
    if (resolved.problem() != null) {
      problems.merge(resolved.problem().label(), 1L, Long::sum);
      return;
    }
    TagReading reading = resolved.reading();
    if (reading.sensor() != TagReading.EPISODE) {
      known[reading.sensor()]++;
      if (Double.isNaN(reading.value())) {
        problems.merge("bad-quality", 1L, Long::sum);
      }
    }
    OfferOutcome acceptance = reading.offer(stream.assembler, receiver());
    if (acceptance != OfferOutcome.ACCEPTED) {
      problems.merge(TagState.reason(acceptance).label(), 1L, Long::sum);
    }
  }

  private RowReceiver receiver() {
    return (time, row, held, episode, closing) -> {
      rows++;
      boolean lacks = false;
      for (int j = 0; j < row.length; j++) {
        if (Double.isNaN(row[j])) {
          missing[j]++;
          lacks = true;
        }
      }
      incomplete += lacks ? 1 : 0;
    };
  }

  private List<String> report() {
    List<String> lines = new ArrayList<>();
    double seconds =
        streams.values().stream().mapToLong(s -> s.last - s.first).max().orElse(0)
            / NANOS_PER_SECOND;
    lines.add(
        text(
            "Sample: %s with %s of %s over %.1f s of event time give %s, %,d of them incomplete.",
            Counted.of(records, "record"),
            Counted.of(values, "value"),
            Counted.of(streams.size(), "stream"),
            seconds,
            Counted.of(rows, "row"),
            incomplete));
    lines.add(lateness());
    List<String> silent = new ArrayList<>();
    List<String> lacking = new ArrayList<>();
    for (int j = 0; j < known.length; j++) {
      if (known[j] == 0) {
        silent.add(table.tag(j));
      } else if (missing[j] > 0) {
        lacking.add(text("%s (%s)", table.tag(j), Counted.of(missing[j], "row")));
      }
    }
    lines.add(
        silent.isEmpty()
            ? "Every named tag came."
            : "Named tags that did not come: " + String.join(", ", silent) + ".");
    if (!lacking.isEmpty()) {
      lines.add(
          "Tags that were neither read nor held in some rows: " + String.join(", ", lacking) + ".");
    }
    problems.forEach((reason, count) -> lines.add(text("Cannot be used, %s: %,d.", reason, count)));
    lines.addAll(unknownTags(seconds));
    return lines;
  }

  private String lateness() {
    long behind = streams.values().stream().mapToLong(s -> s.latestBehind).max().orElse(0);
    long late = problems.getOrDefault("late", 0L);
    double grace = tags.grace().toNanos() / NANOS_PER_SECOND;
    double found = behind / NANOS_PER_SECOND;
    return late == 0
        ? text(
            "Lateness: the latest value came %.3f s behind its stream, grace is %.3f s.",
            found, grace)
        : text(
            "Lateness: %s (%s) came after the step had closed, the latest %.3f s behind its"
                + " stream; grace is %.3f s, raise it or look at the clocks.",
            Counted.of(late, "value"), Percent.tenths((double) late / values), found, grace);
  }

  private List<String> unknownTags(double seconds) {
    List<String> lines = new ArrayList<>();
    if (unknown.isEmpty()) {
      return List.of("No unknown tags.");
    }
    lines.add(
        text(
            "Unknown tags, ignored: %,d, the most frequent first, values a second:",
            unknown.size()));
    unknown.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_NAMES)
        .forEach(
            tag ->
                lines.add(
                    seconds == 0
                        ? text("  %s  %s", tag.getKey(), Counted.of(tag.getValue(), "value"))
                        : text("  %s  %.3g", tag.getKey(), tag.getValue() / seconds)));
    if (unknown.size() > MOST_NAMES) {
      lines.add(text("  and %,d more", unknown.size() - MOST_NAMES));
    }
    return lines;
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
