package io.kahkm.telemetry;

import io.kahkm.decode.RejectReason;
import io.kahkm.internal.certificate.bound.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every meter of the engine: name, type, labels, and a help text with unit and assumption. The
 * exposition is written from this list and a reference can be; the names are public interface.
 *
 * <p>Where a meter carries {@code stream}, the limit of {@link TelemetrySettings#streams()}
 * applies; meters without it cover every stream of the instance.
 */
public final class MeterNames {
  /** What a meter's values may do. */
  public enum Type {
    /** Only grows while the process runs; the name ends in {@code _total}. */
    COUNTER,
    /** Goes up and down. */
    GAUGE,
    /** Cumulative buckets in seconds. */
    HISTOGRAM,
    /** Always 1, says something by its labels; the name ends in {@code _info}. */
    INFO
  }

  /**
   * One meter.
   *
   * @param name full name as exposed
   * @param type what its values may do
   * @param labels label names in the order of their values
   * @param help unit, meaning, assumption
   */
  public record Meter(String name, Type type, List<String> labels, String help) {
    /** Copies the list. */
    public Meter {
      labels = List.copyOf(labels);
    }

    static Meter counter(String name, String help, String... labels) {
      return new Meter(name, Type.COUNTER, List.of(labels), help);
    }

    static Meter gauge(String name, String help, String... labels) {
      return new Meter(name, Type.GAUGE, List.of(labels), help);
    }

    static Meter histogram(String name, String help) {
      return new Meter(name, Type.HISTOGRAM, List.of(), help);
    }

    static Meter info(String name, String help, String... labels) {
      return new Meter(name, Type.INFO, List.of(labels), help);
    }

    static Meter streamCounter(String name, String help) {
      return new Meter(name, Type.COUNTER, List.of("stream"), help);
    }

    static Meter streamGauge(String name, String help, String... labels) {
      String[] all = new String[labels.length + 1];
      all[0] = "stream";
      System.arraycopy(labels, 0, all, 1, labels.length);
      return new Meter(name, Type.GAUGE, List.of(all), help);
    }
  }

  /** Reasons of the rejects topic, a closed set. */
  public static final List<String> REJECT_REASONS =
      Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();

  /** Value of the label {@code verdict} for streams without a closed window. */
  static final String NO_VERDICT = "NONE";

  /** Values of the label {@code verdict} of counts of streams. */
  static final List<String> VERDICTS =
      Stream.concat(Arrays.stream(Verdict.values()).map(Verdict::label), Stream.of(NO_VERDICT))
          .toList();

  /** Value of the label {@code certificate} for the one bound that decides the verdict. */
  static final String ALARM = "alarm";

  /** Value of the label {@code kappa} for an alarm at the norm of the frozen closure. */
  static final String NORM = "norm";

  static final Meter TRANSITIONS =
      Meter.counter(
          "kahkm_transitions_total",
          "Transitions formed since the process started, over all streams of the instance.");
  static final Meter REJECTED_RECORDS =
      Meter.counter(
          "kahkm_rejected_records_total",
          "Records rejected since the process started, over all streams, by the reason they carry"
              + " on the dead-letter topic.",
          "reason");
  static final Meter UNKNOWN_MODE_RECORDS =
      Meter.counter(
          "kahkm_unknown_mode_records_total",
          "Records whose mode has no model in model.by-mode, since the process started, over all"
              + " streams: they were not judged.");
  static final Meter TAG_CELLS_CLOSED =
      Meter.counter(
          "kahkm_tag_cells_closed_total",
          "Rows made of tags since the process started, over all streams: by the grace, or early"
              + " because every tag had a value at exactly the step's end.",
          "closing");
  static final Meter TAG_VALUES =
      Meter.counter(
          "kahkm_tag_values_total",
          "Values of the tags that the topology file names, since the process started, to which"
              + " something happened: late, duplicate, conflict, ahead, crowded, bad-quality; and"
              + " missing, rows made without the tag because it was neither read nor held.",
          "tag",
          "outcome");
  static final Meter UNKNOWN_TAG_VALUES =
      Meter.counter(
          "kahkm_unknown_tag_values_total",
          "Values that were ignored since the process started because the topology file does not"
              + " name their tag: the first 50 tags, the others together as other.",
          "tag");
  static final Meter OPEN_CELL_AGE =
      Meter.gauge(
          "kahkm_open_cell_age_seconds",
          "Seconds since the end of the oldest step that waits for tags, by the wall clock of the"
              + " instance; assumes event times since 1970.");
  static final Meter FLEET_LATE_UNITS =
      Meter.counter(
          "kahkm_fleet_late_units_total",
          "Units of fleet windows that came after their window had closed and were dropped, since"
              + " the process started.");
  static final Meter ENCODE_SECONDS =
      Meter.histogram(
          "kahkm_encode_seconds",
          "Seconds to encode one reading into soft coordinates, every reading measured.");
  static final Meter UPDATE_SECONDS =
      Meter.histogram(
          "kahkm_update_seconds",
          "Seconds from an encoded reading to closure, statistics, certificates and forecasts brought"
              + " up to date, every record measured.");
  static final Meter END_TO_END_LATENCY_SECONDS =
      Meter.histogram(
          "kahkm_end_to_end_latency_seconds",
          "Seconds from a record's broker timestamp to the engine having processed it, before its"
              + " outputs are committed; assumes that the clocks of broker, producer and engine"
              + " agree, differences below 0 count as 0.");
  static final Meter STREAMS =
      Meter.gauge(
          "kahkm_streams",
          "Streams held by the instance by their state: outside (unlike the recording), broken"
              + " (sensors disagree), faulty (a sensor is faulty), silent, no-limit (an alarm of the"
              + " model is off), learning (an alarm has too few past readings yet), on (normal),"
              + " off (its machine is off), ended (no longer expected). The sum over the states is"
              + " every stream.",
          "state");
  static final Meter CERTIFICATE_STREAMS =
      Meter.gauge(
          "kahkm_certificate_streams",
          "Streams held by the instance by the verdict of their last completed window; NONE where"
              + " no window has closed or the last one is older than three times its length. Absent"
              + " where streams have no certificates of their own.",
          "verdict");
  static final Meter STREAMS_SILENT =
      Meter.gauge(
          "kahkm_streams_silent",
          "Streams held by the instance without an accepted record for longer than the time after"
              + " which a stream counts as silent, by the wall clock of the instance; those that"
              + " ended are not counted.");
  static final Meter READY =
      Meter.gauge(
          "kahkm_ready",
          "1 while the instance can serve, as /readyz says: running, model loaded, warm, no dead"
              + " thread; else 0.");
  static final Meter REGISTRY_AWAY =
      Meter.gauge(
          "kahkm_registry_unanswered_seconds",
          "How long the schema registry has not answered a request whose answer records wait for;"
              + " 0 while it does, and where none is used.");
  static final Meter FORGETTING_HELD =
      Meter.gauge(
          "kahkm_streams_forgetting_held",
          "Streams held by the instance that input.forget would delete and that are kept, because"
              + " more than a quarter of their partition are due at once.");
  static final Meter HTTP_REFUSED =
      Meter.counter(
          "kahkm_http_refused_requests_total",
          "Requests to the HTTP port that were not answered since the process started, by reason:"
              + " credentials missing or wrong, host not this port's, method, body, address too"
              + " long, busy.",
          "reason");
  static final Meter HTTP_PEER_REQUESTS =
      Meter.counter(
          "kahkm_http_peer_requests_total",
          "Requests to other instances since the process started, for streams and tables that this"
              + " one does not hold: answered, or failed where an instance could not be reached or"
              + " understood.",
          "outcome");
  static final Meter HISTORY_FAILURES =
      Meter.counter(
          "kahkm_history_failures_total",
          "Times since the process started at which the live page's histories of a partition could"
              + " not be stored or restored; the log says why, the next minute tries again.");
  static final Meter OTLP_PUSHES =
      Meter.counter(
          "kahkm_otlp_pushes_total",
          "Pushes of metrics to the collector of telemetry.otlp since the process started: succeeded,"
              + " or failed where the collector could not be reached or refused; the log says why"
              + " once. 0 without a collector.",
          "outcome");
  static final Meter OTLP_SPANS =
      Meter.counter(
          "kahkm_otlp_spans_total",
          "Spans of traced records since the process started: succeeded, failed where the collector"
              + " did not take them, or dropped where there were too many for one push. Spans are"
              + " pushed once. 0 without telemetry.otlp.traces.",
          "outcome");
  static final Meter ALERT_DELIVERIES =
      Meter.counter(
          "kahkm_alert_deliveries_total",
          "Alerts of this instance to people since the process started, by channel of the section"
              + " alerts: delivered; failed, for each attempt that is repeated; given-up, after a day"
              + " of attempts.",
          "channel",
          "outcome");
  static final Meter ALERT_OLDEST =
      Meter.gauge(
          "kahkm_alert_oldest_undelivered_seconds",
          "How long the oldest alert of a channel has waited to be delivered, 0 where none waits.",
          "channel");
  static final Meter MAP_INFO =
      Meter.info(
          "kahkm_map_info",
          "The map (the fitted model) by fingerprint, number of reference classes and affinity exponent;"
              + " role shadow is the one on trial beside the main one.",
          "map",
          "classes",
          "omega",
          "role");
  static final Meter BUILD_INFO =
      Meter.info(
          "kahkm_build_info",
          "The running program, and whether its encoder runs on vectors or on slower scalar loops.",
          "version",
          "revision",
          "kernels");

  static final Meter ALARM_STATE =
      Meter.gauge(
          "kahkm_alarm_state",
          "1 for the state of each alarm of the model: on; provisional, where the recording was"
              + " too short for its thresholds to hold; off, where it never raises an alarm.",
          "channel",
          "state");
  static final Meter QUARANTINED_RECORDS =
      Meter.streamGauge(
          "kahkm_quarantined_records",
          "Records of the stream that were quarantined because the engine failed on them"
              + " repeatedly; kept with the stream, absent where there are none.");
  static final Meter LAST_RECORD_TIMESTAMP =
      Meter.streamGauge(
          "kahkm_last_record_timestamp_seconds",
          "Broker timestamp of the stream's last accepted record in seconds since the epoch; absent"
              + " until the instance accepts one.");
  static final Meter SIMPLEX_DISTANCE =
      Meter.streamGauge(
          "kahkm_simplex_distance",
          "Mean squared distance of the predicted coordinates from the simplex, without unit,"
              + " last completed score window.",
          "horizon");
  static final Meter CLOSURE_SPECTRAL_NORM =
      Meter.streamGauge(
          "kahkm_closure_spectral_norm",
          "Largest singular value of the live closure when the last window closed.");
  static final Meter CLOSURE_SPECTRAL_RADIUS =
      Meter.streamGauge(
          "kahkm_closure_spectral_radius",
          "Largest modulus of an eigenvalue of the live closure when a window closed, measured"
              + " again once C^2 transitions have been learned.");
  static final Meter STREAM_STATE =
      Meter.streamGauge(
          "kahkm_stream_state",
          "1 for the state the stream is in, 0 for the others: outside (unlike the recording),"
              + " broken (sensors disagree), faulty (a sensor is faulty), silent, no-limit (an alarm of"
              + " the model is off), learning (an alarm has too few past readings yet), on (normal),"
              + " off (its machine is off)."
              + " A stream that ended has no series.",
          "state");
  static final Meter STREAM_SILENT =
      Meter.streamGauge(
          "kahkm_stream_silent",
          "1 while the stream is silent, 0 otherwise: no accepted record for longer than"
              + " input.silent-after. A stream that was in alarm keeps the state of that alarm.");
  static final Meter INCIDENT_OPEN =
      Meter.streamGauge(
          "kahkm_incident_open",
          "1 while an incident of the stream is open: from the decision that its readings are"
              + " unlike the recording, its sensors disagree or one is faulty until ten readings in"
              + " a row are normal, 0 otherwise.");
  static final Meter INCIDENT_INFO =
      Meter.info(
          "kahkm_incident_info",
          "The open incident of a stream: its identity, and in words what, where, since when and"
              + " which sensors, and what it resembles.",
          "stream",
          "incident",
          "words");
  static final Meter STREAM_ALERTED =
      Meter.streamGauge(
          "kahkm_stream_alerted",
          "1 while the stream's alarm is an alert within the budget of alerts.fleet, 0 while its"
              + " evidence is not enough for that. Absent without a budget, and where the stream is"
              + " not in alarm.");
  static final Meter SHELVED_UNTIL =
      Meter.streamGauge(
          "kahkm_stream_shelved_until_timestamp_seconds",
          "Wall clock until which the stream is shelved: its alarms of novelty, of relations and"
              + " of single sensors raise no alerts; absent if the stream is not shelved.");
  static final Meter INCIDENTS =
      Meter.streamCounter(
          "kahkm_incidents_total",
          "Incidents of the stream since it was first heard of, over restarts.");
  static final Meter ROLLBACKS =
      Meter.streamCounter(
          "kahkm_closure_rollbacks_total",
          "Times the closure was restored to what it was before an excursion from the recording, over"
              + " the stream's life, restarts included.");

  private static final List<Meter> ALL =
      List.of(
          TRANSITIONS,
          REJECTED_RECORDS,
          UNKNOWN_MODE_RECORDS,
          TAG_CELLS_CLOSED,
          TAG_VALUES,
          UNKNOWN_TAG_VALUES,
          OPEN_CELL_AGE,
          FLEET_LATE_UNITS,
          QUARANTINED_RECORDS,
          LAST_RECORD_TIMESTAMP,
          ENCODE_SECONDS,
          UPDATE_SECONDS,
          END_TO_END_LATENCY_SECONDS,
          STREAMS,
          STREAMS_SILENT,
          FORGETTING_HELD,
          READY,
          REGISTRY_AWAY,
          STREAM_STATE,
          STREAM_SILENT,
          STREAM_ALERTED,
          INCIDENT_OPEN,
          INCIDENT_INFO,
          SHELVED_UNTIL,
          INCIDENTS,
          CERTIFICATE_STREAMS,
          HTTP_REFUSED,
          HTTP_PEER_REQUESTS,
          HISTORY_FAILURES,
          OTLP_PUSHES,
          OTLP_SPANS,
          CertificateMeters.ASSIGNMENT_LOSS,
          CertificateMeters.SUCCESSOR_VARIANCE,
          CertificateMeters.CERTIFICATE_UNITS,
          CertificateMeters.CERTIFICATE_LOWER_BOUND,
          CertificateMeters.CERTIFICATE_UPPER_BOUND,
          CertificateMeters.CERTIFICATE_UPPER_BOUND_CAPPED,
          CertificateMeters.CERTIFICATE_CAP,
          CertificateMeters.CERTIFICATE_BEST_LOWER_BOUND,
          CertificateMeters.CERTIFICATE_BEST_UPPER_BOUND,
          CertificateMeters.CERTIFICATE_RESTARTS,
          CertificateMeters.HORIZON_LOWER_BOUND,
          CertificateMeters.HORIZON_UPPER_BOUND,
          CertificateMeters.HORIZON_UPPER_BOUND_CAPPED,
          CertificateMeters.HORIZON_UNITS,
          CertificateMeters.CERTIFIED_HORIZON,
          CertificateMeters.CERTIFIED_HORIZON_OF_TWO,
          CertificateMeters.TRUSTED_HORIZON,
          CertificateMeters.EXCLUDED_HORIZON,
          CertificateMeters.CERTIFICATE_TOLERANCE,
          CertificateMeters.CERTIFICATE_DELTA,
          CertificateMeters.CERTIFICATE_VERDICT,
          CertificateMeters.CERTIFICATE_VERDICT_RUN,
          CertificateMeters.CERTIFICATE_WINDOW_END,
          CertificateMeters.CERTIFICATE_MISSING,
          CertificateMeters.CERTIFICATE_DEPENDENCE,
          CertificateMeters.CERTIFICATE_PLUG_IN_LIMIT,
          ForecastMeters.FORECAST_ERROR,
          ForecastMeters.FORECAST_RMSE,
          ForecastMeters.FORECAST_PERSISTENCE_RMSE,
          ForecastMeters.FORECAST_R2,
          ForecastMeters.FORECAST_SKILL,
          ForecastMeters.FORECAST_STATE_ERROR,
          ForecastMeters.FORECAST_STATE_SKILL,
          ForecastMeters.FORECAST_LINEAR_SKILL,
          ForecastMeters.FORECAST_HALF_WIDTH,
          ForecastMeters.FORECAST_DUE,
          ForecastMeters.FORECAST_DUE_HALF_WIDTH,
          ForecastMeters.FORECAST_COVERAGE,
          ForecastMeters.FORECAST_GUARANTEE,
          ForecastMeters.FORECAST_EXPERT_SHARE,
          ForecastMeters.FORECAST_PERSISTING,
          ForecastMeters.CERTIFIED_SKILL,
          ForecastMeters.OBSERVED_SKILL,
          ForecastMeters.SKILL_OUTCOMES,
          ForecastMeters.SKILL_LOST,
          ForecastMeters.OTHER_CERTIFIED_SKILL,
          ForecastMeters.OTHER_OBSERVED_SKILL,
          ForecastMeters.OTHER_STATE_SKILL,
          ForecastMeters.OTHER_SCORED,
          ForecastMeters.OTHER_COVERAGE,
          SIMPLEX_DISTANCE,
          CLOSURE_SPECTRAL_NORM,
          CLOSURE_SPECTRAL_RADIUS,
          ReadingMeters.NOVELTY,
          ReadingMeters.NOVELTY_LIMIT,
          ReadingMeters.NOVELTY_EVIDENCE,
          ReadingMeters.OUTSIDE_MAP,
          ReadingMeters.OUTSIDE_MAP_SINCE,
          ReadingMeters.OUTSIDE_MAP_RATIO,
          ReadingMeters.NOVELTY_SHARE,
          ReadingMeters.RELATION,
          ReadingMeters.RELATION_LIMIT,
          ReadingMeters.RELATION_EVIDENCE,
          ReadingMeters.RELATION_BROKEN,
          ReadingMeters.RELATION_BROKEN_SINCE,
          ReadingMeters.RELATION_FACTOR,
          ReadingMeters.RELATION_UNWATCHED,
          ReadingMeters.SENSOR_EVIDENCE,
          ReadingMeters.SENSOR_FAULTY,
          ReadingMeters.SENSOR_FAULTY_SINCE,
          ReadingMeters.SENSOR_FAULT,
          ReadingMeters.SENSOR_UNWATCHED,
          ReadingMeters.SENSOR_WAITING,
          ReadingMeters.INCOMPLETE_STATES,
          ReadingMeters.HELD_VALUES,
          ReadingMeters.WARM_UP_STATES,
          ROLLBACKS,
          ReadingMeters.UNIFORM_FALLBACK,
          ReadingMeters.OBSERVATION,
          ForecastMeters.FORECAST,
          ALARM_STATE,
          ALERT_DELIVERIES,
          ALERT_OLDEST,
          MAP_INFO,
          RoleMeters.ROLE_RECORDS,
          RoleMeters.ROLE_OUTSIDE_RECORDS,
          RoleMeters.SHADOW_FAILURES,
          RoleMeters.PROMOTIONS,
          RoleMeters.PROMOTED,
          RoleMeters.ROLE_OUTSIDE_MAP,
          RoleMeters.ROLE_OUTSIDE_RATIO,
          RoleMeters.ROLE_INCIDENTS,
          RoleMeters.ROLE_SKILL,
          RoleMeters.ROLE_VERDICT,
          RoleMeters.TRIAL_CERTIFIED_SKILL,
          RoleMeters.TRIAL_OBSERVED_SKILL,
          RoleMeters.TRIAL_WORSE,
          BUILD_INFO);

  private MeterNames() {}

  /**
   * Every meter of the engine.
   *
   * @return immutable list in the order of the reference
   */
  public static List<Meter> all() {
    return ALL;
  }
}
