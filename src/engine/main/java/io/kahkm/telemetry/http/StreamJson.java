package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.incident.FaultWords;
import io.kahkm.incident.IncidentWords;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.certificate.HorizonWords;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.status.CertificateStatus;
import io.kahkm.internal.monitor.status.ChannelStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IncidentStatus;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.OperationStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.json.CertificateJson;
import io.kahkm.json.IncidentJson;
import io.kahkm.json.JsonFields;
import io.kahkm.json.SkillJson;
import io.kahkm.telemetry.EngineCounters;
import io.kahkm.telemetry.FleetCertificate;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.StreamMode;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import java.util.List;
import java.util.Optional;

/** The API's JSON of a stream. What is not known is absent. */
final class StreamJson {
  private static final double MILLISECONDS_PER_SECOND = 1e3;

  private StreamJson() {}

  /**
   * One row of the list.
   *
   * @param map names the sensors and their units
   * @param moment when somebody looks
   */
  static ObjectNode row(TrackedStream stream, MapIdentity map, Moment moment) {
    ObjectNode json = head(stream, moment);
    stream.status(moment).ifPresent(status -> row(json, stream.words(), status, map.named()));
    return json;
  }

  /**
   * Everything that is known of a stream.
   *
   * @param map names the sensors and their units
   * @param moment when somebody looks
   */
  static ObjectNode detail(TrackedStream stream, MapIdentity map, Moment moment) {
    ObjectNode json = head(stream, moment);
    stream.status(moment).ifPresent(status -> detail(json, stream.words(), status, map.named()));
    if (stream.isBySecond()) {
      json.set("map", map(map));
    } else if (stream.mode().isPresent()) {
      json.set("modeMap", map(map));
    }
    stream
        .shadow()
        .ifPresent(status -> shadow(json.putObject("shadow"), stream.words(), status, map.named()));
    return json;
  }

  /** What a map on trial says of a stream, to be compared with the same fields of the row. */
  private static void shadow(
      ObjectNode json, String stream, StreamStatus status, NamedSensors sensors) {
    json.put("records", status.counts().records());
    NoveltyStatus novelty = status.channels().novelty();
    json.put("outsideMap", novelty.outside());
    JsonFields.put(json, "outsideRatio", status.closure().rolling().outsideRatio());
    JsonFields.put(json, "novelty", novelty.value());
    JsonFields.put(json, "noveltyLimit", novelty.limit());
    if (novelty.notice()) {
      json.put("noveltyNotice", true);
    }
    alarms(json, stream, status, sensors);
    json.set("skill", SkillJson.summaries(status.forecasts()));
    json.set("horizons", horizons(status));
    verdict(json, status.certificates());
  }

