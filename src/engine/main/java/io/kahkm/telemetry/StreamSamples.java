package io.kahkm.telemetry;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.IncidentWords;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.certificate.CappedBound;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.HorizonBound;
import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.skill.SkillStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Turns what is known of one stream into samples. Immutable. */
final class StreamSamples {
  private static final double MILLISECONDS_PER_SECOND = 1e3;
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /** Sensors that an alarm names, however few have series of their own. */
  private static final int LEAST_LEADING = 4;

  private final List<String> sensors;
  private final List<String> components;
  private final NamedSensors named;
  private final boolean alarmAtNorm;
  private final IncidentBook incidents;
  private final StreamTable streams;

  /**
   * Samples of streams of one model.
   *
   * @param named all sensors
   * @param components how many of them, the first of the state, have series of their own
   * @param alarmAtNorm whether the alarm's kappa is the norm of the frozen closure, which is
   *     another number in each window and so must not become a label
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
    sensors = named.names();
    this.components = this.sensors.subList(0, components);
    this.alarmAtNorm = alarmAtNorm;
    this.incidents = incidents;
    this.streams = streams;
  }

  void put(TrackedStream stream, Moment moment, Samples samples) {
    String label = stream.label();
    if (stream.hasRecordTimestamp()) {
      samples.put(
          MeterNames.LAST_RECORD_TIMESTAMP,
          stream.recordTimestamp() / MILLISECONDS_PER_SECOND,
          label);
    }
    stream
        .mark()
        .ifPresent(
            mark -> samples.put(MeterNames.QUARANTINED_RECORDS, (double) mark.records(), label));
    StreamState present = stream.condition(moment).state();
    for (StreamState state : StreamState.values()) {
      // A stream that ended has no series.
      if (state != StreamState.ENDED) {
        samples.put(MeterNames.STREAM_STATE, state == present ? 1 : 0, label, state.label());
      }
    }
    Silence silence = stream.silence(moment);
    if (silence != Silence.ENDED) {
      samples.put(MeterNames.STREAM_SILENT, silence == Silence.SILENT ? 1 : 0, label);
    }
    streams
        .paged(stream, moment.now())
        .ifPresent(paged -> samples.put(MeterNames.STREAM_ALERTED, paged ? 1 : 0, label));
    incidents
        .shelved(stream.id(), TimeUnit.MILLISECONDS.toNanos(moment.now()))
        .ifPresent(
            shelving ->
                samples.put(
                    MeterNames.SHELVED_UNTIL, shelving.until() / NANOSECONDS_PER_SECOND, label));
    stream
        .status(moment)
        .flatMap(StreamStatus::incident)
        .ifPresent(incident -> incident(stream, incident, samples));
    stream.status(moment).ifPresent(status -> status(label, status, samples));
    stream.history().ifPresent(history -> due(label, history, samples));
  }

  /** The forecasts made for the last reading, to be drawn beside it. */
  private void due(String stream, StreamHistory history, Samples samples) {
    history.due(
        (horizon, sensor, value, halfWidth) -> {
          String steps = Integer.toString(horizon);
          String component = components.get(sensor);
          samples.put(ForecastMeters.FORECAST_DUE, value, stream, component, steps);
          if (!Float.isNaN(halfWidth)) {
            samples.put(
                ForecastMeters.FORECAST_DUE_HALF_WIDTH, halfWidth, stream, component, steps);
          }
        });
  }

  /** In words, where its record has come back from the topic with what it resembles. */
  private void incident(TrackedStream stream, Incident incident, Samples samples) {
    String known = IncidentRecords.id(stream.id(), incident.opened());
    String words =
        incidents
            .find(known)
            .map(record -> record.json().path("words").asText())
            .orElseGet(
                () -> IncidentWords.happening(stream.words(), incident, named, IncidentWords::utc));
    samples.put(MeterNames.INCIDENT_INFO, 1, stream.label(), known, words);
  }

