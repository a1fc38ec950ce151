package io.kahkm.telemetry;

import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.telemetry.meter.MeterTable;
import io.kahkm.telemetry.meter.Samples;
import java.util.function.Function;

/** The meters of an instance as a whole. */
public final class EngineMeters {
  /** Name of the meter of requests that were not answered, which the log refers to. */
  public static final String HTTP_REFUSED = "kahkm_http_refused_requests_total";

  /** Name of the meter of pushes, which the log refers to. */
  static final String OTLP_PUSHES = "kahkm_otlp_pushes_total";

  private static final double MILLISECONDS_PER_SECOND = 1e3;

  /** What is counted over all streams. */
  static final MeterTable<EngineCounters> COUNTS =
      new MeterTable<EngineCounters>()
          .value(
              "kahkm_transitions_total",
              "Transitions formed since the process started, over all streams of the instance.",
              EngineCounters::transitions)
          .counts(
              "kahkm_rejected_records_total",
              "Records rejected since the process started, over all streams, by the reason they"
                  + " carry on the dead-letter topic.",
              "reason",
              EngineCounters::rejected)
          .value(
              "kahkm_unknown_mode_records_total",
              "Records whose mode has no model in model.by-mode, since the process started, over"
                  + " all streams: they were not judged.",
              EngineCounters::unknownModes)
          .value(
              "kahkm_fleet_late_units_total",
              "Units of fleet windows that came after their window had closed and were dropped,"
                  + " since the process started.",
              EngineCounters::lateUnits)
          .flag(
              "kahkm_ready",
              "1 while the instance can serve, as /readyz says: running, model loaded, warm, no"
                  + " dead thread; else 0.",
              EngineCounters::ready)
          .value(
              "kahkm_registry_unanswered_seconds",
              "How long the schema registry has not answered a request whose answer records wait"
                  + " for; 0 while it does, and where none is used.",
              counters -> counters.registryAway() / MILLISECONDS_PER_SECOND)
          .counts(
              "kahkm_certificate_restarts_total",
              "Runs of policy anytime that started again since the process started, over all"
                  + " streams, by cause.",
              "cause",
              EngineCounters::restarts)
          .counts(
              HTTP_REFUSED,
              "Requests to the HTTP port that were not answered since the process started, by"
                  + " reason: credentials missing or wrong, host not this port's, method, body,"
                  + " address too long, busy.",
              "reason",
              EngineCounters::refused)
          .counts(
              "kahkm_http_peer_requests_total",
              "Requests to other instances since the process started, for streams and tables that"
                  + " this one does not hold: answered, or failed where an instance could not be"
                  + " reached or understood.",
              "outcome",
              EngineCounters::asked)
          .value(
              "kahkm_history_failures_total",
              "Times since the process started at which the live page's histories of a partition"
                  + " could not be stored or restored; the log says why, the next minute tries"
                  + " again.",
              EngineCounters::historyFailures)
          .counts(
              OTLP_PUSHES,
              "Pushes of metrics to the collector of telemetry.otlp since the process started:"
                  + " succeeded, or failed where the collector could not be reached or refused; the"
                  + " log says why once. 0 without a collector.",
              "outcome",
              EngineCounters::pushed)
          .counts(
              "kahkm_otlp_spans_total",
              "Spans of traced records since the process started: succeeded, failed where the"
                  + " collector did not take them, or dropped where there were too many for one"
                  + " push. Spans are pushed once. 0 without telemetry.otlp.traces.",
              "outcome",
              EngineCounters::spans);

