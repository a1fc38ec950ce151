package io.kahkm.cli.recording;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.Readiness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kahkm encode}: states in, soft coordinates out, as the engine encodes them. */
@Command(
    name = "encode",
    sortOptions = false,
    header = {"Encode states into soft coordinates.", ""},
    showDefaultValues = true,
    description =
        "Encodes states into soft coordinates: one output row per input row, with the columns phi_1"
            + " to phi_C, score_1 to score_C if asked for, and class, the 0-based nearest class."
            + " Rows are read as the engine reads them. A row without a state (it is incomplete,"
            + " has no place in time, or only fills delays or teaches the stream's own scaling) has"
            + " empty cells. With --next the first state of every pair is encoded. With --layout"
            + " tags there is one output row per complete row made from the tags, preceded by its"
            + " time and, with --stream, its stream.")
public final class EncodeCommand implements Callable<Integer> {
  private static final List<String> RELATIONS =
      List.of("relation", "relation_p", "relation_evidence", "relation_broken");

  private static final List<String> NOTICES = List.of("novelty_notice", "relation_notice");

  private static final Set<String> WHOLE =
      Set.of("class", "outside_map", "relation_broken", "novelty_notice", "relation_notice");

  /** The monitor forecasts at least one horizon. */
  private static final List<Integer> ONE_STEP = List.of(1);

  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;
  @Mixin private ReplaceOption replacing;

  @Option(
      names = "--scores",
      description =
          "Also write the reconstruction scores of the classes and whether the stream is unlike the"
              + " recording; for a model that watches relations, R, its p-value, the evidence M and"
              + " whether sensors disagree (empty if a row has none); for a model with alarms,"
              + " whether a provisional alarm raises a notice.")
  private boolean scores;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "The CSV file to write.")
  private Path output;

  @Override
  public Integer call() throws IOException, ModelFileException {
    OutputFile.requireFolder("--output", output);
    data.check();
    Model model = modelFile.readFor(data);
    replacing.check("--output", output, modelFile.path);
    StateData input = data.readStates();
    boolean watched = scores && model.channels().relations();
    boolean alarms = scores && model.alarms().isPresent();
    List<String> header = header(model.map().classes(), alarms, watched);
    double[][] rows = new double[Math.toIntExact(input.report().rows())][];
    List<List<Object>> places = new ArrayList<>(Collections.nCopies(rows.length, List.of()));
    OfflineRun.run(
        model,
        input,
        1,
        ONE_STEP,
        Projection.NONE,
        Optional.empty(),
        (row, assessment) -> {
          if (data.tags.tags()) {
            places.set(Math.toIntExact(row.line()), place(input, row));
          }
          boolean encoded = assessment.readiness() == Readiness.READY;
          if (encoded || watched) {
            double[] values = new double[header.size()];
            int place = values(assessment, values, header.indexOf("class"), encoded, watched);
            if (alarms) {
              values[++place] = assessment.alarms().noveltyNotice() ? 1 : 0;
              values[++place] = assessment.alarms().relationNotice() ? 1 : 0;
            }
            rows[Math.toIntExact(row.line())] = values;
          }
        });
    OutputFile.whole(
        output,
        part -> {
          List<String> named = new ArrayList<>(placeNames(input));
          named.addAll(header);
          try (CsvSink sink = CsvSink.create(part, named)) {
            for (int i = 0; i < rows.length; i++) {
              if (data.tags.tags() && places.get(i).isEmpty()) {
                continue;
              }
              List<Object> cells = new ArrayList<>(places.get(i));
              cells.addAll(
                  rows[i] == null
                      ? Collections.nCopies(header.size(), "")
                      : cells(header, rows[i]));
              sink.write(cells);
            }
          }
        });
    return ExitCode.OK;
  }

  /** Columns that say which row it is, where the file has no such row. */
  private List<String> placeNames(StateData input) {
    if (!data.tags.tags()) {
      return List.of();
    }
    return input.streams().isEmpty() ? List.of("time") : List.of("stream", "time");
  }

  private static List<Object> place(StateData input, StateData.Row row) {
    String time = Instant.ofEpochSecond(0, row.observation().time()).toString();
    return input.streams().isEmpty()
        ? List.of(time)
        : List.of(input.streams().get(row.stream()), time);
  }

  private List<String> header(int classes, boolean alarms, boolean watched) {
    List<String> names = new ArrayList<>();
    for (int c = 1; c <= classes; c++) {
      names.add("phi_" + c);
    }
    for (int c = 1; scores && c <= classes; c++) {
      names.add("score_" + c);
    }
    names.add("class");
    if (scores) {
      names.add("outside_map");
    }
    if (watched) {
      names.addAll(RELATIONS);
    }
    if (alarms) {
      names.addAll(NOTICES);
    }
    return names;
  }

  /**
   * Coordinates, scores if asked for, the class of the observed state, and its relations; NaN where
   * the row has none. From the place of the class on; returns that of the last value.
   */
  private int values(
      RowAssessment assessment, double[] values, int first, boolean encoded, boolean watched) {
    Arrays.fill(values, Double.NaN);
    int place = first;
    if (encoded) {
      double[] coordinates = assessment.coordinates();
      System.arraycopy(coordinates, 0, values, 0, coordinates.length);
      if (scores) {
        System.arraycopy(assessment.scores(), 0, values, coordinates.length, coordinates.length);
      }
      values[place] = assessment.nearestClass();
    }
    if (scores) {
      values[++place] = assessment.alarms().outsideMap() ? 1 : 0;
    }
    if (watched) {
      values[++place] = assessment.alarms().relation();
      values[++place] = assessment.alarms().relationP();
      values[++place] = assessment.alarms().relationEvidence();
      values[++place] = assessment.alarms().relationBroken() ? 1 : 0;
    }
    return place;
  }

  /** Classes and yes or no are whole numbers. */
  private static List<Object> cells(List<String> header, double[] values) {
    List<Object> cells = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      boolean whole = WHOLE.contains(header.get(i));
      cells.add(
          Double.isNaN(values[i]) ? "" : whole ? (Object) (int) values[i] : (Object) values[i]);
    }
    return cells;
  }
}
