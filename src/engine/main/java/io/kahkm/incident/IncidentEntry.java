package io.kahkm.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A record of the incidents topic. Times are nanoseconds since the epoch. */
public sealed interface IncidentEntry {
  /**
   * The record's key: a later record of the same key replaces it.
   *
   * @return text that is no other entry's
   */
  String key();

  /**
   * What an engine says of an incident.
   *
   * @param id identity of the incident, see {@link IncidentRecords#id}
   * @param stream stream id
   * @param opened event time of the reading that decided it
   * @param over whether it has ended
   * @param shares share of every sensor that contributed, by name
   * @param json the whole record; not to be modified
   */
  record Happening(
      String id,
      String stream,
      long opened,
      boolean over,
      Map<String, Double> shares,
      ObjectNode json)
      implements IncidentEntry {
    /** Copies the shares. */
    public Happening {
      shares = Map.copyOf(shares);
    }

    @Override
    public String key() {
      return id;
    }

    /**
     * Event time of the first reading that it is about.
     *
     * @return nanoseconds since the epoch; the one that decided it where the record has no other
     */
    public long since() {
      return json.hasNonNull("since") ? IncidentRecords.nanos(json.get("since")) : opened;
    }

    /**
     * Event time at which it was over.
     *
     * @return nanoseconds since the epoch, empty while it is open
     */
    public OptionalLong ended() {
      return json.hasNonNull("ended")
          ? OptionalLong.of(IncidentRecords.nanos(json.get("ended")))
          : OptionalLong.empty();
    }

    /** Whether it is of a map on trial, which says nothing to anybody but who compares. */
    public boolean ofShadow() {
      return json.path("role").asText().equals(IncidentRecords.SHADOW);
    }
  }

  /**
   * What a person calls an incident.
   *
   * @param incident identity of the incident
   * @param label what it was
   * @param note anything else, possibly empty
   * @param who the person
   * @param when wall clock
   */
  record Mark(String incident, MarkLabel label, String note, String who, long when)
      implements IncidentEntry {
    @Override
    public String key() {
      return IncidentRecords.MARK_KEY + incident;
    }
  }

  /**
   * A person has seen an incident.
   *
   * @param incident identity of the incident
   * @param note anything else, possibly empty
   * @param who the person
   * @param when wall clock
   */
  record Acknowledgement(String incident, String note, String who, long when)
      implements IncidentEntry {
    @Override
    public String key() {
      return IncidentRecords.ACKNOWLEDGEMENT_KEY + incident;
    }
  }

  /**
   * A person wants an incident's readings, or one of its sensors, accepted as normal. A new model
   * needs the recording and a start of the engine, so that the command {@code accept} carries it
   * out.
   *
   * @param incident identity of the incident
   * @param sensor the one sensor that is to be accepted, empty for the state as a whole
   * @param who the person
   * @param when wall clock
   * @param answer what became of it, empty while nobody has carried it out
   */
  record AcceptRequest(
      String incident, Optional<String> sensor, String who, long when, Optional<Answer> answer)
      implements IncidentEntry {
    @Override
    public String key() {
      return IncidentRecords.REQUEST_KEY + incident;
    }

    /**
     * The same request with what became of it.
     *
     * @param given the answer
     * @return a record that replaces this one
     */
    public AcceptRequest answered(Answer given) {
      return new AcceptRequest(incident, sensor, who, when, Optional.of(given));
    }
  }

  /**
   * What became of a request.
   *
   * @param accepted whether the readings are in the new model; else they were refused
   * @param note the new model's file, or why they were refused
   * @param who who carried it out
   * @param when wall clock
   */
  record Answer(boolean accepted, String note, String who, long when) {}

  /**
   * A stream of which nobody wants to be woken for a while.
   *
   * @param stream stream id
   * @param until wall clock at which it ends; in the past to take it back
   * @param why the reason
   * @param who the person
   * @param when wall clock
   */
  record Shelving(String stream, long until, String why, String who, long when)
      implements IncidentEntry {
    /** The longest time for which a stream is shelved, whatever the record says. */
    public static final Duration LONGEST = Duration.ofDays(30);

    @Override
    public String key() {
      return IncidentRecords.SHELF_KEY + stream;
    }

    /** The same with an end that is at most {@link #LONGEST} after it was written. */
    Shelving limited() {
      long latest = when > Long.MAX_VALUE - LONGEST.toNanos() ? when : when + LONGEST.toNanos();
      return new Shelving(stream, Math.min(until, latest), why, who, when);
    }
  }

  /**
   * The entry as an incident.
   *
   * @return empty for what persons wrote
   */
  default Optional<Happening> happening() {
    return this instanceof Happening happening ? Optional.of(happening) : Optional.empty();
  }
}
