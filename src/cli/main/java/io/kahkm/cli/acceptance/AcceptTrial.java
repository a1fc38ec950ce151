package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.Recording;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Tries what becomes of a model when stretches of a recording join its own. */
final class AcceptTrial {
  private final AcceptReadings readings;
  private final Model parent;
  private final Path reference;
  private final AcceptRun run;
  private final StateData old;

  /**
   * What became of it.
   *
   * @param stretch the accepted readings
   * @param acceptance the judged models
   * @param refusals what speaks against the new one, sentences without an end
   * @param exchanged how the exchanged sensors differ
   * @param reference the old recording, rewritten where sensors were exchanged
   * @param old its rows before that
   */
  record Outcome(
      AcceptedStretch stretch,
      Acceptance acceptance,
      List<String> refusals,
      ExchangedSensors exchanged,
      Path reference,
      StateData old) {
    /** Copies the list. */
    Outcome {
      refusals = List.copyOf(refusals);
    }
  }

  /** The recordings of a trial. */
  private record Rows(
      Recording old, Recording accepted, ExchangedSensors exchanged, Path reference) {}

  /**
   * Reads what the model was fitted on.
   *
   * @param readings how files are read
   * @param parent the model before, with thresholds
   * @param reference its recording
   * @param run the readings of which some are accepted
   */
  AcceptTrial(AcceptReadings readings, Model parent, Path reference, AcceptRun run)
      throws IOException {
    this.readings = readings;
    this.parent = parent;
    this.reference = reference;
    this.run = run;
    old = readings.fitted(reference, parent).read();
  }

  /** What speaks against the recording itself, whatever is accepted: sentences without an end. */
  List<String> refusals() {
    return AcceptRefusals.ofReference(parent, old);
  }

  /**
   * Fits and judges.
   *
   * @param stretch the accepted readings
   * @param sensors those that were exchanged before, possibly none
   * @param faults rows in which somebody labelled a fault
   * @throws DataException if these readings admit no model
   */
  Outcome of(AcceptedStretch stretch, List<String> sensors, BitSet faults) throws IOException {
    Rows rows = rows(stretch, sensors);
    Acceptance acceptance;
    try {
      acceptance =
          Acceptance.of(
              AcceptRefusals.settings(parent), parent, rows.old, rows.accepted, run.progress());
    } catch (IllegalArgumentException | MapFitException unfit) {
      throw new DataException("cannot fit: " + unfit.getMessage());
    }
    List<String> refusals = new ArrayList<>();
    if (faults.intersects(stretch.rows())) {
      refusals.add("a fault was labelled among the accepted readings");
    }
    refusals.addAll(refusals());
    refusals.addAll(AcceptRefusals.of(acceptance));
    return new Outcome(stretch, acceptance, refusals, rows.exchanged, rows.reference, old);
  }

  /**
   * Whether {@link #of} would refuse nothing. It stops at the first reason to refuse.
   *
   * @param stretch the accepted readings
   * @param sensors those that were exchanged before, possibly none
   * @param faults rows in which somebody labelled a fault
   */
  boolean passes(AcceptedStretch stretch, List<String> sensors, BitSet faults) throws IOException {
    if (faults.intersects(stretch.rows()) || !refusals().isEmpty()) {
      return false;
    }
    try {
      Rows rows = rows(stretch, sensors);
      Optional<Acceptance> passing =
          Acceptance.passing(
              AcceptRefusals.settings(parent), parent, rows.old, rows.accepted, Progress.NONE);
      return passing.filter(one -> AcceptRefusals.of(one).isEmpty()).isPresent();
    } catch (DataException | UsageException | IllegalArgumentException | MapFitException unfit) {
      return false;
    }
  }

  private Rows rows(AcceptedStretch stretch, List<String> sensors) throws IOException {
    Path accepted = run.file("accepted.csv");
    stretch.cut(run.recording(), run.all().report().rows(), accepted);
    StateData normal = readings.rows(accepted, parent).read();
    Path rewritten = run.file("rewritten.csv");
    ExchangedSensors exchanged = new ExchangedSensors(sensors, parent);
    boolean differs = exchanged.rewrite(reference, old, normal, rewritten);
    StateData kept = differs ? readings.fitted(rewritten, parent).read() : old;
    return new Rows(
        kept.recording(), normal.recording(), exchanged, differs ? rewritten : reference);
  }
}