  /** What the two maps of an instance have made of all records since it started. */
  static ObjectNode shadow(MapIdentity map, EngineCounters counters) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("map", map(map));
    counters.taken().forEach((role, taken) -> json.putObject(role).put("records", taken));
    counters.outside().forEach((role, outside) -> json.withObject(role).put("outside", outside));
    json.put("failures", counters.shadowFailures());
    return json;
  }

  private static ObjectNode head(TrackedStream stream, Moment moment) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("stream", stream.id());
    JsonFields.put(json, stream.name());
    json.put("partition", stream.partition());
    json.put("alarm", stream.inAlarm(moment));
    stream.mode().ifPresent(mode -> mode(json, mode));
    Condition condition = stream.condition(moment);
    json.put("condition", condition.state().label());
    if (stream.silence(moment) == Silence.SILENT) {
      json.put("silent", true);
      json.put("lastCondition", stream.lastState().label());
    }
    condition.claim().ifPresent(claim -> json.put("claim", claim.label()));
    json.put("severity", stream.severity());
    json.put("ageSeconds", Math.max(0, moment.now() - stream.heard()) / MILLISECONDS_PER_SECOND);
    if (stream.outdated(moment)) {
      json.put("outdated", true);
    }
    if (stream.hasRecordTimestamp()) {
      json.put("recordTimestamp", stream.recordTimestamp());
    }
    stream.mark().ifPresent(mark -> quarantined(json.putObject("quarantined"), mark));
    return json;
  }

  private static void mode(ObjectNode json, StreamMode mode) {
    json.put("mode", mode.name());
    if (!mode.isKnown()) {
      json.put("modeUnknown", true);
    }
  }

  private static void quarantined(ObjectNode json, QuarantineMark mark) {
    json.put("records", mark.records());
    json.put("partition", mark.partition());
    json.put("offset", mark.offset());
    if (mark.timestamp() >= 0) {
      json.put("timestamp", mark.timestamp());
    }
    json.put("error", mark.error());
  }

  private static void row(
      ObjectNode json, String stream, StreamStatus status, NamedSensors sensors) {
    JsonFields.putTime(json, "time", status.reading().time());
    JsonFields.put(json, "state", status.reading().values());
    json.put("readiness", status.reading().readiness().label());
    status
        .operation()
        .filter(operation -> !operation.judged())
        .ifPresent(operation -> standstill(json.putObject("standstill"), operation));
    NoveltyStatus novelty = status.channels().novelty();
    if (status.encoded()) {
      json.put("class", status.map().nearestClass());
      json.put("dominant", status.map().dominant());
      JsonFields.put(json, "novelty", novelty.value());
    }
    json.put("watched", status.watched());
    JsonFields.put(json, "noveltyLimit", novelty.limit());
    json.put("outsideMap", novelty.outside());
    JsonFields.putTime(json, "outsideSince", novelty.since());
    JsonFields.put(json, "noveltyEvidence", novelty.level());
    alarms(json, stream, status, sensors);
    JsonFields.put(json, "fHat", status.closure().rolling().assignmentLoss());
    JsonFields.put(json, "sHat", status.closure().rolling().successorVariance());
    ObjectNode errors = json.putObject("forecastError");
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      JsonFields.put(
          errors, Integer.toString(horizon.horizon()), horizon.coordinates().relativeError());
    }
    verdict(json, status.certificates());
  }

  private static void standstill(ObjectNode json, OperationStatus operation) {
    json.put("running", operation.running());
    JsonFields.putTime(json, "since", operation.since());
    if (operation.running()) {
      JsonFields.putTime(json, "judgedFrom", operation.judgedFrom());
    }
  }

  private static void alarms(
      ObjectNode json, String stream, StreamStatus status, NamedSensors sensors) {
    status.channels().relation().ifPresent(relation -> relation(json, relation));
    status.channels().sensors().ifPresent(channel -> faults(json, channel, sensors));
    IncidentStatus incidents = status.incidents();
    incidents.open().ifPresent(one -> json.set("incident", incident(stream, one, sensors)));
    json.put("incidents", incidents.count());
  }

  private static void relation(ObjectNode json, RelationStatus relation) {
    JsonFields.put(json, "relation", relation.value());
    JsonFields.put(json, "relationLimit", relation.limit());
    JsonFields.put(json, "relationEvidence", relation.level());
    json.put("relationBroken", relation.broken());
    json.put("relationProvisional", relation.provisional());
    if (relation.notice()) {
      json.put("relationNotice", true);
    }
    JsonFields.putTime(json, "relationSince", relation.since());
  }

  private static void faults(ObjectNode json, SensorStatus channel, NamedSensors sensors) {
    JsonFields.put(json, "sensorEvidence", channel.level());
    json.put("sensorFaulty", channel.faulty());
    json.put("sensorProvisional", channel.provisional());
    if (channel.notice()) {
      json.put("sensorNotice", true);
    }
    JsonFields.putTime(json, "sensorSince", channel.since());
    if (!channel.findings().isEmpty()) {
      ArrayNode faults = json.putArray("faults");
      channel.findings().forEach(one -> faults.add(IncidentJson.fault(one, sensors.names())));
      json.put(
          "faultWords", FaultWords.of(channel.findings(), sensors, false, IncidentWords::time));
    }
  }

  /** An incident with its sentence, the same as in its record and in alerts. */
  private static ObjectNode incident(String stream, Incident incident, NamedSensors sensors) {
    ObjectNode json = IncidentJson.of(incident, sensors.names());
    json.put("words", IncidentWords.happening(stream, incident, sensors, IncidentWords::time));
    return json;
  }

  private static void verdict(ObjectNode json, CertificateStatus windows) {
    windows.last().ifPresent(record -> verdict(json, record, windows.verdictRun()));
  }

  private static void verdict(ObjectNode json, WindowCertificate record, int run) {
    JsonFields.put(json, "lower", record.alarm().lower());
    JsonFields.put(json, "upper", record.alarm().upper());
    JsonFields.put(json, "tolerance", record.alarm().tolerance());
    json.put("verdict", record.verdict().label());
    json.put("reason", record.reason().label());
    json.put("run", run);
  }

  private static void detail(
      ObjectNode json, String stream, StreamStatus status, NamedSensors named) {
    row(json, stream, status, named);
    List<String> sensors = named.names();
    named(json.putObject("sensors"), sensors, status.reading().values());
    json.put("records", status.counts().records());
    json.put("pairs", status.counts().pairs());
    json.put("episodes", status.counts().episodes());
    json.put("irregular", status.counts().irregular());
    json.put("incomplete", status.counts().incomplete());
    json.put("heldValues", status.counts().heldValues());
    json.put("warmUp", status.counts().warmUp());
    json.put("droppedForecasts", status.counts().droppedForecasts());
    JsonFields.put(json, "coordinates", status.map().coordinates());
    if (status.channels().novelty().outside()) {
      named(json.putObject("noveltyShares"), sensors, status.channels().novelty().shares());
    }
    status.channels().relation().ifPresent(relation -> sensors(json, relation, sensors));
    ChannelStatus channels = status.channels();
    channels.sensors().ifPresent(one -> json.put("sensorUnwatched", one.unwatched()));
    channels.sensors().ifPresent(one -> json.put("sensorWaiting", one.waiting()));
    json.put("rollbacks", status.closure().rollbacks());
    JsonFields.put(json, "outsideRatio", status.closure().rolling().outsideRatio());
    json.put("uniformFallbacks", status.counts().uniformFallbacks());
    json.put("rollingPairs", status.closure().rolling().pairs());
    JsonFields.put(json, "closureNorm", status.closure().norm());
    JsonFields.put(json, "closureRadius", status.closure().radius());
    json.set("horizons", horizons(status));
    json.set("skill", SkillJson.summaries(status.forecasts()));
    status.certificates().last().ifPresent(record -> json.set("certificate", certificate(record)));
  }

  /** As many values as there are, each by its sensor's name. */
  private static void named(ObjectNode json, List<String> sensors, List<Double> values) {
    for (int i = 0; i < Math.min(sensors.size(), values.size()); i++) {
      JsonFields.put(json, sensors.get(i), values.get(i));
    }
  }

  /** What does not follow the others while the relations are broken. */
  private static void sensors(ObjectNode json, RelationStatus relation, List<String> sensors) {
    json.put("relationUnwatched", relation.unwatched());
    json.put("relationLearning", relation.learning());
    if (!relation.broken()) {
      return;
    }
    ArrayNode array = json.putArray("relationSensors");
    for (RelationStatus.NamedSensor named : relation.sensors()) {
      ObjectNode sensor = array.addObject();
      sensor.put("sensor", sensors.get(named.sensor()));
      JsonFields.put(sensor, "factor", named.factor());
      JsonFields.put(sensor, "value", named.value());
      JsonFields.put(sensor, "predicted", named.predicted());
    }
  }

  private static ObjectNode certificate(WindowCertificate record) {
    ObjectNode json = CertificateJson.ofWindow(record);
    json.put("words", record.words());
    if (record.horizons().isPresent()) {
      json.put("claim", HorizonWords.claim(record) + ".");
    }
    return json;
  }

  /** The certificate of a fleet's last window. */
  static ObjectNode fleet(FleetCertificate fleet) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    verdict(json, fleet.certificate(), fleet.verdictRun());
    json.set("certificate", certificate(fleet.certificate()));
    return json;
  }

  /** What every certificate of the engine rests on. */
  static ObjectNode certificates(CertificateSettings settings) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sampling", settings.sampling().label());
    json.put("policy", settings.window().policy().label());
    json.put("units", settings.window().units());
    JsonFields.put(json, "delta", settings.decision().delta());
    JsonFields.put(json, "tolerance", settings.decision().tolerance());
    return json;
  }

  /** The map that all numbers rest on. */
  static ObjectNode map(MapIdentity map) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("fingerprint", map.fingerprint());
    json.put("classes", map.classes());
    JsonFields.put(json, "omega", map.omega());
    ArrayNode sensors = json.putArray("sensors");
    map.sensors().forEach(sensors::add);
    ObjectNode units = json.putObject("units");
    map.units().forEach(units::put);
    ArrayNode usual = json.putArray("usual");
    for (Optional<MapIdentity.Usual> range : map.usual()) {
      if (range.isPresent()) {
        usual.addArray().add(range.get().low()).add(range.get().high());
      } else {
        usual.addNull();
      }
    }
    json.put("noveltyAlarm", map.novelty().label());
    json.put("relationAlarm", map.relations().label());
    json.put("sensorAlarm", map.faults().label());
    return json;
  }

  private static ArrayNode horizons(StreamStatus status) {
    ArrayNode horizons = JsonNodeFactory.instance.arrayNode();
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      ObjectNode json = horizon(horizon);
      for (OtherStatus other : status.forecasts().others()) {
        if (other.horizon() == horizon.horizon()) {
          json.withArray("others").add(SkillJson.of(other));
        }
      }
      horizons.add(json);
    }
    return horizons;
  }

  private static ObjectNode horizon(HorizonStatus status) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("horizon", status.horizon());
    json.put("starts", status.starts());
    JsonFields.put(json, "error", status.coordinates().relativeError());
    JsonFields.put(json, "rmse", status.coordinates().rmse());
    JsonFields.put(json, "persistenceRmse", status.coordinates().persistenceRmse());
    JsonFields.put(json, "r2", status.coordinates().r2());
    JsonFields.put(json, "skill", status.coordinates().skill());
    JsonFields.put(json, "simplexDistance", status.coordinates().simplexDistance());
    JsonFields.put(json, "stateError", status.readings().error());
    JsonFields.put(json, "stateSkill", status.readings().skill());
    JsonFields.put(json, "linearSkill", status.readings().linearSkill());
    JsonFields.put(json, "forecast", status.lastForecast());
    if (!status.experts().isEmpty()) {
      ObjectNode experts = json.putObject("madeOf");
      status.experts().forEach(one -> JsonFields.put(experts, one.name(), one.share()));
    }
    ArrayNode persisting = json.putArray("persisting");
    status.persisting().forEach(persisting::add);
    status.intervals().ifPresent(intervals -> json.set("interval", SkillJson.interval(intervals)));
    if (!status.claims().isEmpty()) {
      ArrayNode claims = json.putArray("claims");
      status.claims().forEach(claim -> claims.add(SkillJson.of(status.horizon(), claim)));
    }
    return json;
  }
}
