package io.kahkm.cli;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ModelFileException;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.internal.monitor.Readiness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
            + " to phi_C, score_1 to score_C if asked for, and class, the 0-based nearest class. Rows"
            + " are taken as the engine takes them; one that gives no state (it is incomplete or has no"
            + " place in time, it only fills delays or teaches the stream's own scaling) has empty"
            + " cells. With --next the first state of every pair is encoded.")
final class EncodeCommand implements Callable<Integer> {
  private static final String CLASS = "class";

  /** The monitor forecasts at least one horizon. */
  private static final List<Integer> ONE_STEP = List.of(1);

  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;

  @Option(
      names = "--scores",
      description =
          "Write the reconstruction scores of the classes too. What a reading means for its stream"
              + " is said by score.")
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
    StateData input = data.readStates();
    List<String> header = header(model.map().classes());
    double[][] rows = new double[Math.toIntExact(input.report().rows())][];
    OfflineRun.run(
        model,
        input,
        1,
        ONE_STEP,
        Projection.NONE,
        Optional.empty(),
        (row, assessment) -> {
          if (assessment.readiness() == Readiness.READY) {
            rows[Math.toIntExact(row.line())] = values(assessment, header.size());
          }
        });
    OutputFile.whole(
        output,
        part -> {
          try (CsvSink sink = CsvSink.create(part, header)) {
            for (double[] row : rows) {
              sink.write(row == null ? Collections.nCopies(header.size(), "") : cells(header, row));
            }
          }
        });
    return ExitCode.OK;
  }

  private List<String> header(int classes) {
    List<String> names = new ArrayList<>();
    for (int c = 1; c <= classes; c++) {
      names.add("phi_" + c);
    }
    for (int c = 1; scores && c <= classes; c++) {
      names.add("score_" + c);
    }
    names.add(CLASS);
    return names;
  }

  /** Coordinates, scores if asked for, and the class of the observed state. */
  private double[] values(Assessment assessment, int columns) {
    double[] values = new double[columns];
    double[] coordinates = assessment.coordinates();
    System.arraycopy(coordinates, 0, values, 0, coordinates.length);
    if (scores) {
      System.arraycopy(assessment.scores(), 0, values, coordinates.length, coordinates.length);
    }
    values[columns - 1] = assessment.nearestClass();
    return values;
  }

  /** The class is a whole number. */
  private static List<Object> cells(List<String> header, double[] values) {
    List<Object> cells = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      cells.add(header.get(i).equals(CLASS) ? (Object) (int) values[i] : (Object) values[i]);
    }
    return cells;
  }
}
