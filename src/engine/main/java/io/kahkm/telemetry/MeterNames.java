package io.kahkm.telemetry;

import io.kahkm.decode.RejectReason;
import io.kahkm.internal.certificate.Verdict;
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
      counter(
          "kahkm_transitions_total",
          "Transitions formed since the process started, over all streams of the instance.");
  static final Meter REJECTED_RECORDS =
      counter(
          "kahkm_rejected_records_total",
          "Records rejected since the process started, over all streams, by the reason they carry"
              + " on the rejects topic.",
          "reason");
  static final Meter TAG_CELLS_CLOSED =
      counter(
          "kahkm_tag_cells_closed_total",
          "Rows made of tags since the process started, over all streams: by the grace, or early"
              + " because every tag had a value at exactly the cell's end.",
          "closing");
  static final Meter TAG_VALUES =
      counter(
          "kahkm_tag_values_total",
          "Values of the tags that the topology file names, since the process started, to which"
              + " something happened: late, duplicate, conflict, ahead, crowded, bad-quality; and"
              + " missing, rows made without the tag because it was neither read nor held.",
          "tag",
          "outcome");
  static final Meter UNKNOWN_TAG_VALUES =
      counter(
          "kahkm_unknown_tag_values_total",
          "Values that were ignored since the process started because the topology file does not"
              + " name their tag: the first 50 tags, the others together as other.",
          "tag");
  static final Meter OPEN_CELL_AGE =
      gauge(
          "kahkm_open_cell_age_seconds",
          "Seconds since the end of the oldest cell that waits for tags, by the wall clock of the"
              + " instance; assumes event times since 1970.");
  static final Meter FLEET_LATE_UNITS =
      counter(
          "kahkm_fleet_late_units_total",
          "Units of fleet windows that came after their window had closed and were dropped, since"
              + " the process started.");
  static final Meter ENCODE_SECONDS =
      histogram(
          "kahkm_encode_seconds",
          "Seconds to encode one state into soft coordinates, every state measured.");
  static final Meter UPDATE_SECONDS =
      histogram(
          "kahkm_update_seconds",
          "Seconds from an encoded state to closure, statistics, certificates and forecasts brought"
              + " up to date, every record measured.");
  static final Meter END_TO_END_LATENCY_SECONDS =
      histogram(
          "kahkm_end_to_end_latency_seconds",
          "Seconds from a record's broker timestamp to the engine having processed it, before its"
              + " outputs are committed; assumes that the clocks of broker, producer and engine"
              + " agree, differences below 0 count as 0.");
  static final Meter STREAMS =
      gauge(
          "kahkm_streams",
          "Streams held by the instance by their state: outside the map, relation broken, silent,"
              + " no-limit (the model has no alarm), learning (no state of the map yet), on the map,"
              + " ended (silent for an hour). The sum over the states is every stream.",
          "state");
  static final Meter CERTIFICATE_STREAMS =
      gauge(
          "kahkm_certificate_streams",
          "Streams held by the instance by the verdict of their last closed window; NONE where no"
              + " window has closed or the last one is older than three times its length. Absent"
              + " where streams have no certificates of their own.",
          "verdict");
  static final Meter STREAMS_SILENT =
      gauge(
          "kahkm_streams_silent",
          "Streams held by the instance without an accepted record for longer than the time after"
              + " which a stream counts as silent, by the wall clock of the instance; those that"
              + " ended, silent for an hour, are not counted.");
  static final Meter HTTP_REFUSED =
      counter(
          "kahkm_http_refused_requests_total",
          "Requests to the HTTP port that were not answered since the process started, by reason:"
              + " credentials missing or wrong, method, body, address too long, busy.",
          "reason");
  static final Meter HTTP_PEER_REQUESTS =
      counter(
          "kahkm_http_peer_requests_total",
          "Requests to other instances since the process started, for streams and tables that this"
              + " one does not hold: answered, or failed where an instance could not be reached or"
              + " understood.",
          "outcome");
  static final Meter HISTORY_FAILURES =
      counter(
          "kahkm_history_failures_total",
          "Times since the process started at which the live page's histories of a partition could"
              + " not be stored or restored; the log says why, the next minute tries again.");
  static final Meter MAP_INFO =
      info(
          "kahkm_map_info",
          "The frozen map by fingerprint, number of reference classes and affinity exponent;"
              + " role shadow is the one on trial beside the main one.",
          "map",
          "classes",
          "omega",
          "role");
  static final Meter ROLE_RECORDS =
      counter(
          "kahkm_role_records_total",
          "Records that the monitors of a map took since the process started, over all streams:"
              + " main, and shadow for the map on trial. Absent without one, as all meters with"
              + " role but the map's own.",
          "role");
  static final Meter ROLE_OUTSIDE_RECORDS =
      counter(
          "kahkm_role_outside_records_total",
          "Those of them that lay outside of the map: to compare the two shares.",
          "role");
  static final Meter SHADOW_FAILURES =
      counter(
          "kahkm_shadow_failures_total",
          "Records on which the map on trial made the engine throw since the process started; it"
              + " passed over them. Do not promote a map that has any.");
  static final Meter ROLE_OUTSIDE_MAP =
      streamGauge(
          "kahkm_role_outside_map",
          "1 while the stream is outside of the map, by role: to compare, never to alarm.",
          "role");
  static final Meter ROLE_OUTSIDE_RATIO =
      streamGauge(
          "kahkm_role_outside_map_ratio",
          "Share of the rolling window outside of the map, 0 to 1, by role.",
          "role");
  static final Meter ROLE_INCIDENTS =
      streamGauge(
          "kahkm_role_incidents",
          "Incidents of the stream since the map's monitor of it began, by role.",
          "role");
  static final Meter ROLE_SKILL =
      streamGauge(
          "kahkm_role_forecast_state_skill",
          "kahkm_forecast_state_skill by role: in sensor units, so that two maps can be compared.",
          "role",
          "horizon");
  static final Meter ROLE_VERDICT =
      streamGauge(
          "kahkm_role_certificate_verdict",
          "1 for the verdict of the last closed window, 0 for the others, by role.",
          "role",
          "verdict");
  static final Meter BUILD_INFO =
      info(
          "kahkm_build_info",
          "The running program, and whether its encoder runs on vectors or on slower scalar loops.",
          "version",
          "revision",
          "kernels");

  static final Meter ALARM_STATE =
      gauge(
          "kahkm_alarm_state",
          "1 for the state of each alarm of the model: on; provisional, where the recording was too"
              + " short for its limits to hold; off, where it never pages.",
          "channel",
          "state");
  static final Meter QUARANTINED_RECORDS =
      streamGauge(
          "kahkm_quarantined_records",
          "Records of the stream that were put aside because the engine threw on them again and"
              + " again; kept with the stream, absent where there are none.");
  static final Meter LAST_RECORD_TIMESTAMP =
      streamGauge(
          "kahkm_last_record_timestamp_seconds",
          "Broker timestamp of the stream's last accepted record in seconds since the epoch; absent"
              + " until the instance accepts one.");
  static final Meter ASSIGNMENT_LOSS =
      streamGauge(
          "kahkm_assignment_loss",
          "f-hat over the rolling window, mean (1 - phi_c)^2, without unit, 0 to 1. A plain"
              + " statistic: no confidence level.");
  static final Meter SUCCESSOR_VARIANCE =
      streamGauge(
          "kahkm_successor_variance",
          "s-hat over the rolling window, within-class variance of the successor coordinates,"
              + " without unit, 0 to 1. A plain statistic: no confidence level.");
  static final Meter CERTIFICATE_UNITS =
      streamGauge(
          "kahkm_certificate_units",
          "Units of the last closed window that the sampling declaration asserts to be"
              + " independent.");
  static final Meter CERTIFICATE_LOWER_BOUND =
      streamGauge(
          "kahkm_certificate_lower_bound",
          "Lower bound of the root-mean-square error of every linear closure with norm at most"
              + " kappa, in soft coordinates, last closed window. certificate=\"alarm\" is the one"
              + " that decides, at level certificate_delta; the others are displayed at their own"
              + " level. Holds under the declared sampling: independent, identically distributed"
              + " units. For stream=\"fleet\": of every single closure shared by the fleet;"
              + " per-stream closures may do better.",
          "certificate",
          "kappa");
  static final Meter CERTIFICATE_UPPER_BOUND =
      streamGauge(
          "kahkm_certificate_upper_bound",
          "Upper bound of the root-mean-square error of the closure frozen at the start of the last"
              + " closed window, in soft coordinates, at level certificate_delta. Holds under the"
              + " declared sampling. For stream=\"fleet\": of the model's closure, shared by the"
              + " fleet.");
  static final Meter CERTIFICATE_UPPER_BOUND_CAPPED =
      streamGauge(
          "kahkm_certificate_upper_bound_capped",
          "Upper bound of the root of the mean capped squared error of the frozen closure, last"
              + " closed window: another quantity than the plain error. An error above"
              + " certificate_cap tolerances counts as so many. Absent without a cap.");
  static final Meter CERTIFICATE_CAP =
      streamGauge(
          "kahkm_certificate_cap",
          "Declared cap in tolerances: a larger error counts as so many. Absent without a cap.");
  static final Meter CERTIFICATE_BEST_LOWER_BOUND =
      streamGauge(
          "kahkm_certificate_best_lower_bound",
          "Largest lower bound since the last restart, policy anytime: it holds at every moment, on"
              + " the law since then.");
  static final Meter CERTIFICATE_BEST_UPPER_BOUND =
      streamGauge(
          "kahkm_certificate_best_upper_bound",
          "Smallest upper bound since the last restart, policy anytime: it holds at every moment, on"
              + " the law since then.");
  static final Meter CERTIFICATE_RESTARTS =
      counter(
          "kahkm_certificate_restarts_total",
          "Runs of policy anytime that began anew since the process started, over all streams, by"
              + " cause.",
          "cause");
  static final Meter HORIZON_LOWER_BOUND =
      streamGauge(
          "kahkm_certificate_horizon_lower_bound",
          "Lower bound of the root-mean-square error of every linear map of the present coordinates"
              + " to those so many steps ahead, with norm within the limit of that horizon, last"
              + " closed window. Holds under the declared sampling.",
          "horizon");
  static final Meter HORIZON_UPPER_BOUND =
      streamGauge(
          "kahkm_certificate_horizon_upper_bound",
          "Upper bound of the root-mean-square error of the frozen forecast so many steps ahead, in"
              + " soft coordinates, last closed window. Holds under the declared sampling.",
          "horizon");
  static final Meter HORIZON_UPPER_BOUND_CAPPED =
      streamGauge(
          "kahkm_certificate_horizon_upper_bound_capped",
          "The same with errors above certificate_cap tolerances counted as so many: another quantity"
              + " than the plain error. Absent without a cap.",
          "horizon");
  static final Meter HORIZON_UNITS =
      streamGauge(
          "kahkm_certificate_horizon_units",
          "Units of the last closed window that were long enough for the horizon.",
          "horizon");
  static final Meter CERTIFIED_HORIZON =
      streamGauge(
          "kahkm_certified_horizon",
          "Forecasts of all declared horizons up to this many steps reach the tolerance, last closed"
              + " window, with the capped error where a cap is declared; 0: none is certified, which"
              + " is no information.");
  static final Meter CERTIFIED_HORIZON_OF_TWO =
      streamGauge(
          "kahkm_certified_horizon_of_two_windows",
          "The larger of the certified horizons of the last two closed windows.");
  static final Meter EXCLUDED_HORIZON =
      streamGauge(
          "kahkm_excluded_horizon",
          "No linear map within the norm limits reaches the tolerance at any declared horizon from"
              + " this many steps on, last closed window; absent where that is not certain.");
  static final Meter CERTIFICATE_TOLERANCE =
      streamGauge(
          "kahkm_certificate_tolerance",
          "Tolerance of the last closed window, a root-mean-square error in soft coordinates.");
  static final Meter CERTIFICATE_DELTA =
      streamGauge(
          "kahkm_certificate_delta",
          "Probability of a wrong verdict that the last closed window was allowed, after window"
              + " policy, budget and family, under the declared sampling.");
  static final Meter CERTIFICATE_VERDICT =
      streamGauge(
          "kahkm_certificate_verdict",
          "1 for the verdict of the last closed window, 0 for the others. UNDECIDED is no sign of"
              + " health. For stream=\"fleet\" EXCLUDED means that no single closure shared by the"
              + " fleet reaches the tolerance; per-stream closures may do better.",
          "verdict");
  static final Meter CERTIFICATE_VERDICT_RUN =
      streamGauge(
          "kahkm_certificate_verdict_run",
          "Consecutive closed windows with the verdict of the last one, 0 for the other verdicts.",
          "verdict");
  static final Meter CERTIFICATE_WINDOW_END =
      streamGauge(
          "kahkm_certificate_window_end_timestamp_seconds",
          "Event time at which the last closed window ended, in seconds of the input's own clock:"
              + " comparable with time() only where that counts from the epoch.");
  static final Meter CERTIFICATE_MISSING =
      streamGauge(
          "kahkm_certificate_missing_streams",
          "Streams without a unit in the last closed window of a fleet (stream=\"fleet\"), those"
              + " that left it for good not counted; above 0 its verdict is UNDECIDED or"
              + " OUT_OF_MAP.");
  static final Meter CERTIFICATE_DEPENDENCE =
      streamGauge(
          "kahkm_certificate_dependence",
          "Square root of the units times the lag-1 autocorrelation of their losses, last closed"
              + " window; about standard normal for independent units, beyond 4 the verdict is"
              + " SUSPECT.");
  static final Meter CERTIFICATE_PLUG_IN_LIMIT =
      streamGauge(
          "kahkm_certificate_plug_in_limit",
          "sqrt(s-hat) - kappa sqrt(2 f-hat) of the last closed window, a root-mean-square error in"
              + " soft coordinates: what the paper's bound tends to with ever more units. Below 0"
              + " it can never fire.",
          "kappa");
  static final Meter FORECAST_ERROR =
      streamGauge(
          "kahkm_forecast_error",
          "Relative error E_h of the forecasts in soft coordinates, without unit, last closed score"
              + " window.",
          "horizon");
  static final Meter FORECAST_RMSE =
      streamGauge(
          "kahkm_forecast_rmse",
          "Root-mean-square error of the forecasts in soft coordinates, last closed score window.",
          "horizon");
  static final Meter FORECAST_PERSISTENCE_RMSE =
      streamGauge(
          "kahkm_forecast_persistence_rmse",
          "The same of persistence, which repeats the present coordinates.",
          "horizon");
  static final Meter FORECAST_R2 =
      streamGauge(
          "kahkm_forecast_r2",
          "R2_h of the forecasts in soft coordinates, 1 is perfect, last closed score window;"
              + " absent when the observed coordinates did not vary.",
          "horizon");
  static final Meter FORECAST_SKILL =
      streamGauge(
          "kahkm_forecast_skill",
          "1 - MSE / MSE of persistence in soft coordinates, last closed score window: above 0 the"
              + " forecast beats repeating the present state; absent when persistence was exact.",
          "horizon");
  static final Meter FORECAST_STATE_ERROR =
      streamGauge(
          "kahkm_forecast_state_error",
          "Root-mean-square error of the forecast of one sensor in the sensor's unit, last closed"
              + " score window; absent without a readout.",
          "component",
          "horizon");
  static final Meter SIMPLEX_DISTANCE =
      streamGauge(
          "kahkm_simplex_distance",
          "Mean squared distance of the predicted coordinates from the simplex, without unit, last"
              + " closed score window.",
          "horizon");
  static final Meter CLOSURE_SPECTRAL_NORM =
      streamGauge(
          "kahkm_closure_spectral_norm",
          "Largest singular value of the live closure when the last window closed.");
  static final Meter CLOSURE_SPECTRAL_RADIUS =
      streamGauge(
          "kahkm_closure_spectral_radius",
          "Largest modulus of an eigenvalue of the live closure when a window closed, measured"
              + " again once C^2 transitions have been learned.");
  static final Meter NOVELTY =
      streamGauge(
          "kahkm_novelty",
          "Smallest class score of the last state, without unit, 0 to 1: small on the map.");
  static final Meter NOVELTY_LIMIT =
      streamGauge(
          "kahkm_novelty_limit",
          "Novelty above which a state lies outside the map, a quantile over normal rows that the"
              + " map had not seen; absent when the model was not calibrated.");
  static final Meter OUTSIDE_MAP =
      streamGauge(
          "kahkm_outside_map",
          "1 after three states in a row outside the map, or while evidence of novelty pages, 0"
              + " otherwise.");
  static final Meter STREAM_STATE =
      streamGauge(
          "kahkm_stream_state",
          "1 for the state the stream is in, 0 for the others: outside the map, relation broken,"
              + " silent, no-limit (the model has no alarm), learning (no state of the map yet), on"
              + " the map. A stream that ended has no series.",
          "state");
  static final Meter INCIDENT_OPEN =
      streamGauge(
          "kahkm_incident_open",
          "1 while an incident of the stream is open: from the decision that it is outside the map"
              + " or its relations broken until ten readings in a row are inside, 0 otherwise.");
  static final Meter INCIDENT_INFO =
      info(
          "kahkm_incident_info",
          "The open incident of a stream: its identity, and in words what, where, since when and"
              + " which sensors, and what it resembles.",
          "stream",
          "incident",
          "words");
  static final Meter SHELVED_UNTIL =
      streamGauge(
          "kahkm_stream_shelved_until_timestamp_seconds",
          "Wall clock until which somebody shelved the stream: its alarms of the map and of"
              + " relations are not raised; absent where nobody did or it is over.");
  static final Meter INCIDENTS =
      streamCounter(
          "kahkm_incidents_total",
          "Incidents of the stream since it was first heard of, over restarts.");
  static final Meter NOVELTY_EVIDENCE =
      streamGauge(
          "kahkm_novelty_evidence",
          "Evidence of novelty accumulated over rows, on the scale of its page: log M / log A with"
              + " the run length A, 0 to 1. Absent with models of earlier versions.");
  static final Meter RELATION =
      streamGauge(
          "kahkm_relation",
          "How far the last reading is from what the reading before it predicts, in units of how the"
              + " sensors usually miss together: about 1 on normal rows. Absent where the reading has"
              + " no predecessor.");
  static final Meter RELATION_LIMIT =
      streamGauge(
          "kahkm_relation_limit",
          "Value that few single normal readings exceed; pages come from evidence, not from it.");
  static final Meter RELATION_EVIDENCE =
      streamGauge(
          "kahkm_relation_evidence",
          "Evidence that the sensors' relations are broken, accumulated over rows, on the scale of"
              + " its page: log M / log A with the run length A, 0 to 1.");
  static final Meter RELATION_BROKEN =
      streamGauge(
          "kahkm_relation_broken",
          "1 from the page until its evidence is over, 0 otherwise; absent where the model watches"
              + " no relations.");
  static final Meter RELATION_BROKEN_SINCE =
      streamGauge(
          "kahkm_relation_broken_since_timestamp_seconds",
          "Event time of the row with which the evidence began, in seconds of the input's own clock;"
              + " absent unless relation_broken is 1.");
  static final Meter RELATION_FACTOR =
      streamGauge(
          "kahkm_relation_factor",
          "How many times as far as usual a sensor is from what the others predict, as a mean square"
              + " over the excursion; the four largest, whatever their index. Absent unless"
              + " relation_broken is 1.",
          "component");
  static final Meter RELATION_UNWATCHED =
      streamCounter(
          "kahkm_relation_unwatched_total",
          "Readings whose relations could not be judged: without a predecessor by one step, with a"
              + " missing value, or with held values only; since the stream began.");
  static final Meter OUTSIDE_MAP_RATIO =
      streamGauge(
          "kahkm_outside_map_ratio",
          "Share of the rolling window's transitions with a state outside the map, 0 to 1.");
  static final Meter OUTSIDE_MAP_SINCE =
      streamGauge(
          "kahkm_outside_map_since_timestamp_seconds",
          "Event time of the first of the states in a row outside the map, or of the row with which"
              + " the evidence of novelty began, in seconds of the input's own clock; absent unless"
              + " outside_map is 1.");
  static final Meter NOVELTY_SHARE =
      streamGauge(
          "kahkm_novelty_share",
          "Share of a sensor in the squared reconstruction error of the best-scoring class at the"
              + " last state, without unit, 0 to 1; over all sensors they sum to 1. Absent unless"
              + " outside_map is 1.",
          "component");
  static final Meter INCOMPLETE_STATES =
      streamCounter(
          "kahkm_incomplete_states_total",
          "Readings left out because a sensor's value was missing and none could be held, over the"
              + " stream's life, restarts included.");
  static final Meter HELD_VALUES =
      streamCounter(
          "kahkm_held_values_total",
          "Missing sensor values replaced by the last ones read, over the stream's life, restarts"
              + " included.");
  static final Meter WARM_UP_STATES =
      streamCounter(
          "kahkm_warm_up_states_total",
          "Complete readings that gave no state yet because delays had to fill or the stream's own"
              + " scaling was being learned, over the stream's life, restarts included.");
  static final Meter ROLLBACKS =
      streamCounter(
          "kahkm_closure_rollbacks_total",
          "Times the closure was returned to what it was before an excursion from the map, over the"
              + " stream's life, restarts included.");
  static final Meter UNIFORM_FALLBACK =
      streamCounter(
          "kahkm_uniform_fallback_total",
          "States so far from every class that the coordinates were set uniform, over the stream's"
              + " life, restarts included.");
  static final Meter OBSERVATION =
      streamGauge(
          "kahkm_observation", "Last value of a sensor, in the sensor's unit.", "component");
  static final Meter FORECAST =
      streamGauge(
          "kahkm_forecast",
          "Value of a sensor last forecast for a horizon in steps, in the sensor's unit; absent"
              + " without a readout.",
          "component",
          "horizon");
  static final Meter FORECAST_DUE =
      streamGauge(
          "kahkm_forecast_due",
          "Value of a sensor that was forecast so many steps before the last reading that a forecast"
              + " was made for, in the sensor's unit: to be drawn beside kahkm_observation. Absent"
              + " without a readout, and for streams without a history of their own.",
          "component",
          "horizon");
  static final Meter FORECAST_DUE_HALF_WIDTH =
      streamGauge(
          "kahkm_forecast_due_half_width",
          "Half-width of the interval that went out with it, in the sensor's unit; absent without"
              + " forecasts.interval.",
          "component",
          "horizon");
  static final Meter FORECAST_STATE_SKILL =
      streamGauge(
          "kahkm_forecast_state_skill",
          "1 - MSE / MSE of persistence in sensor units, mean over the sensors, last closed score"
              + " window: below 0 the forecast is worse than repeating the present reading.",
          "horizon");
  static final Meter FORECAST_LINEAR_SKILL =
      streamGauge(
          "kahkm_forecast_linear_skill",
          "The same of the linear model of all sensors that every forecast starts from; absent"
              + " without one.",
          "horizon");
  static final Meter FORECAST_HALF_WIDTH =
      streamGauge(
          "kahkm_forecast_half_width",
          "Half-width of a sensor's next interval around its forecast, in the sensor's unit; absent"
              + " without forecasts.interval.",
          "component",
          "horizon");
  static final Meter FORECAST_COVERAGE =
      streamGauge(
          "kahkm_forecast_coverage",
          "Share of outcomes within their intervals since the stream began, mean over the sensors;"
              + " outcomes while the stream was outside the map or its relations were broken do not"
              + " count.",
          "horizon");
  static final Meter FORECAST_GUARANTEE =
      streamGauge(
          "kahkm_forecast_coverage_guarantee",
          "How far a sensor's coverage can be from forecasts.interval at most, on any sequence of"
              + " errors no larger than those seen.",
          "horizon");

  static final Meter FORECAST_PERSISTING =
      streamGauge(
          "kahkm_forecast_persisting_sensors",
          "Sensors whose forecast is their present value, because the model's was worse than that"
              + " lately.",
          "horizon");

  private static final List<Meter> ALL =
      List.of(
          TRANSITIONS,
          REJECTED_RECORDS,
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
          STREAM_STATE,
          INCIDENT_OPEN,
          INCIDENT_INFO,
          SHELVED_UNTIL,
          INCIDENTS,
          CERTIFICATE_STREAMS,
          HTTP_REFUSED,
          HTTP_PEER_REQUESTS,
          HISTORY_FAILURES,
          ASSIGNMENT_LOSS,
          SUCCESSOR_VARIANCE,
          CERTIFICATE_UNITS,
          CERTIFICATE_LOWER_BOUND,
          CERTIFICATE_UPPER_BOUND,
          CERTIFICATE_UPPER_BOUND_CAPPED,
          CERTIFICATE_CAP,
          CERTIFICATE_BEST_LOWER_BOUND,
          CERTIFICATE_BEST_UPPER_BOUND,
          CERTIFICATE_RESTARTS,
          HORIZON_LOWER_BOUND,
          HORIZON_UPPER_BOUND,
          HORIZON_UPPER_BOUND_CAPPED,
          HORIZON_UNITS,
          CERTIFIED_HORIZON,
          CERTIFIED_HORIZON_OF_TWO,
          EXCLUDED_HORIZON,
          CERTIFICATE_TOLERANCE,
          CERTIFICATE_DELTA,
          CERTIFICATE_VERDICT,
          CERTIFICATE_VERDICT_RUN,
          CERTIFICATE_WINDOW_END,
          CERTIFICATE_MISSING,
          CERTIFICATE_DEPENDENCE,
          CERTIFICATE_PLUG_IN_LIMIT,
          FORECAST_ERROR,
          FORECAST_RMSE,
          FORECAST_PERSISTENCE_RMSE,
          FORECAST_R2,
          FORECAST_SKILL,
          FORECAST_STATE_ERROR,
          FORECAST_STATE_SKILL,
          FORECAST_LINEAR_SKILL,
          FORECAST_HALF_WIDTH,
          FORECAST_DUE,
          FORECAST_DUE_HALF_WIDTH,
          FORECAST_COVERAGE,
          FORECAST_GUARANTEE,
          FORECAST_PERSISTING,
          SIMPLEX_DISTANCE,
          CLOSURE_SPECTRAL_NORM,
          CLOSURE_SPECTRAL_RADIUS,
          NOVELTY,
          NOVELTY_LIMIT,
          NOVELTY_EVIDENCE,
          OUTSIDE_MAP,
          OUTSIDE_MAP_SINCE,
          OUTSIDE_MAP_RATIO,
          NOVELTY_SHARE,
          RELATION,
          RELATION_LIMIT,
          RELATION_EVIDENCE,
          RELATION_BROKEN,
          RELATION_BROKEN_SINCE,
          RELATION_FACTOR,
          RELATION_UNWATCHED,
          INCOMPLETE_STATES,
          HELD_VALUES,
          WARM_UP_STATES,
          ROLLBACKS,
          UNIFORM_FALLBACK,
          OBSERVATION,
          FORECAST,
          ALARM_STATE,
          MAP_INFO,
          ROLE_RECORDS,
          ROLE_OUTSIDE_RECORDS,
          SHADOW_FAILURES,
          ROLE_OUTSIDE_MAP,
          ROLE_OUTSIDE_RATIO,
          ROLE_INCIDENTS,
          ROLE_SKILL,
          ROLE_VERDICT,
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

  private static Meter counter(String name, String help, String... labels) {
    return new Meter(name, Type.COUNTER, List.of(labels), help);
  }

  private static Meter gauge(String name, String help, String... labels) {
    return new Meter(name, Type.GAUGE, List.of(labels), help);
  }

  private static Meter histogram(String name, String help) {
    return new Meter(name, Type.HISTOGRAM, List.of(), help);
  }

  private static Meter info(String name, String help, String... labels) {
    return new Meter(name, Type.INFO, List.of(labels), help);
  }

  private static Meter streamCounter(String name, String help) {
    return new Meter(name, Type.COUNTER, List.of("stream"), help);
  }

  private static Meter streamGauge(String name, String help, String... labels) {
    String[] all = new String[labels.length + 1];
    all[0] = "stream";
    System.arraycopy(labels, 0, all, 1, labels.length);
    return new Meter(name, Type.GAUGE, List.of(all), help);
  }
}
