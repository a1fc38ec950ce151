package io.kahkm.alert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry.Happening;
import io.kahkm.text.UrlText;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Which incidents are alerts: those on which the rules for Prometheus would alert. Not those of
 * shelved streams or, with a budget of the fleet, of streams whose alarm is no alert; either may
 * become one while it lasts. Notices of provisional alarms open no incident at all.
 *
 * @param budget whether the fleet has a budget of false alerts
 * @param book what is shelved
 * @param api says whether an alarm is an alert, and which incident is the stream's present one
 * @param clock wall clock
 */
record AlertRules(boolean budget, IncidentBook book, EngineApi api, InstantSource clock) {
  private static final String OPENED = "opened";

  /** What is to be done. */
  enum Verdict {
    /** People are told. */
    ALERT,
    /** Nobody is told now; it is asked again later. */
    WAIT,
    /** Nobody is ever told. */
    NEVER
  }

  /** Whether it is known what is shelved. */
  boolean ready() {
    return book.isComplete();
  }

  /**
   * Decides about an incident that nobody was told of.
   *
   * @param incident its last record
   * @param fresh whether it opened just now; of others only those are alerts that still last
   * @return what is to be done
   */
  Verdict decide(Happening incident, boolean fresh) {
    if (incident.ofShadow() || (incident.over() && !fresh)) {
      return Verdict.NEVER;
    }
    Verdict otherwise = incident.over() ? Verdict.NEVER : Verdict.WAIT;
    if (book.shelved(incident.stream(), TimeUnit.MILLISECONDS.toNanos(clock.millis()))
        .isPresent()) {
      return otherwise;
    }
    if (fresh && !budget) {
      return Verdict.ALERT;
    }
    Optional<ObjectNode> answer = api.ask(path(incident.stream()), "");
    if (answer.isEmpty()) {
      return otherwise;
    }
    ObjectNode stream = answer.get();
    BigDecimal opened = incident.json().path(OPENED).decimalValue();
    if (!stream.path("incident").has(OPENED)
        || stream.path("incident").path(OPENED).decimalValue().compareTo(opened) != 0) {
      // What the stream last told may be from before the incident.
      return stream.path("time").decimalValue().compareTo(opened) >= 0 ? Verdict.NEVER : otherwise;
    }
    return stream.path("alerted").asBoolean(true) ? Verdict.ALERT : otherwise;
  }

  /** Where the API tells of a stream. */
  static String path(String stream) {
    return "/api/streams/" + UrlText.escaped(stream);
  }
}
