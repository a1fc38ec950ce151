package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.draft.TopicSample;
import io.kahkm.cli.recording.InputOptions;
import io.kahkm.cli.recording.RowProvenance;
import io.kahkm.cli.rows.FaultLabels;
import io.kahkm.cli.rows.MarkedFaults;
import io.kahkm.cli.rows.StateData;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Where {@code accept} finds readings: those of the recording that the model was fitted on, and
 * those that are normal now, with the faults that somebody labelled among them.
 */
final class AcceptReadings {
  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file: columns, steps, the model's file, brokers and topics.")
  private Path topology;

  @Mixin private SetOption set;

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description =
          "CSV file that the model was fitted on. It is needed because model files do not keep the"
              + " order of the rows that a fit needs.")
  private Path reference;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "CSV file of accepted readings and possibly others. Labelled faults among the others"
              + " test both models. Without this option the input topic is read.")
  private String input;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT,...",
      description =
          "Brokers, instead of those of the topology file. With --input: marks of the incidents"
              + " topic count as labels too.")
  private String bootstrap;

  @Option(
      names = "--records",
      defaultValue = "2000000",
      paramLabel = "N",
      description = "About how many of the newest records of the input topic are read.")
  private int records;

  @Option(
      names = "--stream-column",
      paramLabel = "COLUMN",
      description =
          "The column that names the stream of a row, where files hold several; by default that"
              + " of the model's recording.")
  private String streamColumn;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      description = "Column of --input that marks faults: a number other than 0, or true.")
  private String labels;

  /** The topology file. */
  Path topology() {
    return topology;
  }

  /** What the topology file says, with the settings of the command line. */
  TopologyConfig config() throws IOException {
    return set.load(topology.toString());
  }

  /** The recording that the model was fitted on. */
  Path reference() {
    if (reference == null) {
      throw new UsageException("--reference is missing: the CSV file that the model was fitted on");
    }
    return reference;
  }

  /** Whether a recording is given. */
  boolean hasReference() {
    return reference != null;
  }

  /** Whether accepted readings are those of a file, not of the input topic. */
  boolean ofFile() {
    return input != null;
  }

  /** The incidents topic. */
  IncidentTopic incidents() {
    return IncidentTopic.of(topology.toString(), bootstrap, set);
  }

  /**
   * The file with the readings that may be accepted.
   *
   * @param config what the topology file says
   * @param streams the streams whose records are wanted
   * @param copy where records of the topic are written to
   * @param progress told how many were read
   * @return that of {@code --input}, else the copy
   */
  Path recording(TopologyConfig config, Set<String> streams, Path copy, Progress progress)
      throws IOException {
    if (input != null) {
      if (streamColumn != null && columnOf(Path.of(input)) == null) {
        throw new UsageException("--stream-column: " + input + " has no column " + streamColumn);
      }
      return Path.of(input);
    }
    IncidentTopic brokers = incidents();
    TopicSample sample =
        TopicSample.read(
            brokers.brokers(),
            config.input().topic(),
            records,
            brokers.consumer(),
            streams::contains,
            progress);
    List<String> header = sample.header();
    streamColumn = header.get(0);
    try (CsvSink sink = CsvSink.create(copy, header)) {
      for (List<String> row : sample.rows()) {
        sink.write(row);
      }
    }
    return copy;
  }

  /** Rows of a file, told apart by the column given or else by that of the model's recording. */
  InputOptions rows(Path file, Model model) throws IOException {
    InputOptions options = InputOptions.of(topology, file.toString(), columnOf(file), set);
    options.takeStream(model);
    return options;
  }

  /** Those of a model's recording that its fit used. */
  InputOptions fitted(Path recording, Model model) throws IOException {
    InputOptions options = rows(recording, model);
    options.takeSample(model);
    return options;
  }

  /**
   * The column by which the rows of a file are told apart.
   *
   * @param model says so where no option does
   * @return empty where the file is read as one stream
   */
  Optional<String> streamColumn(Path file, Model model) throws IOException {
    String given = columnOf(file);
    if (given != null) {
      return Optional.of(given);
    }
    try (CsvSource source = CsvSource.open(file.toString())) {
      return RowProvenance.streamColumn(model).filter(source.header()::contains);
    }
  }

  /** The column of streams, where the file has it. */
  private String columnOf(Path file) throws IOException {
    if (streamColumn == null) {
      return null;
    }
    try (CsvSource source = CsvSource.open(file.toString())) {
      return source.header().contains(streamColumn) ? streamColumn : null;
    }
  }

  /**
   * The incidents topic, where its marks count as labels.
   *
   * @return all that is on the topic; empty where it is not read
   */
  Optional<IncidentBook> book(TopologyConfig config) throws IOException {
    return config.incidents().topic().isPresent() && (input == null || bootstrap != null)
        ? Optional.of(incidents().read())
        : Optional.empty();
  }

  /**
   * Rows in which a fault was: by the column of labels, and by marks of incidents.
   *
   * @param book incidents and their marks, where they are known
   * @param stream the stream's name, as incidents have it; empty where nobody said
   * @param all the rows
   * @param number the stream's number in the rows
   * @return lines of the rows
   */
  BitSet faults(Optional<IncidentBook> book, Optional<String> stream, StateData all, int number)
      throws IOException {
    BitSet faults = new BitSet();
    if (labels != null) {
      if (input == null) {
        throw new UsageException("--labels needs --input: records of the topic have no labels");
      }
      faults.or(FaultLabels.read(input, labels).rows());
    }
    if (book.isPresent() && stream.isPresent()) {
      faults.or(MarkedFaults.of(book.get(), stream.get(), all, number));
    }
    return faults;
  }
}
