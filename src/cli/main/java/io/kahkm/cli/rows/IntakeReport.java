package io.kahkm.cli.rows;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.Names;
import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.monitor.input.Admission;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what a file holds besides complete states in regular steps, and says so. One use. */
public final class IntakeReport {
  /** Columns with text that are named; more are only counted. */
  private static final int COLUMNS_NAMED = 8;

  /** Text of one column: how often, and the first. */
  private static final class Text {
    private long count;
    private String first;
    private String at;
  }

  private final String input;
  private final List<String> detected;
  private final Map<String, Text> texts = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Long> unknownTags = new TreeMap<>();
  private final Map<OfferOutcome, Long> readings = new EnumMap<>(OfferOutcome.class);
  private long rows;
  private long used;
  private long missingCells;
  private long heldCells;
  private long incomplete;
  private long infinite;
  private long excluded;
  private final Set<Excluded> matched = new LinkedHashSet<>();
  private long sampled;
  private long sampledOf;
  private long notInOperation;
  private long stops;
  private long withoutMode;
  private long elsewhere;
  private long untimed;
  private String firstUntimed;
  private long duplicates;
  private long late;
  private long irregular;
  private long gaps;
  private long setBacks;
  private int runs;

  IntakeReport(String input, List<String> detected) {
    this.input = input;
    this.detected = List.copyOf(detected);
  }

  void row() {
    rows++;
  }

  /** Data rows read so far. */
  public long rows() {
    return rows;
  }

  /** Something else that was found about the file. */
  void note(String sentence) {
    notes.add(sentence);
  }

  void unknownTag(String tag) {
    unknownTags.merge(tag, 1L, Long::sum);
  }

  /** A reading of a tag was offered to an assembler. */
  void tag(OfferOutcome acceptance) {
    readings.merge(acceptance, 1L, Long::sum);
  }

  void missing() {
    missingCells++;
  }

  void text(String column, String text, String at) {
    Text found = texts.computeIfAbsent(column, name -> new Text());
    if (found.count++ == 0) {
      found.first = text;
      found.at = at;
    }
  }

  void infinite() {
    infinite++;
  }

  void untimed(String text, String at) {
    if (untimed++ == 0) {
      firstUntimed = "\"" + text + "\" at " + at;
    }
  }

  void skipped(Admission admission) {
    if (admission == Admission.DUPLICATE) {
      duplicates++;
    } else {
      late++;
    }
  }

  /**
   * The file has more rows than are taken.
   *
   * @param taken rows that are
   * @param of rows of the file
   */
  void sampled(long taken, long of) {
    sampled = taken;
    sampledOf = of;
  }

  /** Whether rows of the file were left out because it has too many. */
  public boolean isSample() {
    return sampledOf > 0;
  }

  /** The rows that were used, as a user reads it, and of how many if some were not. */
  public String recorded() {
    return used == rows
        ? Counted.of(rows, "row")
        : String.format(Locale.ROOT, "%,d of %s", used, Counted.of(rows, "row"));
  }

  /** A row of a stretch that is to be left out. */
  void excluded(Excluded stretch) {
    excluded++;
    matched.add(stretch);
  }

  /**
   * A row of a machine that was not in operation.
   *
   * @param stops whether it was in operation at the row before
   */
  void notInOperation(boolean stops) {
    notInOperation++;
    this.stops += stops ? 1 : 0;
  }

  /**
   * Stretches that were left out.
   *
   * @return as the user wrote them, in the order of their first rows
   */
  public List<String> leftOut() {
    return matched.stream().map(Excluded::text).toList();
  }

  /** Whether a stretch that is left out has a row of the file. */
  boolean matched(Excluded stretch) {
    return matched.contains(stretch);
  }

  /** A row that does not say which mode the machine is in. */
  void withoutMode() {
    withoutMode++;
  }

  /** A row of another mode than the one that is judged. */
  void elsewhere() {
    elsewhere++;
  }

  void incomplete() {
    incomplete++;
  }

