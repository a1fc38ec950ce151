package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.JoinedRecording;
import io.kahkm.cli.rows.StateData;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A model that knows a new normal, with its ancestry and its recording.
 *
 * @param parent the model before
 * @param outcome what was tried
 * @param stream of the accepted readings; empty where they are of one stream without a name
 */
record AcceptedModel(Model parent, AcceptTrial.Outcome outcome, Optional<String> stream) {
  /**
   * The model.
   *
   * @param who who accepted the readings
   * @param why what happened
   * @param forced why it is made although it was refused; empty where it was not
   */
  Model model(String who, String why, Optional<String> forced) {
    boolean timed = outcome.old().timing().timed();
    BitSet rows = outcome.stretch().rows();
    List<Ancestor> ancestry = new ArrayList<>(parent.ancestry());
    ancestry.add(
        new Ancestor(
            parent.map().fingerprint(),
            stream.orElse(""),
            timed ? IncidentWords.utc(outcome.stretch().from()) : "row " + (rows.nextSetBit(0) + 1),
            timed ? IncidentWords.utc(outcome.stretch().to()) : "row " + rows.length(),
            rows.cardinality(),
            who,
            outcome.exchanged().reason(why),
            InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).toString(),
            forced));
    return outcome.acceptance().model().toBuilder().ancestry(ancestry).build();
  }

  /**
   * Writes the recording that the model was fitted on.
   *
   * @param run the readings of which some were accepted
   * @param streamColumn the column that names streams in the old recording, if there is one
   * @param target the file to write
   */
  void writeRecording(AcceptRun run, Optional<String> streamColumn, Path target)
      throws IOException {
    if (streamColumn.isPresent() && stream.isEmpty()) {
      throw new UsageException(
          "--stream is missing: --reference has the column of streams " + streamColumn.get());
    }
    new JoinedRecording(parent.map().sensors(), streamColumn, stream.orElse(""))
        .write(
            outcome.reference(),
            run.recording(),
            outcome.stretch().rows(),
            isEarlier(outcome.old()),
            target);
  }

  /** Rows of a stream are in the order of time, or they would be taken for late ones. */
  private boolean isEarlier(StateData old) {
    return old.timing().timed()
        && old.rows().stream()
            .mapToLong(row -> row.observation().time())
            .allMatch(time -> time > outcome.stretch().to());
  }
}