  private void status(String stream, StreamStatus status, Samples samples) {
    samples.put(CertificateMeters.ASSIGNMENT_LOSS, status.rolling().assignmentLoss(), stream);
    samples.put(CertificateMeters.SUCCESSOR_VARIANCE, status.rolling().successorVariance(), stream);
    samples.put(MeterNames.CLOSURE_SPECTRAL_NORM, status.closure().norm(), stream);
    samples.put(MeterNames.CLOSURE_SPECTRAL_RADIUS, status.closure().radius(), stream);
    if (status.encoded()) {
      samples.put(ReadingMeters.NOVELTY, status.novelty().value(), stream);
    }
    samples.put(ReadingMeters.NOVELTY_LIMIT, status.novelty().limit(), stream);
    samples.put(MeterNames.INCIDENT_OPEN, status.incident().isPresent() ? 1 : 0, stream);
    samples.put(MeterNames.INCIDENTS, (double) status.incidents(), stream);
    if (status.inOperation()) {
      present(stream, status, samples);
    }
    if (status.novelty().since().isPresent()) {
      samples.put(
          ReadingMeters.OUTSIDE_MAP_SINCE,
          status.novelty().since().getAsLong() / NANOSECONDS_PER_SECOND,
          stream);
    }
    List<Integer> leading = leading(status.novelty().shares());
    for (int sensor : leading) {
      samples.put(
          ReadingMeters.NOVELTY_SHARE,
          status.novelty().shares().get(sensor),
          stream,
          sensors.get(sensor));
    }
    samples.put(ReadingMeters.NOVELTY_EVIDENCE, status.novelty().level(), stream);
    status.relation().ifPresent(relation -> relation(stream, relation, samples));
    status.sensors().ifPresent(channel -> faults(stream, channel, samples));
    samples.put(ReadingMeters.INCOMPLETE_STATES, (double) status.counts().incomplete(), stream);
    samples.put(ReadingMeters.HELD_VALUES, (double) status.counts().heldValues(), stream);
    samples.put(ReadingMeters.WARM_UP_STATES, (double) status.counts().warmUp(), stream);
    samples.put(MeterNames.ROLLBACKS, (double) status.closure().rollbacks(), stream);
    samples.put(ReadingMeters.OUTSIDE_MAP_RATIO, status.rolling().outsideRatio(), stream);
    samples.put(
        ReadingMeters.UNIFORM_FALLBACK, (double) status.counts().uniformFallbacks(), stream);
    observations(stream, status, leading, samples);
    for (HorizonStatus horizon : status.horizons()) {
      horizon(stream, horizon, samples);
    }
    status.others().forEach(other -> other(stream, other, samples));
    status
        .certificate()
        .ifPresent(record -> certificate(stream, record, status.verdictRun(), samples));
  }

  /** What is said of present readings; a machine that stands still has none that are judged. */
  private static void present(String stream, StreamStatus status, Samples samples) {
    samples.put(ReadingMeters.OUTSIDE_MAP, status.novelty().outside() ? 1 : 0, stream);
    status
        .relation()
        .ifPresent(
            relation ->
                samples.put(ReadingMeters.RELATION_BROKEN, relation.broken() ? 1 : 0, stream));
    status
        .sensors()
        .ifPresent(
            channel -> samples.put(ReadingMeters.SENSOR_FAULTY, channel.faulty() ? 1 : 0, stream));
  }

  /** The sensors that matter have their series whatever their index. */
  private void relation(String stream, RelationStatus relation, Samples samples) {
    samples.put(ReadingMeters.RELATION, relation.value(), stream);
    samples.put(ReadingMeters.RELATION_LIMIT, relation.limit(), stream);
    samples.put(ReadingMeters.RELATION_EVIDENCE, relation.level(), stream);
    samples.put(ReadingMeters.RELATION_UNWATCHED, (double) relation.unwatched(), stream);
    if (relation.since().isEmpty()) {
      return;
    }
    samples.put(
        ReadingMeters.RELATION_BROKEN_SINCE,
        relation.since().getAsLong() / NANOSECONDS_PER_SECOND,
        stream);
    for (RelationStatus.NamedSensor named : relation.sensors()) {
      String sensor = sensors.get(named.sensor());
      samples.put(ReadingMeters.RELATION_FACTOR, named.factor(), stream, sensor);
    }
  }

