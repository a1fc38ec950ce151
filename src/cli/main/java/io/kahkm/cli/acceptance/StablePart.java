package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.CommandText;
import io.kahkm.cli.rows.AcceptedStretch;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The longest part of refused readings that would be accepted: both ends are cut by tenths, the
 * longest part is tried first, and each is tried as if it were the whole.
 */
final class StablePart {
  /** What the printed command says itself, or what this run has done already. */
  private static final Set<String> REPLACED =
      Set.of("--stream", "--from", "--to", "--incident", "--report", "--force");

  private StablePart() {}

  /**
   * Looks for it, which takes up to a fit for each of the 35 parts.
   *
   * @param trial with the model and the recording
   * @param run the readings
   * @param refused the readings that were refused
   * @param number their stream
   * @param sensors those that were exchanged, possibly none
   * @param faults rows in which somebody labelled a fault
   * @return empty if no part would be accepted
   */
  static Optional<AcceptedStretch> longest(
      AcceptTrial trial,
      AcceptRun run,
      AcceptedStretch refused,
      int number,
      List<String> sensors,
      BitSet faults)
      throws IOException {
    List<AcceptedStretch> parts = refused.parts(run.all(), number);
    for (int i = 0; i < parts.size(); i++) {
      run.progress().update("parts tried", i, parts.size());
      if (trial.passes(parts.get(i), sensors, faults)) {
        run.progress().update("parts tried", parts.size(), parts.size());
        return Optional.of(parts.get(i));
      }
    }
    run.progress().update("parts tried", parts.size(), parts.size());
    return Optional.empty();
  }

  /**
   * Says what it is and how it is accepted.
   *
   * @param command the command that was refused
   * @param stream its stream; empty where it has no name
   * @param part the part, empty if there is none
   * @return a line each
   */
  static List<String> words(
      CommandSpec command, Optional<String> stream, Optional<AcceptedStretch> part) {
    if (part.isEmpty()) {
      return List.of(
          "No part of these readings would be accepted either. Tried were parts of three to nine"
              + " tenths of them.");
    }
    List<String> more = new ArrayList<>();
    stream.ifPresent(name -> more.addAll(List.of("--stream", name)));
    more.addAll(List.of("--from", iso(part.get().from()), "--to", iso(part.get().to())));
    return List.of(
        "The longest part that would be accepted: "
            + part.get().rows().cardinality()
            + " readings from "
            + iso(part.get().from())
            + " to "
            + iso(part.get().to())
            + ":",
        "  " + CommandText.of(command, REPLACED, more));
  }

  /** To the nanosecond, or the first or last reading would be missing. */
  private static String iso(long nanos) {
    return Instant.ofEpochSecond(0, nanos).toString();
  }
}
