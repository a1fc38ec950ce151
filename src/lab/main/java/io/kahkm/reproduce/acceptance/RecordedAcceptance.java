package io.kahkm.reproduce.acceptance;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.NabFailures;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.SkabFile;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Recorded plants through {@code init}, {@code fit}, {@code accept} and {@code score}: the stretch
 * with most rows of false incident is accepted, and the rest shows what that did. The recordings do
 * not come with the project; those that the folder lacks are left out.
 */
public final class RecordedAcceptance implements Study {
  private static final double PERCENT = 100;

  private static final int NAB_FITTED = 2_000;
  private static final int NAB_ACCEPTED = 1_000;

  private static final int SKAB_ACCEPTED = 60;

  /** Stretches that are offered one after the other while they are refused. */
  private static final int MOST_OFFERS = 8;

  private final Path folder;

  /**
   * A study of a folder.
   *
   * @param folder holds the recordings
   */
  public RecordedAcceptance(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "acceptance-recorded";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<List<String>> rows = new ArrayList<>();
    try {
      Path nab = folder.resolve("nab_machine_temperature.csv");
      if (Files.exists(nab)) {
        rows.add(nab(Files.readAllLines(nab)));
      }
      if (Files.isDirectory(folder.resolve("skab_open"))) {
        rows.addAll(skab(folder, progress));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Outcome.ofTables(
        rows.isEmpty()
            ? List.of()
            : List.of(
                new ResultTable(
                    "acceptance-recorded",
                    "One acceptance on recorded plants",
                    ResultTable.columns(
                        "recording | accepted | refused before | false rows before | after | "
                            + "fewer | later faults found before | after"),
                    rows,
                    List.of(
                        "Fitted to the first rows (NAB 2,000, SKAB 400). Accepted is, of all"
                            + " stretches without a labelled fault (NAB 1,000 rows, SKAB 60) that"
                            + " have something after them, the one with most rows of incident;"
                            + " where it is refused, the next. false rows: of incidents outside of"
                            + " labelled faults after the accepted stretch. Reported, not judged:"
                            + " whether such a stretch was a new normal, nobody said."),
                    false,
                    true)));
  }

  private static List<String> nab(List<String> lines) {
    List<String> body = lines.subList(1, lines.size());
    BitSet faults = new BitSet();
    for (int row = 0; row < body.size(); row++) {
      String time = body.get(row).split(",", -1)[0];
      faults.set(row, NabFailures.window(time) >= 0);
    }
    return new Recording("NAB", lines.get(0), body, faults, ",", NAB_FITTED, NAB_ACCEPTED).row();
  }

  private static List<List<String>> skab(Path folder, Progress progress) throws IOException {
    List<SkabFile> files = SkabFile.all(folder);
    List<List<String>> rows = new ArrayList<>();
    for (SkabFile file : files) {
      progress.update("recordings", rows.size(), files.size());
      rows.add(
          new Recording(
                  file.name(),
                  file.header(),
                  file.rows(),
                  file.faults(),
                  ";",
                  SkabFile.FITTED,
                  SKAB_ACCEPTED)
              .row());
    }
    return rows;
  }

  /**
   * A recording.
   *
   * @param name what the table calls it
   * @param header its first line
   * @param body the others
   * @param faults rows of them that are labelled
   * @param separator of its cells, of which the first is the time
   * @param fitted rows that are fitted
   * @param length rows that are accepted
   */
  private record Recording(
      String name,
      String header,
      List<String> body,
      BitSet faults,
      String separator,
      int fitted,
      int length) {
    List<String> row() {
      try (ProductCommands commands = new ProductCommands()) {
        Path first = commands.write("fit.csv", header, body.subList(0, fitted));
        Path rest = commands.write("rest.csv", header, body.subList(fitted, body.size()));
        ProductCommands.Fitted made = commands.initAndFit(first);
        BitSet wrong = faults.get(fitted, body.size());
        FileScores before = FileScores.of(commands, made.topology(), made.model(), rest);
        Path child = commands.file("plant-2.safetensors");
        int offers = 0;
        for (int start : starts(before, wrong)) {
          ProductCommands.Ended ended =
              commands.end(
                  List.of(
                      "accept",
                      made.topology().toString(),
                      "--reference",
                      first.toString(),
                      "--input",
                      rest.toString(),
                      "--from",
                      time(start),
                      "--to",
                      time(start + length - 1),
                      "--why",
                      "study",
                      "--who",
                      "study",
                      "--output",
                      child.toString()));
          if (ended.code() == 0) {
            return row(
                start,
                offers,
                wrong,
                before,
                FileScores.of(commands, made.topology(), child, rest));
          }
          if (!ended.words().contains("Refused: ")) {
            throw new IllegalStateException(name + ": " + ended.words());
          }
          offers++;
        }
        return List.of(name, "nothing", offers + "", "", "", "", "", "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private List<String> row(
        int start, int offers, BitSet wrong, FileScores before, FileScores after) {
      int from = start + length;
      int one = before.falseRows(from, before.rows(), wrong);
      int other = after.falseRows(from, after.rows(), wrong);
      return List.of(
          name,
          "rows " + (fitted + start) + " to " + (fitted + from - 1),
          Integer.toString(offers),
          Integer.toString(one),
          Integer.toString(other),
          one == 0 ? "" : String.format(Locale.ROOT, "%.0f %%", PERCENT * (one - other) / one),
          faults(before, from, wrong),
          faults(after, from, wrong));
    }

    /** How many of the later faults are found, and after how many rows each. */
    private static String faults(FileScores scores, int from, BitSet wrong) {
      List<String> delays = new ArrayList<>();
      int found = 0;
      for (int begin = wrong.nextSetBit(from); begin >= 0; ) {
        int end = wrong.nextClearBit(begin);
        int delay = scores.delay(begin, end);
        found += delay >= 0 ? 1 : 0;
        delays.add(delay >= 0 ? Integer.toString(delay) : "-");
        begin = wrong.nextSetBit(end);
      }
      return found + " of " + delays.size() + " (" + String.join(", ", delays) + ")";
    }

    /** First rows of stretches with incidents and no fault, before the last fault; most first. */
    private List<Integer> starts(FileScores scores, BitSet wrong) {
      List<Integer> starts = new ArrayList<>();
      for (int start = 0; start + length < wrong.length(); start += length / 2) {
        boolean sound = wrong.get(start, start + length).isEmpty();
        if (sound && scores.falseRows(start, start + length, wrong) > length / 2) {
          starts.add(start);
        }
      }
      starts.sort(
          (a, b) ->
              scores.falseRows(b, b + length, wrong) - scores.falseRows(a, a + length, wrong));
      return starts.subList(0, Math.min(MOST_OFFERS, starts.size()));
    }

    private String time(int row) {
      return body.get(fitted + row).split(separator, -1)[0].replace(' ', 'T');
    }
  }
}
