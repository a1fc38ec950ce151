package io.kahkm.cli.rows;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.MarkLabel;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/** Rows that lie in incidents which somebody marked as faults. */
public final class MarkedFaults {
  private static final double NANOS_PER_MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  private MarkedFaults() {}

  /**
   * The rows of a stream between the first and the last reading of every incident marked {@code
   * fault}.
   *
   * @param book incidents and marks
   * @param stream the stream's name, as incidents have it
   * @param rows rows with event times
   * @param number the stream's number in the rows
   * @return lines of the rows, as {@link StateData.Row#line}
   */
  public static BitSet of(IncidentBook book, String stream, StateData rows, int number) {
    BitSet lines = new BitSet();
    for (IncidentEntry.Happening incident : book.latest()) {
      if (incident.stream().equals(stream) && isFault(book, incident)) {
        add(incident, rows, number, lines);
      }
    }
    return lines;
  }

  private static boolean isFault(IncidentBook book, IncidentEntry.Happening incident) {
    return book.mark(incident.id()).filter(mark -> mark.label() == MarkLabel.FAULT).isPresent();
  }

  private static void add(
      IncidentEntry.Happening incident, StateData rows, int number, BitSet lines) {
    double since = incident.json().path("since").asDouble(incident.opened() / 1e6);
    double last = incident.json().path("updated").asDouble(since);
    for (StateData.Row row : rows.rows()) {
      double time = row.observation().time() / NANOS_PER_MILLISECOND;
      if (row.stream() == number && time >= since && time <= last) {
        lines.set(Math.toIntExact(row.line()));
      }
    }
  }
}
