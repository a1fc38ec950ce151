package io.kahkm.cli;

import io.kahkm.kahm.Encoder;
import io.kahkm.kahm.Encoding;
import io.kahkm.kahm.Model;
import io.kahkm.kahm.ModelFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kahkm encode}: states in, soft coordinates out. */
@Command(
    name = "encode",
    sortOptions = false,
    header = {"Encode states into soft coordinates.", ""},
    description =
        "Encodes states into soft coordinates: one output row per input row, with the columns "
            + "phi_1 to phi_C, score_1 to score_C if asked for, and class, the 0-based nearest class.")
final class EncodeCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "FILE",
      description = "CSV file with a header row; - is standard input.")
  private String input;

  @Option(
      names = "--state",
      required = true,
      split = ",",
      paramLabel = "COLUMN",
      description = "The columns that hold the sensor values, for example q,p.")
  private List<String> state;

  @Option(names = "--scores", description = "Write the reconstruction scores of the classes too.")
  private boolean scores;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "The CSV file to write.")
  private Path output;

  @Override
  public Integer call() throws IOException, ModelFileException {
    OutputFile.requireFolder(output);
    Model model = modelFile.readFor(state);
    int classes = model.map().classes();
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(classes);
    try (CsvSource source = CsvSource.open(input)) {
      int[] columns = source.columns(state, "--state");
      OutputFile.whole(
          output,
          part -> {
            try (CsvSink sink = CsvSink.create(part, header(classes))) {
              while (source.next()) {
                encoder.encode(source.numbers(columns), encoding);
                sink.write(row(encoding));
              }
            }
          });
    }
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
    names.add("class");
    return names;
  }

  private List<Object> row(Encoding encoding) {
    List<Object> values = new ArrayList<>();
    for (double coordinate : encoding.coordinates()) {
      values.add(coordinate);
    }
    if (scores) {
      for (double score : encoding.scores()) {
        values.add(score);
      }
    }
    values.add(encoding.nearestClass());
    return values;
  }
}