  void held(int cells) {
    heldCells += cells;
  }

  void irregular() {
    irregular++;
  }

  void gap(boolean backwards) {
    if (backwards) {
      setBacks++;
    } else {
      gaps++;
    }
  }

  /** A complete state was used. */
  void used(boolean startsRun) {
    used++;
    runs += startsRun ? 1 : 0;
  }

  long rowsWithoutTime() {
    return untimed;
  }

  String firstWithoutTime() {
    return firstUntimed;
  }

  /** What there is to say, a line each; the first line always. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    detected.forEach(sentence -> lines.add(input + ": " + sentence));
    notes.forEach(sentence -> lines.add(input + ": " + sentence));
    if (!readings.isEmpty()) {
      lines.add(tags());
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %s read, %,d used in %s",
            input,
            Counted.of(rows, "row"),
            used,
            Counted.of(runs, "uninterrupted run")));
    List<String> cells = new ArrayList<>();
    count(cells, missingCells, "missing");
    count(cells, texts.values().stream().mapToLong(text -> text.count).sum(), "with text");
    count(cells, heldCells, "filled with the last value");
    add(lines, "cells", cells);
    List<String> skipped = new ArrayList<>();
    count(skipped, sampledOf - sampled, "not in the sample");
    count(skipped, excluded, "excluded");
    count(skipped, elsewhere, "of other modes");
    count(skipped, withoutMode, "without a mode");
    count(skipped, notInOperation, "not in operation");
    count(skipped, incomplete, "incomplete");
    count(skipped, infinite, "with an infinite value");
    List<String> readingsSkipped = new ArrayList<>();
    count(readings.isEmpty() ? skipped : readingsSkipped, untimed, "without a readable time");
    count(skipped, duplicates, "with the time of the row before");
    count(skipped, late, "earlier than a row before");
    add(lines, "rows skipped", skipped);
    add(lines, "readings skipped", readingsSkipped);
    List<String> breaks = new ArrayList<>();
    count(breaks, irregular, irregular == 1 ? "irregular step" : "irregular steps");
    count(breaks, stops, stops == 1 ? "stop" : "stops");
    count(breaks, gaps, gaps == 1 ? "gap" : "gaps");
    count(
        breaks,
        setBacks,
        setBacks == 1 ? "time the clock was set back" : "times the clock was set back");
    add(lines, "breaks", breaks);
    if (setBacks + late > 0) {
      lines.add(
          "  Time runs back within a stream. If the file holds several machines, name their column"
              + " with --stream. If its times are local, write them with their offset from UTC.");
    }
    texts.entrySet().stream()
        .limit(COLUMNS_NAMED)
        .forEach(
            text ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "  text in %s: %s, the first \"%s\" at %s",
                        text.getKey(),
                        Counted.of(text.getValue().count, "cell"),
                        text.getValue().first,
                        text.getValue().at)));
    if (texts.size() > COLUMNS_NAMED) {
      lines.add("  and text in " + Counted.of(texts.size() - COLUMNS_NAMED, "more column"));
    }
    return lines;
  }

  private String tags() {
    List<String> parts = new ArrayList<>();
    readings.forEach(
        (acceptance, number) ->
            count(parts, number, acceptance.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    count(parts, unknownTags.values().stream().mapToLong(n -> n).sum(), unknown());
    return input + ": readings of tags: " + String.join(", ", parts);
  }

  private String unknown() {
    return "of other tags (" + Names.some(unknownTags.keySet(), COLUMNS_NAMED) + ")";
  }

  private static void count(List<String> parts, long number, String what) {
    if (number > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s", number, what));
    }
  }

  private static void add(List<String> lines, String what, List<String> parts) {
    if (!parts.isEmpty()) {
      lines.add("  " + what + ": " + String.join(", ", parts));
    }
  }

  /** Prints the lines. */
  public void print(PrintWriter err) {
    lines().forEach(err::println);
    err.flush();
  }
}
