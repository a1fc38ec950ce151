package io.kahkm.cli.report;

import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.OutsideCount;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in words what accepting some readings did to a model. */
public final class AcceptReport {
  private static final double PERCENT = 100;

  private AcceptReport() {}

  /**
   * What changed.
   *
   * @param acceptance the judged models
   * @return sentences, a line each
   */
  public static List<String> lines(Acceptance acceptance) {
    return List.of(
        "Accepted readings: " + acceptance.before().readings(),
        "  outside of the parent:           " + share(acceptance.before()),
        "  outside of the other half's map: " + share(acceptance.after()),
        "  first half "
            + share(acceptance.firstHalf())
            + ", second half "
            + share(acceptance.secondHalf()),
        "Held-out reference readings outside before, and after of either half's map together:",
        "  " + share(acceptance.heldOutBefore()) + ", " + share(acceptance.heldOutAfter()));
  }

  /**
   * Which faults are still found.
   *
   * @param faults labelled faults of the recording
   * @param data the recording
   * @return sentences, a line each
   */
  public static List<String> lines(List<LabelledFault> faults, StateData data) {
    if (faults.isEmpty()) {
      return List.of(
          "Labelled faults: none in the recording, so it cannot be shown that faults are still"
              + " found.");
    }
    List<String> lines = new ArrayList<>();
    long lost = faults.stream().filter(LabelledFault::lost).count();
    long later = faults.stream().filter(LabelledFault::later).count();
    lines.add(
        "Labelled faults: "
            + faults.size()
            + ", found before "
            + faults.stream().filter(fault -> fault.before() >= 0).count()
            + ", after "
            + faults.stream().filter(fault -> fault.after() >= 0).count()
            + "; no longer found "
            + lost
            + ", later "
            + later);
    for (LabelledFault fault : faults) {
      if (fault.lost() || fault.later()) {
        lines.add(
            "  "
                + (fault.lost() ? "NO LONGER FOUND " : "later ")
                + (data.streams().isEmpty() ? "" : data.streams().get(fault.stream()) + " ")
                + ScoreText.moment(data, fault.stream(), fault.from())
                + " to "
                + ScoreText.moment(data, fault.stream(), fault.to())
                + (fault.lost()
                    ? ""
                    : ", after " + fault.after() + " readings instead of " + fault.before()));
      }
    }
    return lines;
  }

  /**
   * When the readings were.
   *
   * @param stretch the readings
   * @return part of a sentence, from a blank on
   */
  public static String between(AcceptedStretch stretch) {
    return " from "
        + IncidentWords.time(stretch.from())
        + " to "
        + IncidentWords.time(stretch.to());
  }

  private static String share(OutsideCount count) {
    return String.format(
        Locale.ROOT,
        "%d of %d (%.2f %%)",
        count.outside(),
        count.readings(),
        PERCENT * count.share());
  }

  /**
   * A step of a model's ancestry.
   *
   * @param one the step
   * @return a sentence
   */
  public static String words(Ancestor one) {
    return one.when()
        + " by "
        + one.who()
        + ": "
        + one.rows()
        + " readings"
        + (one.stream().isEmpty() ? "" : " of " + one.stream())
        + " from "
        + one.from()
        + " to "
        + one.to()
        + ", because "
        + one.why()
        + "; parent "
        + one.parent()
        + one.forced().map(reason -> "; forced: " + reason).orElse("");
  }

  /**
   * What comes next.
   *
   * @param config the topology file
   * @param model the file that was written
   * @param parent the file of the parent
   * @return a line each
   */
  public static List<String> next(TopologyConfig config, Path model, Path parent) {
    return List.of(
        "Wrote " + model + ". Next, in the topology file:",
        "  model: {file: " + config.written(parent) + ", shadow: " + config.written(model) + "}",
        "and restart the instances one by one. The new model sees every record but raises no"
            + " alarm.",
        "Swap the two names once it has proved better.");
  }
}