  /** Faulty sensors have their series whatever their index. */
  private void faults(String stream, SensorStatus channel, Samples samples) {
    samples.put(ReadingMeters.SENSOR_EVIDENCE, channel.level(), stream);
    samples.put(ReadingMeters.SENSOR_UNWATCHED, (double) channel.unwatched(), stream);
    samples.put(ReadingMeters.SENSOR_WAITING, channel.waiting(), stream);
    if (channel.since().isEmpty()) {
      return;
    }
    samples.put(
        ReadingMeters.SENSOR_FAULTY_SINCE,
        channel.since().getAsLong() / NANOSECONDS_PER_SECOND,
        stream);
    for (SensorFinding fault : channel.findings()) {
      samples.put(
          ReadingMeters.SENSOR_FAULT,
          fault.amount(),
          stream,
          sensors.get(fault.sensor()),
          fault.kind().label());
    }
  }

  /** The sensors that contribute most, whatever their index: a culprit is never hidden. */
  private List<Integer> leading(List<Double> shares) {
    return IntStream.range(0, shares.size())
        .boxed()
        .sorted(Comparator.comparing(shares::get, Comparator.reverseOrder()))
        .limit(Math.max(LEAST_LEADING, components.size()))
        .toList();
  }

  /** What the first sensors read, and those that an alarm names. */
  private void observations(
      String stream, StreamStatus status, List<Integer> leading, Samples samples) {
    Set<Integer> shown = new TreeSet<>(leading);
    IntStream.range(0, shown(status.state())).forEach(shown::add);
    status
        .relation()
        .filter(relation -> relation.since().isPresent())
        .ifPresent(relation -> relation.sensors().forEach(sensor -> shown.add(sensor.sensor())));
    status
        .sensors()
        .filter(SensorStatus::faulty)
        .ifPresent(channel -> channel.findings().forEach(fault -> shown.add(fault.sensor())));
    for (int sensor : shown) {
      double value = status.state().get(sensor);
      if (!Double.isNaN(value)) {
        samples.put(ReadingMeters.OBSERVATION, value, stream, sensors.get(sensor));
      }
    }
  }

  /** The series of a fleet's certificate; in a fleet no stream has certificates of its own. */
  void put(FleetCertificate fleet, Samples samples) {
    WindowCertificate record = fleet.certificate();
    certificate(FleetWindow.FLEET, record, fleet.verdictRun(), samples);
    samples.put(
        CertificateMeters.CERTIFICATE_MISSING, record.counts().missing(), FleetWindow.FLEET);
  }

  private void horizon(String stream, HorizonStatus status, Samples samples) {
    String horizon = Integer.toString(status.horizon());
    samples.put(ForecastMeters.FORECAST_ERROR, status.relativeError(), stream, horizon);
    samples.put(ForecastMeters.FORECAST_RMSE, status.rmse(), stream, horizon);
    samples.put(
        ForecastMeters.FORECAST_PERSISTENCE_RMSE, status.persistenceRmse(), stream, horizon);
    samples.put(ForecastMeters.FORECAST_R2, status.r2(), stream, horizon);
    samples.put(ForecastMeters.FORECAST_SKILL, status.skill(), stream, horizon);
    samples.put(MeterNames.SIMPLEX_DISTANCE, status.simplexDistance(), stream, horizon);
    for (int i = 0; i < shown(status.stateError()); i++) {
      samples.put(
          ForecastMeters.FORECAST_STATE_ERROR,
          status.stateError().get(i),
          stream,
          components.get(i),
          horizon);
    }
    samples.put(ForecastMeters.FORECAST_STATE_SKILL, status.stateSkill(), stream, horizon);
    samples.put(ForecastMeters.FORECAST_LINEAR_SKILL, status.linearSkill(), stream, horizon);
    for (int i = 0; i < shown(status.lastForecast()); i++) {
      samples.put(
          ForecastMeters.FORECAST,
          status.lastForecast().get(i),
          stream,
          components.get(i),
          horizon);
    }
    for (ExpertShare one : status.experts()) {
      samples.put(ForecastMeters.FORECAST_EXPERT_SHARE, one.share(), stream, horizon, one.name());
    }
    if (!status.lastForecast().isEmpty()) {
      samples.put(ForecastMeters.FORECAST_PERSISTING, status.persisting().size(), stream, horizon);
    }
    status.intervals().ifPresent(intervals -> intervals(stream, horizon, intervals, samples));
    status.claims().forEach(claim -> claim(stream, horizon, claim, samples));
  }

