package io.kahkm.alert;

import io.kahkm.incident.IncidentEntry.Happening;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The incidents of one partition that a channel has not dealt with: those that wait to become
 * alerts and those that have to be delivered. One thread. Times are wall clock in milliseconds.
 *
 * <p>An incident is taken up with the record that opened it; later records of it replace that one.
 * A delivery that failed is tried again after five seconds, then after twice as long each time, up
 * to five minutes; after a day it is given up.
 */
final class AlertQueue {
  /** How long a delivery is tried again by the instance that took it up. */
  static final Duration LONGEST = Duration.ofHours(24);

  private static final long FIRST_PAUSE = 5_000;
  private static final long LONGEST_PAUSE = 300_000;
  private static final long FIRST_LOOK = 1_000;
  private static final long LONGEST_LOOK = 60_000;

  /** Incidents that are kept; of more the oldest are given up, or the heap would fill. */
  static final int MOST = 10_000;

  /** Looks at waiting incidents at a time; each may ask other instances. */
  private static final int MOST_LOOKS = 20;

  private final Map<String, Incident> incidents = new LinkedHashMap<>();
  private final AlertNote found;
  private final boolean first;

  /** Offsets of the note that were not read; compaction leaves the last record of an incident. */
  private final Set<Long> missing = new TreeSet<>();

  private long position;
  private int dropped;

  private AlertQueue(AlertNote found, boolean first) {
    this.found = found;
    this.first = first;
    position = found.first();
    missing.addAll(found.due());
    missing.addAll(found.waiting());
  }

  /**
   * Continues from what was committed.
   *
   * @param note the last commit of the group
   */
  static AlertQueue from(AlertNote note) {
    return new AlertQueue(note, false);
  }

  /**
   * Begins with a topic of which the group knows nothing: of what it holds already only incidents
   * that still last may become alerts.
   *
   * @param end offset after the last record that it holds
   */
  static AlertQueue ofEverything(long end) {
    return new AlertQueue(AlertNote.at(end), true);
  }

  /** An incident with which the channel has something to do. One thread. */
  static final class Incident {
    private Happening happening;
    private long offset;
    private boolean fresh;
    private boolean due;
    private long taken;
    private long next;
    private long pause;
    private boolean tried;

    private Incident(Happening happening, long offset, boolean fresh, boolean due, long now) {
      this.happening = happening;
      this.offset = offset;
      this.fresh = fresh;
      this.due = due;
      taken = now;
      next = now;
      pause = due ? FIRST_PAUSE : FIRST_LOOK;
    }

    /** Its last record. */
    Happening happening() {
      return happening;
    }

    private void alert(long now) {
      due = true;
      taken = now;
      next = now;
      pause = FIRST_PAUSE;
    }

    private void again(long now, long longest) {
      next = now + pause;
      pause = Math.min(longest, 2 * pause);
    }
  }

  /**
   * Takes a record.
   *
   * @param offset its offset
   * @param happening the incident that it tells of
   * @param now wall clock
   */
  void take(long offset, Happening happening, long now) {
    missing.remove(offset);
    Incident known = incidents.get(happening.id());
    if (known != null) {
      known.happening = happening;
      known.offset = offset;
    } else if (!happening.ofShadow()) {
      takeUp(offset, happening, now);
    }
  }

  private void takeUp(long offset, Happening happening, long now) {
    boolean due = found.due().contains(offset);
    boolean listed = due || found.waiting().contains(offset);
    boolean old = offset < found.position();
    // What is missing has been replaced by a later record: rather twice than never.
    boolean fresh = !old && (isOpening(happening) || !missing.isEmpty());
    if (listed || fresh || (old && first && !happening.over())) {
      incidents.put(happening.id(), new Incident(happening, offset, fresh, due, now));
    }
    if (incidents.size() > MOST) {
      Iterator<Incident> all = incidents.values().iterator();
      dropped += all.next().due ? 1 : 0;
      all.remove();
    }
  }

  /** Whether a record is the one that opened its incident: later ones were written later. */
  private static boolean isOpening(Happening happening) {
    return happening
            .json()
            .path("updated")
            .decimalValue()
            .compareTo(happening.json().path("opened").decimalValue())
        == 0;
  }

  /**
   * Takes note of how far the partition was read.
   *
   * @param newPosition offset of the next record
   */
  void reached(long newPosition) {
    position = Math.max(position, newPosition);
  }

  /** Whether everything was read that was there before; nothing is decided or committed sooner. */
  boolean caughtUp() {
    return position >= found.position();
  }

  /**
   * Decides which incidents are alerts.
   *
   * @param rules decide
   * @param now wall clock
   */
  void decide(AlertRules rules, long now) {
    int looks = 0;
    for (Iterator<Incident> all = incidents.values().iterator(); all.hasNext(); ) {
      Incident incident = all.next();
      if (incident.due || (incident.next > now && !incident.happening.over())) {
        continue;
      }
      if (looks == MOST_LOOKS) {
        return;
      }
      looks++;
      switch (rules.decide(incident.happening, incident.fresh)) {
        case ALERT -> incident.alert(now);
        case NEVER -> all.remove();
        case WAIT -> incident.again(now, LONGEST_LOOK);
      }
      incident.fresh = false;
    }
  }

  /**
   * What is to be delivered next: first what was never tried.
   *
   * @param now wall clock
   */
  Optional<Incident> next(long now) {
    return incidents.values().stream()
        .filter(incident -> incident.due && incident.next <= now)
        .min(
            Comparator.comparing((Incident incident) -> incident.tried)
                .thenComparingLong(incident -> incident.next));
  }

  /** Forgets an incident of which people were told. */
  void delivered(Incident incident) {
    incidents.remove(incident.happening.id());
  }

  /**
   * Takes note of a delivery that failed.
   *
   * @param now wall clock
   * @return whether it is given up
   */
  boolean failed(Incident incident, long now) {
    incident.tried = true;
    incident.again(now, LONGEST_PAUSE);
    if (now - incident.taken < LONGEST.toMillis()) {
      return false;
    }
    incidents.remove(incident.happening.id());
    return true;
  }

  /** How many incidents were given up since this was asked last because there were too many. */
  int takeDropped() {
    int count = dropped;
    dropped = 0;
    return count;
  }

  /** How many incidents have to be delivered. */
  int due() {
    return (int) incidents.values().stream().filter(incident -> incident.due).count();
  }

  /** Since when the oldest of them has had to be. */
  OptionalLong oldest() {
    return incidents.values().stream()
        .filter(incident -> incident.due)
        .mapToLong(incident -> incident.taken)
        .min();
  }

  /** What is to be committed. */
  AlertNote note() {
    TreeSet<Long> due = new TreeSet<>();
    TreeSet<Long> waiting = new TreeSet<>();
    for (Incident incident : incidents.values()) {
      (incident.due ? due : waiting).add(incident.offset);
    }
    return new AlertNote(position, due, waiting);
  }
}
