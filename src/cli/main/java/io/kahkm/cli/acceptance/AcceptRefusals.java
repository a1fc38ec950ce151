package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.recording.RowProvenance;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.FitSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Why a new normal is not made a model: at all, or without force. */
final class AcceptRefusals {
  /**
   * Part of the model's steps that the reference has to hold: a fit that joined two recordings
   * piece by piece knows some steps from one to the other, which are in neither.
   */
  private static final double LEAST_KNOWN = 0.9;

  private AcceptRefusals() {}

  /**
   * Refuses what no new normal can be made of.
   *
   * @param topology the file, for messages
   * @throws UsageException saying why
   */
  static void check(Path topology, Model parent, TopologyConfig config) {
    if (config.input().tags().isPresent()) {
      throw new UsageException(
          topology
              + ": accept takes rows. Make rows of both recordings with kahkm encode, give it a"
              + " topology file with these columns as state and time, and --input; the model that"
              + " it writes serves the tags as well");
    }
    if (!config.input().fields().next().isEmpty()) {
      throw new UsageException(
          topology + ": accept needs rows in the order of time; fit pairs again with kahkm fit");
    }
    if (parent.map().scaling().kind() == ScalingKind.PER_STREAM) {
      throw new UsageException(
          "the model scales every stream by its own first rows: a stream that changed needs new"
              + " ones, so fit again and run the new model as model.shadow");
    }
    settings(parent);
  }

  /**
   * How a model was fitted.
   *
   * @throws UsageException if it has no thresholds
   */
  static FitSettings settings(Model parent) {
    return Acceptance.settings(parent)
        .orElseThrow(
            () ->
                new UsageException(
                    "the model has no thresholds, so no reading is outside it: fit it again with"
                        + " --holdout above 0"));
  }

  /**
   * What speaks against a recording, whatever is accepted.
   *
   * @param parent the model before
   * @param old what {@code --reference} holds
   * @return sentences without an end, none where nothing does
   */
  static List<String> ofReference(Model parent, StateData old) {
    List<String> refusals = new ArrayList<>();
    Optional<String> column = RowProvenance.streamColumn(parent);
    if (column.isPresent() && old.streams().isEmpty()) {
      refusals.add(
          "the model's recording tells machines apart by column "
              + column.get()
              + ", which --reference lacks: name the column with --stream-column");
    }
    int known = parent.fittingRows().in(old.episodes());
    if (known < LEAST_KNOWN * parent.fittingRows().size()) {
      refusals.add(
          String.format(
              Locale.ROOT,
              "the model was fitted on %,d steps from one row to the next, of which %,d are in"
                  + " --reference: what is missing would be forgotten; give the whole training"
                  + " recording, followed in the same file by what was accepted since",
              parent.fittingRows().size(),
              known));
    }
    return refusals;
  }

  /**
   * What speaks against a model.
   *
   * @param acceptance the model that would be written, compared with its parent
   * @return sentences without an end, none where nothing does
   */
  static List<String> of(Acceptance acceptance) {
    List<String> refusals = new ArrayList<>();
    if (acceptance.halvesDiffer()) {
      refusals.add("the accepted readings change over time: one half is unlike the other");
    }
    if (acceptance.heldOutWorsens()) {
      refusals.add("more held-out readings of the reference are outside than before");
    }
    return refusals;
  }
}