  private static void other(String stream, OtherStatus status, Samples samples) {
    String horizon = Integer.toString(status.horizon());
    String name = status.forecaster();
    certified(stream, horizon, status.ours(), samples);
    SkillStatus theirs = status.theirs();
    samples.put(ForecastMeters.OTHER_CERTIFIED_SKILL, theirs.certified(), stream, horizon, name);
    samples.put(ForecastMeters.OTHER_OBSERVED_SKILL, theirs.observed(), stream, horizon, name);
    samples.put(ForecastMeters.OTHER_STATE_SKILL, status.stateSkill(), stream, horizon, name);
    samples.put(ForecastMeters.OTHER_SCORED, (double) status.scored(), stream, horizon, name);
    status
        .intervals()
        .filter(intervals -> intervals.outcomes() > 0)
        .ifPresent(
            intervals ->
                samples.put(
                    ForecastMeters.OTHER_COVERAGE,
                    intervals.meanCoverage(),
                    stream,
                    horizon,
                    name));
  }

  private static void claim(String stream, String horizon, SkillStatus claim, Samples samples) {
    certified(stream, horizon, claim, samples);
    samples.put(
        ForecastMeters.SKILL_LOST, claim.lost() ? 1 : 0, stream, horizon, claim.reference());
  }

  private static void certified(String stream, String horizon, SkillStatus claim, Samples samples) {
    String reference = claim.reference();
    samples.put(ForecastMeters.CERTIFIED_SKILL, claim.certified(), stream, horizon, reference);
    samples.put(ForecastMeters.OBSERVED_SKILL, claim.observed(), stream, horizon, reference);
    samples.put(
        ForecastMeters.SKILL_OUTCOMES, (double) claim.outcomes(), stream, horizon, reference);
  }

  private void intervals(String stream, String horizon, IntervalStatus intervals, Samples samples) {
    for (int i = 0; i < shown(intervals.halfWidth()); i++) {
      samples.put(
          ForecastMeters.FORECAST_HALF_WIDTH,
          intervals.halfWidth().get(i),
          stream,
          components.get(i),
          horizon);
    }
    if (intervals.outcomes() > 0) {
      samples.put(ForecastMeters.FORECAST_COVERAGE, intervals.meanCoverage(), stream, horizon);
      samples.put(ForecastMeters.FORECAST_GUARANTEE, intervals.guarantee(), stream, horizon);
    }
  }

