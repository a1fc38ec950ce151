package io.kahkm.cli;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ModelFileException;
import io.kahkm.internal.monitor.Readiness;
import io.kahkm.internal.monitor.StatePreparation;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm encode}: states in, soft coordinates out. */
@Command(
    name = "encode",
    sortOptions = false,
    header = {"Encode states into soft coordinates.", ""},
    description =
        "Encodes states into soft coordinates: one output row per input row, with the columns phi_1"
            + " to phi_C, score_1 to score_C if asked for, and class, the 0-based nearest class. A"
            + " row that gives no state (it only fills delays or teaches the stream's own scaling)"
            + " has empty cells.")
final class EncodeCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Spec private CommandSpec spec;

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

  @Option(
      names = "--episode",
      paramLabel = "COLUMN",
      description =
          "The column whose value is constant within an episode: a state does not reach back into "
              + "another one. Without it the file is one episode.")
  private String episode;

  @Option(
      names = "--stream",
      paramLabel = "COLUMN",
      description =
          "The column that names the stream of a row; streams may be interleaved. Without it the"
              + " file is one stream.")
  private String stream;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description = "The column that holds the event time, for --hold.")
  private String time;

  @Option(
      names = "--time-unit",
      defaultValue = "auto",
      paramLabel = "UNIT",
      description =
          "auto (ISO text, or epoch numbers whose size tells the unit), iso, min, s, ms, us or ns.")
  private TimeFormat timeUnit;

  @Option(
      names = "--hold",
      paramLabel = "DURATION",
      description =
          "How long the last value of a sensor stands in for a missing or textual one, by --time. "
              + "Without it such rows get no coordinates.")
  private Duration hold;

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
    OutputFile.requireFolder("--output", output);
    if ((hold == null) != (time == null)) {
      throw new UsageException("--hold and --time go together: held values age by the event time");
    }
    Model model = modelFile.readFor(state);
    try (CsvSource source = CsvSource.open(input)) {
      int[] columns = source.columns(state, "--state");
      int episodeColumn = episode == null ? -1 : source.column(episode, "--episode");
      int streamColumn = stream == null ? -1 : source.column(stream, "--stream");
      int timeColumn = time == null ? -1 : source.column(time, "--time");
      TimeText timeText = new TimeText(timeUnit);
      OutputFile.whole(
          output,
          part -> {
            List<String> header = header(model.map().classes());
            try (CsvSink sink = CsvSink.create(part, header)) {
              Rows rows = new Rows(model.map(), Collections.nCopies(header.size(), ""));
              while (source.next()) {
                boolean timed =
                    timeColumn < 0
                        || timeText.read(source.text(timeColumn)) == TimeText.Result.READ;
                sink.write(
                    timed
                        ? rows.encode(
                            streamColumn < 0 ? "" : source.text(streamColumn),
                            episodeColumn < 0 ? "" : source.text(episodeColumn),
                            timeColumn < 0
                                ? OptionalLong.empty()
                                : OptionalLong.of(timeText.nanos()),
                            reading(source, columns))
                        : rows.untimed());
              }
              warn(rows);
            }
          });
    }
    return ExitCode.OK;
  }

  private void warn(Rows rows) {
    PrintWriter err = spec.commandLine().getErr();
    if (rows.incomplete > 0) {
      err.printf(
          "%d rows have a cell without a finite number and got no coordinates%n", rows.incomplete);
    }
    if (rows.untimed > 0) {
      err.printf(
          "%d rows have no time after that of the row before and got no coordinates%n",
          rows.untimed);
    }
    err.flush();
  }

  /** Encodes the rows of a file in their order. */
  private final class Rows {
    private final KahmMap map;
    private final Encoder encoder;
    private final Encoding encoding;
    private final List<String> blank;
    private final Map<String, PreparedStream> streams = new HashMap<>();
    private int incomplete;
    private int untimed;

    Rows(KahmMap map, List<String> blank) {
      this.map = map;
      this.blank = blank;
      encoder = map.newEncoder();
      encoding = new Encoding(map.classes());
    }

    /** A row that has no place in time: it is passed over as other commands do. */
    List<?> untimed() {
      untimed++;
      return blank;
    }

    List<?> encode(String stream, String episode, OptionalLong time, double[] reading) {
      PreparedStream of =
          streams.computeIfAbsent(
              stream, name -> new PreparedStream(map, hold == null ? 0 : hold.toNanos()));
      if (time.isPresent() && !of.advance(time.getAsLong())) {
        return untimed();
      }
      of.enter(episode);
      Readiness readiness = of.preparation.accept(time.orElse(0), reading);
      incomplete += readiness == Readiness.INCOMPLETE ? 1 : 0;
      if (readiness != Readiness.READY) {
        return blank;
      }
      encoder.encode(of.preparation.state(), encoding);
      return row(encoding);
    }
  }

  /** The values of the present row, NaN where a cell holds no finite number. */
  private static double[] reading(CsvSource source, int[] columns) {
    double[] values = new double[columns.length];
    for (int i = 0; i < columns.length; i++) {
      double value = source.value(columns[i]).orElse(Double.NaN);
      values[i] = Double.isFinite(value) ? value : Double.NaN;
    }
    return values;
  }

  /** Where one stream of the file stands. */
  private static final class PreparedStream {
    final StatePreparation preparation;
    private String episode;
    private long lastTime = Long.MIN_VALUE;

    PreparedStream(KahmMap map, long hold) {
      preparation = new StatePreparation(map.settings(), map.scaling(), hold);
    }

    /** Whether a time follows the last one. */
    boolean advance(long time) {
      boolean later = time > lastTime;
      lastTime = later ? time : lastTime;
      return later;
    }

    void enter(String name) {
      if (!name.equals(episode)) {
        preparation.breakEpisode();
        episode = name;
      }
    }
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
