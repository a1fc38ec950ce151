package io.kahkm.cli;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.FitSettings;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Tries what becomes of a model when a stretch of a recording joins its own. */
final class AcceptTrial {
  private final AcceptReadings readings;
  private final FitSettings settings;
  private final Model parent;
  private final Path reference;
  private final StateData old;
  private final Path folder;
  private final ConsoleProgress progress;

  /**
   * What became of it.
   *
   * @param acceptance the judged models
   * @param refusals what speaks against the new one, sentences without an end
   * @param exchanged how the exchanged sensors differ
   * @param reference the old recording, rewritten where sensors were exchanged
   */
  record Outcome(
      Acceptance acceptance, List<String> refusals, ExchangedSensors exchanged, Path reference) {
    /** Copies the list. */
    Outcome {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * Reads what the model was fitted on.
   *
   * @param readings how files are read
   * @param settings how the model was fitted
   * @param parent the model before
   * @param reference its recording
   * @param folder for files of the trial, which later ones of the same folder replace
   * @param progress told about every fit
   */
  AcceptTrial(
      AcceptReadings readings,
      FitSettings settings,
      Model parent,
      Path reference,
      Path folder,
      ConsoleProgress progress)
      throws IOException {
    this.readings = readings;
    this.settings = settings;
    this.parent = parent;
    this.reference = reference;
    this.folder = folder;
    this.progress = progress;
    old = readings.rows(reference, parent).read();
  }

  /**
   * Fits and judges.
   *
   * @param recording file of the accepted readings and others
   * @param all its rows
   * @param stretch which of them are accepted
   * @param sensors those that were exchanged before, possibly none
   * @param faults rows in which somebody labelled a fault
   * @throws DataException if these readings admit no model
   */
  Outcome of(
      Path recording, StateData all, AcceptedStretch stretch, List<String> sensors, BitSet faults)
      throws IOException {
    Path accepted = folder.resolve("accepted.csv");
    stretch.cut(recording, all.report().rows(), accepted);
    StateData normal = readings.rows(accepted, parent).read();
    Path rewritten = folder.resolve("rewritten.csv");
    ExchangedSensors exchanged = new ExchangedSensors(sensors, parent);
    boolean differs = exchanged.rewrite(reference, old, normal, rewritten);
    StateData kept = differs ? readings.rows(rewritten, parent).read() : old;
    Acceptance acceptance;
    try {
      acceptance =
          Acceptance.of(
              settings,
              parent,
              new Acceptance.Rows(kept.episodes(), kept.measured()),
              new Acceptance.Rows(normal.episodes(), normal.measured()),
              progress);
    } catch (IllegalArgumentException | MapFitException unfit) {
      throw new DataException("cannot fit: " + unfit.getMessage());
    }
    List<String> refusals = new ArrayList<>();
    if (faults.intersects(stretch.rows())) {
      refusals.add("a fault was labelled among the accepted readings");
    }
    refusals.addAll(AcceptRefusals.of(parent, old, acceptance));
    return new Outcome(acceptance, refusals, exchanged, differs ? rewritten : reference);
  }
}
