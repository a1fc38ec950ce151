package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.recording.ScoreCommand;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one run of {@code accept} works on: a recording that was read, and a folder for its files.
 */
final class AcceptRun implements AutoCloseable {
  private final AcceptReadings readings;
  private final TopologyConfig config;
  private final Path folder;
  private final ConsoleProgress progress;
  private Path recording;
  private StateData all;

  private AcceptRun(AcceptReadings readings, TopologyConfig config, Path folder, PrintWriter err) {
    this.readings = readings;
    this.config = config;
    this.folder = folder;
    progress = new ConsoleProgress(err);
  }

  /**
   * Reads what may be accepted.
   *
   * @param readings where it is
   * @param config what the topology file says
   * @param model says how streams are told apart where nothing else does
   * @param streams those whose records are wanted, where they come from the topic
   * @param err told how far it is
   */
  static AcceptRun open(
      AcceptReadings readings,
      TopologyConfig config,
      Model model,
      Set<String> streams,
      PrintWriter err)
      throws IOException {
    AcceptRun run = new AcceptRun(readings, config, Files.createTempDirectory("kahkm-accept"), err);
    try {
      run.recording = readings.recording(config, streams, run.file("recording.csv"), run.progress);
      run.all = readings.rows(run.recording, model).readStates();
      return run;
    } catch (IOException | RuntimeException failed) {
      run.close();
      throw failed;
    }
  }

  /** A file of this run, deleted at its end. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** The file of the readings. */
  Path recording() {
    return recording;
  }

  /** The readings. */
  StateData all() {
    return all;
  }

  /** Told how far it is. */
  ConsoleProgress progress() {
    return progress;
  }

  /**
   * The number of a stream in the readings.
   *
   * @param stream its name; empty where nobody said
   * @return empty if there is no reading of it; the only one there is, where readings have no names
   */
  Optional<Integer> number(Optional<String> stream) {
    if (all.streams().isEmpty()) {
      return Optional.of(0);
    }
    if (stream.isEmpty()) {
      if (all.streams().size() == 1) {
        return Optional.of(0);
      }
      throw new UsageException("--stream is missing: the readings are of " + all.streams());
    }
    return Optional.of(all.streams().indexOf(stream.get())).filter(number -> number >= 0);
  }

  /**
   * The readings of a stream between two times.
   *
   * @param wanted which
   * @param number the stream's number
   * @return empty if there are none
   */
  Optional<AcceptedStretch> stretch(WantedReadings wanted, int number) {
    if (wanted.timed() && !all.timing().timed()) {
      throw new UsageException(wanted.options() + " needs input.time in the topology file");
    }
    return AcceptedStretch.find(all, number, wanted.from(), wanted.to());
  }

  /**
   * A trial of stretches of these readings.
   *
   * @param parent the model before
   * @param reference its recording
   */
  AcceptTrial trial(Model parent, Path reference) throws IOException {
    return new AcceptTrial(readings, parent, reference, this);
  }

  /**
   * Replays all readings.
   *
   * @param model judges them
   * @param name of the model, for people
   */
  ScoredRun scored(Model model, String name) {
    ScoredRun run =
        new ScoredRun(model, all, config.input().fields().unitsOf(model.map().sensors()));
    run.score(
        () -> ScoreCommand.monitor(Optional.of(config), model, all, List.of()),
        List.of(),
        (stage, done, total) -> progress.update(name + ": " + stage, done, total));
    return run;
  }

  /** Deletes the folder. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** That readings are missing. */
  DataException none(WantedReadings wanted) {
    return new DataException(
        wanted.incident().isPresent()
                || wanted.stream().isEmpty()
                || !number(wanted.stream()).isEmpty()
            ? wanted.none()
            : "there is no reading from stream " + wanted.stream().get());
  }
}