  private void certificate(
      String stream, WindowCertificate record, int verdictRun, Samples samples) {
    WindowCertificate.Alarm alarm = record.alarm();
    samples.put(CertificateMeters.CERTIFICATE_UNITS, (double) record.counts().units(), stream);
    samples.put(CertificateMeters.CERTIFICATE_TOLERANCE, alarm.tolerance(), stream);
    samples.put(CertificateMeters.CERTIFICATE_DELTA, alarm.level(), stream);
    samples.put(CertificateMeters.CERTIFICATE_DEPENDENCE, record.checks().dependence(), stream);
    samples.put(
        CertificateMeters.CERTIFICATE_WINDOW_END,
        record.extent().to() / NANOSECONDS_PER_SECOND,
        stream);
    samples.put(CertificateMeters.CERTIFICATE_UPPER_BOUND, alarm.upper(), stream);
    samples.put(
        CertificateMeters.CERTIFICATE_LOWER_BOUND,
        alarm.lower(),
        stream,
        MeterNames.ALARM,
        alarmAtNorm ? MeterNames.NORM : kappa(alarm.kappa()));
    for (WindowCertificate.Row row : record.displayed().rows()) {
      String kappa = kappa(row.kappa());
      row.plugInLimit()
          .ifPresent(
              limit ->
                  samples.put(CertificateMeters.CERTIFICATE_PLUG_IN_LIMIT, limit, stream, kappa));
      row.paper().ifPresent(paper -> lower(samples, paper.lower(), stream, "paper", kappa));
      row.label().ifPresent(label -> lower(samples, label.lower(), stream, "label", kappa));
      row.minimum().ifPresent(minimum -> lower(samples, minimum.lower(), stream, "minimum", kappa));
      if (row.tight().isPresent()) {
        lower(samples, row.tight().get().lower(), stream, "tight", kappa);
      }
    }
    if (record.displayed().capped().isPresent()) {
      CappedBound capped = record.displayed().capped().get();
      samples.put(
          CertificateMeters.CERTIFICATE_UPPER_BOUND_CAPPED,
          alarm.upperCapped().orElseThrow(),
          stream);
      samples.put(
          CertificateMeters.CERTIFICATE_CAP, Math.sqrt(capped.cap()) / alarm.tolerance(), stream);
    }
    if (record.anytime().isPresent()) {
      AnytimeRun run = record.anytime().get();
      samples.put(CertificateMeters.CERTIFICATE_BEST_LOWER_BOUND, run.bestLower(), stream);
      samples.put(CertificateMeters.CERTIFICATE_BEST_UPPER_BOUND, run.bestUpper(), stream);
    }
    record.horizons().ifPresent(horizons -> horizons(stream, horizons, samples));
    for (Verdict verdict : Verdict.values()) {
      boolean current = verdict == record.verdict();
      samples.put(CertificateMeters.CERTIFICATE_VERDICT, current ? 1 : 0, stream, verdict.label());
      samples.put(
          CertificateMeters.CERTIFICATE_VERDICT_RUN,
          current ? verdictRun : 0,
          stream,
          verdict.label());
    }
  }

  private static void horizons(String stream, HorizonCertificate horizons, Samples samples) {
    for (HorizonBound row : horizons.rows()) {
      String horizon = Integer.toString(row.horizon());
      samples.put(CertificateMeters.HORIZON_UNITS, (double) row.units(), stream, horizon);
      row.lower()
          .ifPresent(
              lower -> samples.put(CertificateMeters.HORIZON_LOWER_BOUND, lower, stream, horizon));
      row.upper()
          .ifPresent(
              upper -> samples.put(CertificateMeters.HORIZON_UPPER_BOUND, upper, stream, horizon));
      row.capped()
          .ifPresent(
              capped ->
                  samples.put(
                      CertificateMeters.HORIZON_UPPER_BOUND_CAPPED,
                      capped.upper(),
                      stream,
                      horizon));
    }
    int ok = horizons.claims().ok();
    samples.put(CertificateMeters.CERTIFIED_HORIZON, ok, stream);
    samples.put(
        CertificateMeters.CERTIFIED_HORIZON_OF_TWO, Math.max(ok, horizons.before()), stream);
    List<Integer> trusted = horizons.claims().trusted();
    samples.put(
        CertificateMeters.TRUSTED_HORIZON,
        trusted.isEmpty() ? 0 : trusted.get(trusted.size() - 1),
        stream);
    if (horizons.claims().stop() > 0) {
      samples.put(CertificateMeters.EXCLUDED_HORIZON, horizons.claims().stop(), stream);
    }
  }

  private static void lower(
      Samples samples, double value, String stream, String certificate, String kappa) {
    samples.put(CertificateMeters.CERTIFICATE_LOWER_BOUND, value, stream, certificate, kappa);
  }

  private int shown(List<Double> values) {
    return Math.min(values.size(), components.size());
  }

  /** A number as people write it in a query: whole numbers without a fraction. */
  static String kappa(double value) {
    String text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
