package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Requests that are carried out one after the other. The model and the recording of each are those
 * that the next one starts from, as if {@code accept} had been called for each with the files that
 * the one before wrote. For one thread.
 */
final class RequestChain {
  private final AcceptOrder order;
  private final AcceptReadings readings;
  private final AcceptRun run;
  private final IncidentBook book;

  /** Lines of readings that are in the model by now. */
  private final BitSet taken = new BitSet();

  /** Lines in which somebody labelled a fault, of all streams. */
  private final BitSet faults = new BitSet();

  private Model model;
  private Path reference;
  private AcceptTrial trial;
  private int steps;

  /** What became of a request. */
  enum Kind {
    /** The readings are in the model. */
    ACCEPTED,
    /** They must not be, or cannot. */
    REFUSED,
    /** They were not found where this run looked for them. */
    LEFT_OPEN
  }

  /**
   * What became of a request.
   *
   * @param request the request
   * @param kind what became of it
   * @param reason why, a sentence without an end; empty where it is accepted
   */
  record Decision(IncidentEntry.AcceptRequest request, Kind kind, String reason) {
    /** A sentence. */
    String words() {
      return switch (kind) {
        case ACCEPTED -> "Accepted.";
        case REFUSED -> "Refused: " + reason + ".";
        case LEFT_OPEN -> "Left open: " + reason + ".";
      };
    }
  }

  /**
   * A chain of which nothing is done.
   *
   * @param order what is accepted into
   * @param readings how files are read
   * @param run the readings of all requests
   * @param book what the incidents topic holds
   * @throws DataException if the recording is not that of the model: nobody's request is to blame
   */
  RequestChain(AcceptOrder order, AcceptReadings readings, AcceptRun run, IncidentBook book)
      throws IOException {
    this.order = order;
    this.readings = readings;
    this.run = run;
    this.book = book;
    model = order.parent();
    reference = readings.reference();
    trial = run.trial(model, reference);
    if (!trial.refusals().isEmpty()) {
      throw new DataException("no request was carried out: " + String.join("; ", trial.refusals()));
    }
  }

  /**
   * Carries a request out.
   *
   * @return what became of it
   */
  Decision carryOut(IncidentEntry.AcceptRequest request) throws IOException, ModelFileException {
    try {
      IncidentEntry.Happening incident = AcceptedIncident.find(book, request.incident());
      WantedReadings wanted = WantedReadings.of(incident);
      Optional<Integer> number = run.number(wanted.stream());
      Optional<AcceptedStretch> stretch = number.flatMap(found -> run.stretch(wanted, found));
      if (stretch.isEmpty()) {
        return new Decision(request, Kind.LEFT_OPEN, wanted.none());
      }
      return carryOut(request, incident.stream(), number.get(), stretch.get());
    } catch (DataException | UsageException impossible) {
      return new Decision(request, Kind.REFUSED, impossible.getMessage());
    }
  }

  private Decision carryOut(
      IncidentEntry.AcceptRequest request, String stream, int number, AcceptedStretch stretch)
      throws IOException, ModelFileException {
    List<String> sensors = request.sensor().stream().toList();
    if (!model.map().sensors().containsAll(sensors)) {
      return new Decision(
          request,
          Kind.REFUSED,
          "sensor " + sensors.get(0) + " is none of the model's: " + model.map().sensors());
    }
    BitSet ofStream = readings.faults(Optional.of(book), Optional.of(stream), run.all(), number);
    faults.or(ofStream);
    Optional<AcceptedStretch> rest = stretch.without(run.all(), taken);
    if (rest.isEmpty()) {
      return sensors.isEmpty()
          ? new Decision(request, Kind.ACCEPTED, "")
          : new Decision(
              request, Kind.REFUSED, "its readings are in the model already, by another request");
    }
    AcceptTrial.Outcome outcome = trial.of(rest.get(), sensors, ofStream);
    order.say(outcome.exchanged().words());
    order.say(AcceptReport.lines(outcome.acceptance()));
    if (!outcome.refusals().isEmpty()) {
      return new Decision(request, Kind.REFUSED, String.join("; ", outcome.refusals()));
    }
    advance(request, stream, outcome);
    return new Decision(request, Kind.ACCEPTED, "");
  }

  /** The next request starts from the files of this one. */
  private void advance(
      IncidentEntry.AcceptRequest request, String stream, AcceptTrial.Outcome outcome)
      throws IOException, ModelFileException {
    steps++;
    AcceptedModel accepted = new AcceptedModel(model, outcome, Optional.of(stream));
    Path recording = run.file("recording-" + steps + ".csv");
    accepted.writeRecording(run, readings.streamColumn(reference, model), recording);
    Path file = run.file("model-" + steps + ".safetensors");
    String why = request.who() + " asked to accept incident " + request.incident();
    ModelFile.write(accepted.model(order.who(), why, Optional.empty()), file);
    taken.or(outcome.stretch().rows());
    reference = recording;
    model = ModelFile.read(file);
    trial = run.trial(model, reference);
  }

  /**
   * Writes the model that holds all accepted readings, where there are any.
   *
   * @param recording where its recording goes, if anywhere
   */
  void finish(Optional<Path> recording) throws IOException {
    if (steps == 0) {
      return;
    }
    order.say(
        AcceptReport.lines(
            LabelledFault.of(
                faults, run.scored(order.parent(), "old model"), run.scored(model, "new model")),
            run.all()));
    if (recording.isPresent()) {
      OutputFile.whole(
          recording.get(),
          part -> Files.copy(reference, part, StandardCopyOption.REPLACE_EXISTING));
    }
    ModelFile.write(model, order.output());
  }
}
