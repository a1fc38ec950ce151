package io.kahkm.telemetry;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.IncidentWords;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.StreamHistory;
import io.kahkm.telemetry.meter.CertificateMeters;
import io.kahkm.telemetry.meter.ForecastMeters;
import io.kahkm.telemetry.meter.MeterTable;
import io.kahkm.telemetry.meter.ReadingMeters;
import io.kahkm.telemetry.meter.RoleMeters;
import io.kahkm.telemetry.meter.Samples;
import io.kahkm.telemetry.meter.SensorSeries;
import java.util.concurrent.TimeUnit;

/** Turns what is known of one stream into samples. Immutable. */
final class StreamSamples {
  private static final double MILLISECONDS_PER_SECOND = 1e3;
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /** What is known of a stream before its first reading too. */
  static final MeterTable<Sight> METERS =
      new MeterTable<Sight>("stream")
          .value(
              "kahkm_last_record_timestamp_seconds",
              "Broker timestamp of the stream's last accepted record in seconds since the epoch;"
                  + " absent until the instance accepts one.",
              sight ->
                  sight.stream().hasRecordTimestamp()
                      ? sight.stream().recordTimestamp() / MILLISECONDS_PER_SECOND
                      : Double.NaN)
          .each(
              "kahkm_quarantined_records",
              "Records of the stream that were quarantined because the engine failed on them"
                  + " repeatedly; kept with the stream, absent where there are none.",
              (sight, values) ->
                  sight.stream().mark().ifPresent(mark -> values.add((double) mark.records())))
          .each(
              "kahkm_stream_state",
              "1 for the state the stream is in, 0 for the others: outside (unlike the recording),"
                  + " broken (sensors disagree), faulty (a sensor is faulty), silent, no-limit (an"
                  + " alarm of the model is off), learning (an alarm has too few past readings"
                  + " yet), on (normal), off (its machine is off). A stream that ended has no"
                  + " series.",
              StreamSamples::states,
              "state")
          .each(
              "kahkm_stream_silent",
              "1 while the stream is silent, 0 otherwise: no accepted record for longer than"
                  + " input.silent-after. A stream that was in alarm keeps the state of that"
                  + " alarm.",
              StreamSamples::silence)
          .each(
              "kahkm_stream_alerted",
              "1 while the stream's alarm is an alert within the budget of alerts.fleet, 0 while"
                  + " its evidence is not enough for that. Absent without a budget, and where the"
                  + " stream is not in alarm.",
              (sight, values) ->
                  sight
                      .known()
                      .streams
                      .paged(sight.stream(), sight.moment().now())
                      .ifPresent(paged -> values.add(paged ? 1 : 0)))
          .each(
              "kahkm_stream_shelved_until_timestamp_seconds",
              "Wall clock until which the stream is shelved: its alarms of novelty, of relations"
                  + " and of single sensors raise no alerts; absent if the stream is not shelved.",
              StreamSamples::shelved)
          .each(
              "kahkm_incident_info",
              "The open incident of a stream: its identity, and in words what, where, since when"
                  + " and which sensors, and what it resembles.",
              StreamSamples::incident,
              "incident",
              "words");

  /** Forecasts made for the last reading, to be drawn beside it. */
  static final MeterTable<Due> DUE =
      new MeterTable<Due>("stream", "component", "horizon")
          .value(
              "kahkm_forecast_due",
              "Value of a sensor that was forecast as many steps as the horizon before the last"
                  + " reading that a forecast was made for, in the sensor's unit: to be drawn"
                  + " beside kahkm_observation. Absent without a readout, and for streams without a"
                  + " history of their own.",
              Due::value)
          .value(
              "kahkm_forecast_due_half_width",
              "Half-width of the interval that went out with it, in the sensor's unit; absent"
                  + " without forecasts.interval.",
              Due::halfWidth);

  /** Which map publishes, where there are two. */
  static final MeterTable<TrackedStream> PROMOTED =
      new MeterTable<TrackedStream>("stream")
          .flag(
              "kahkm_promoted",
              "1 while the map of model.shadow publishes for the stream because evidence promoted"
                  + " it, 0 while that of model.file does.",
              TrackedStream::isBySecond);

  /** A stream when somebody looks, beside what else is known. */
  record Sight(TrackedStream stream, Moment moment, StreamSamples known) {}

  /** A forecast that was made for the last reading; NaN as half-width where it has no interval. */
  record Due(float value, float halfWidth) {}

  private final SensorSeries sensors;
  private final NamedSensors named;
  private final boolean alarmAtNorm;
  private final IncidentBook incidents;
  private final StreamTable streams;

