package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.decode.Quality;
import io.kahkm.decode.RawReading;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.input.TagTable;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Reads a file that holds one value of one tag in each row, and makes rows of them with the
 * assembler that runs live. The order of the file is the order of arrival, unless it holds one tag
 * after the other, as exports of historians do: then times decide. One use.
 */
final class TagFileReading {
  /** A file that changes its tag more rarely than so many times its tags is an export by tag. */
  private static final int SWITCHES_PER_TAG = 2;

  private final CsvSource source;
  private final RowFile file;
  private final RowFile.TagColumns columns;
  private final TagTable table;
  private final AssemblySettings settings;
  private final InputTiming timing;
  private final IntakeReport report;
  private final TimeText timeText;
  private final Map<String, List<TagReading>> streams = new LinkedHashMap<>();
  private long tagSwitches;
  private String lastTag = "";

  TagFileReading(CsvSource source, RowFile file, RowFile.TagColumns columns) {
    this.source = source;
    this.file = file;
    this.columns = columns;
    settings = columns.config().assembly(file.steps());
    timing = file.timing();
    table = new TagTable(columns.config(), file.steps());
    report = new IntakeReport(file.path(), source.detected());
    timeText = new TimeText(file.columns().timeFormat());
  }

  /** Reads all readings and makes rows of them, stream by stream. */
  StreamRows rows() throws IOException {
    int tagColumn = source.column(columns.tag(), "--tag");
    int valueColumn = source.column(columns.value(), "--value");
    int timeColumn = source.column(file.columns().time().orElseThrow(), "--time");
    int qualityColumn =
        columns.quality().map(column -> source.column(column, "--quality")).orElse(-1);
    int streamColumn =
        file.columns().stream().map(column -> source.column(column, "--stream")).orElse(-1);
    while (source.next()) {
      String tag = source.text(tagColumn);
      if (!table.knows(tag)) {
        report.unknownTag(tag);
        continue;
      }
      if (timeText.read(source.text(timeColumn)) != TimeText.Result.READ) {
        report.untimed(source.text(timeColumn), source.at(timeColumn));
        continue;
      }
      tagSwitches += tag.equals(lastTag) ? 0 : 1;
      lastTag = tag;
      boolean bad = qualityColumn >= 0 && Quality.isBadText(source.text(qualityColumn));
      take(tag, timeText.nanos(), valueColumn, bad, streamColumn);
    }
    return assemble();
  }

  private void take(String tag, long time, int valueColumn, boolean bad, int streamColumn) {
    String stream = streamColumn < 0 ? "" : source.text(streamColumn);
    if (streamColumn >= 0 && stream.isEmpty()) {
      throw new DataException(source.at() + ": the name of the stream is empty");
    }
    String text = source.text(valueColumn);
    OptionalDouble number = source.value(valueColumn);
    RawReading raw;
    if (bad || text.isEmpty()) {
      raw = new RawReading(stream, tag, time, RawReading.Kind.BAD, 0, null);
      report.missing();
    } else if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
      raw = new RawReading(stream, tag, time, RawReading.Kind.NUMBER, number.getAsDouble(), text);
    } else {
      raw = new RawReading(stream, tag, time, RawReading.Kind.TEXT, 0, text);
    }
    TagTable.Resolved resolved = table.resolve(raw);
    if (resolved.problem() == null) {
      streams.computeIfAbsent(stream, name -> new ArrayList<>()).add(resolved.reading());
    } else {
      report.text(tag, text, source.at(valueColumn));
    }
  }

  /** The streams of a file with their rows, by name in order of their first readings. */
  record StreamRows(Map<String, StreamReading> streams, IntakeReport report) {}

  private StreamRows assemble() {
    if (streams.isEmpty()) {
      throw new DataException(
          file.path() + " holds no reading of the tags " + String.join(", ", tags()));
    }
    boolean byTag = settings.tags() > 1 && tagSwitches < (long) SWITCHES_PER_TAG * settings.tags();
    if (byTag) {
      report.note("one tag after the other: taken in the order of their times");
    }
    Map<String, StreamReading> readings = new LinkedHashMap<>();
    for (Map.Entry<String, List<TagReading>> named : streams.entrySet()) {
      List<TagReading> stream = named.getValue();
      if (byTag) {
        stream.sort(Comparator.comparingLong(TagReading::time));
      }
      StreamReading reading =
          new StreamReading(
              readings.size(), timing, settings.dimension(), report, file.wanted().excluded());
      assemble(stream, reading);
      readings.put(named.getKey(), reading);
    }
    return new StreamRows(readings, report);
  }

  private List<String> tags() {
    List<String> tags = new ArrayList<>();
    for (int j = 0; j < table.sensors(); j++) {
      tags.add(table.tag(j));
    }
    return tags;
  }

  private void assemble(List<TagReading> stream, StreamReading reading) {
    RowAssembler assembler = RowAssembler.create(settings);
    RowReceiver rows =
        (time, values, held, episode, closing) -> {
          report.row();
          report.held(held);
          reading.addState(time, values.clone(), episode == null ? file.path() : episode, null);
        };
    for (TagReading tag : stream) {
      OfferOutcome acceptance = tag.offer(assembler, rows);
      report.tag(acceptance);
    }
    assembler.finish(rows);
  }
}