  /** What is counted of the present streams. */
  static final MeterTable<HeldStreams> STREAMS =
      new MeterTable<HeldStreams>()
          .counts(
              "kahkm_streams",
              "Streams held by the instance by their state: outside (unlike the recording), broken"
                  + " (sensors disagree), faulty (a sensor is faulty), silent, no-limit (an alarm"
                  + " of the model is off), learning (an alarm has too few past readings yet), on"
                  + " (normal), off (its machine is off), ended (no longer expected). The sum over"
                  + " the states is every stream.",
              "state",
              HeldStreams::states)
          .value(
              "kahkm_streams_silent",
              "Streams held by the instance without an accepted record for longer than the time"
                  + " after which a stream counts as silent, by the wall clock of the instance;"
                  + " those that ended are not counted.",
              HeldStreams::silent)
          .value(
              "kahkm_streams_forgetting_held",
              "Streams held by the instance that input.forget would delete and that are kept,"
                  + " because more than a quarter of their partition are due at once.",
              HeldStreams::forgettingHeld)
          .counts(
              "kahkm_certificate_streams",
              "Streams held by the instance by the verdict of their last completed window; NONE"
                  + " where no window has closed or the last one is older than three times its"
                  + " length. Absent where streams have no certificates of their own.",
              "verdict",
              HeldStreams::verdicts);

  /** The running program and its maps. */
  static final MeterTable<ServedMaps> MAPS =
      new MeterTable<ServedMaps>()
          .each(
              "kahkm_alarm_state",
              "1 for the state of each alarm of the model: on; provisional, where the recording was"
                  + " too short for its thresholds to hold; off, where it never raises an alarm.",
              EngineMeters::alarms,
              "channel",
              "state")
          .each(
              "kahkm_map_info",
              "The map (the fitted model) by fingerprint, number of reference classes and affinity"
                  + " exponent; role shadow is the one on trial beside the main one.",
              EngineMeters::maps,
              "map",
              "classes",
              "omega",
              "role")
          .each(
              "kahkm_build_info",
              "The running program, and whether its encoder runs on vectors or on slower scalar"
                  + " loops.",
              EngineMeters::build,
              "version",
              "revision",
              "kernels");

  /** What the main map and the one on trial made of the records. */
  static final MeterTable<EngineCounters> ROLES =
      new MeterTable<EngineCounters>()
          .counts(
              "kahkm_role_records_total",
              "Records that the monitors of a map took since the process started, over all streams:"
                  + " main, and shadow for the map on trial. Absent without one, as all meters with"
                  + " role but the map's own.",
              "role",
              EngineCounters::taken)
          .counts(
              "kahkm_role_outside_records_total",
              "Those of them that were unlike the recording: to compare the two shares.",
              "role",
              EngineCounters::outside)
          .value(
              "kahkm_shadow_failures_total",
              "Records on which the map on trial failed since the process started; it skipped them."
                  + " Do not promote a map that has any.",
              EngineCounters::shadowFailures)
          .value(
              "kahkm_promotions_total",
              "Times since the process started that evidence let the other map publish for a stream"
                  + " (model.promote: evidence).",
              EngineCounters::promotions);

  private EngineMeters() {}

  private static void alarms(ServedMaps maps, MeterTable.Values values) {
    alarm("novelty", maps, MapIdentity::novelty, values);
    alarm("relations", maps, MapIdentity::relations, values);
    alarm("sensors", maps, MapIdentity::faults, values);
  }

  private static void alarm(
      String channel,
      ServedMaps maps,
      Function<MapIdentity, AlarmState> of,
      MeterTable.Values values) {
    AlarmState current = maps.weakest(of);
    for (AlarmState state : AlarmState.values()) {
      values.add(state == current ? 1 : 0, channel, state.label());
    }
  }

  private static void maps(ServedMaps maps, MeterTable.Values values) {
    maps.each().forEach(mode -> map(mode.main(), MapRole.MAIN, values));
    maps.each().forEach(mode -> mode.shadow().ifPresent(map -> map(map, MapRole.SHADOW, values)));
  }

  private static void map(MapIdentity map, MapRole role, MeterTable.Values values) {
    String classes = Integer.toString(map.classes());
    values.add(1, map.fingerprint(), classes, Samples.number(map.omega()), role.label());
  }

  private static void build(ServedMaps maps, MeterTable.Values values) {
    BuildInfo build = BuildInfo.current();
    values.add(1, build.version(), build.revision(), Kernels.provider().name());
  }
}