  /**
   * Samples of streams of one model.
   *
   * @param named all sensors
   * @param components how many of them, the first of the state, have series of their own
   * @param alarmAtNorm whether the alarm's kappa is the norm of the frozen closure
   * @param incidents what is known of all incidents
   * @param streams tell which alarms are pages
   */
  StreamSamples(
      NamedSensors named,
      int components,
      boolean alarmAtNorm,
      IncidentBook incidents,
      StreamTable streams) {
    this.named = named;
    sensors = new SensorSeries(named.names(), components);
    this.alarmAtNorm = alarmAtNorm;
    this.incidents = incidents;
    this.streams = streams;
  }

  void put(TrackedStream stream, Moment moment, Samples samples) {
    String label = stream.label();
    METERS.put(new Sight(stream, moment, this), samples, label);
    stream.status(moment).ifPresent(status -> put(label, status, samples));
    stream.history().ifPresent(history -> due(label, history, samples));
  }

  private void put(String stream, StreamStatus status, Samples samples) {
    ReadingMeters.put(status, sensors, samples, stream);
    ForecastMeters.put(status, sensors, samples, stream);
    status
        .certificates()
        .last()
        .ifPresent(
            record ->
                CertificateMeters.put(
                    new CertificateMeters.Window(
                        record, status.certificates().verdictRun(), alarmAtNorm),
                    samples,
                    stream));
  }

  private void due(String stream, StreamHistory history, Samples samples) {
    history.due(
        (horizon, sensor, value, halfWidth) ->
            DUE.put(
                new Due(value, halfWidth),
                samples,
                stream,
                sensors.name(sensor),
                Integer.toString(horizon)));
  }

  /** The series of a fleet's certificate; in a fleet no stream has certificates of its own. */
  void put(FleetCertificate fleet, Samples samples) {
    CertificateMeters.Window window =
        new CertificateMeters.Window(fleet.certificate(), fleet.verdictRun(), alarmAtNorm);
    CertificateMeters.put(window, samples, FleetWindow.FLEET);
    CertificateMeters.FLEETS.put(fleet.certificate(), samples, FleetWindow.FLEET);
  }

  /** What two maps say of one stream, to be compared. */
  static void putRoles(TrackedStream stream, Moment moment, Samples samples) {
    String label = stream.label();
    PROMOTED.put(stream, samples, label);
    stream
        .status(moment)
        .ifPresent(status -> RoleMeters.ROLES.put(status, samples, label, MapRole.MAIN.label()));
    stream
        .shadow()
        .ifPresent(
            status -> {
              RoleMeters.ROLES.put(status, samples, label, MapRole.SHADOW.label());
              status
                  .forecasts()
                  .others()
                  .forEach(
                      main ->
                          RoleMeters.TRIALS.put(
                              main, samples, label, Integer.toString(main.horizon())));
            });
  }

  private static void states(Sight sight, MeterTable.Values values) {
    StreamState present = sight.stream().condition(sight.moment()).state();
    for (StreamState state : StreamState.values()) {
      // A stream that ended has no series.
      if (state != StreamState.ENDED) {
        values.add(state == present ? 1 : 0, state.label());
      }
    }
  }

  private static void silence(Sight sight, MeterTable.Values values) {
    Silence silence = sight.stream().silence(sight.moment());
    if (silence != Silence.ENDED) {
      values.add(silence == Silence.SILENT ? 1 : 0);
    }
  }

  private static void shelved(Sight sight, MeterTable.Values values) {
    sight
        .known()
        .incidents
        .shelved(sight.stream().id(), TimeUnit.MILLISECONDS.toNanos(sight.moment().now()))
        .ifPresent(shelving -> values.add(shelving.until() / NANOSECONDS_PER_SECOND));
  }

  private static void incident(Sight sight, MeterTable.Values values) {
    sight.stream()
        .status(sight.moment())
        .flatMap(status -> status.incidents().open())
        .ifPresent(incident -> sight.known().incident(sight.stream(), incident, values));
  }

  /** In words, where its record has come back from the topic with what it resembles. */
  private void incident(TrackedStream stream, Incident incident, MeterTable.Values values) {
    String known = IncidentRecords.id(stream.id(), incident.opened());
    String words =
        incidents
            .find(known)
            .map(record -> record.json().path("words").asText())
            .orElseGet(
                () ->
                    IncidentWords.happening(stream.words(), incident, named, IncidentWords::time));
    values.add(1, known, words);
  }
}
