package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.sensor.SensorFinding;
import java.util.List;

/** Writes what a stream's monitor knows of an incident. */
public final class IncidentJson {
  /** Sensors that are named at most. */
  public static final int MOST_SENSORS = 5;

  /** Smaller shares say nothing to anybody. */
  private static final double LEAST_SHARE = 0.01;

  private IncidentJson() {}

  /**
   * One incident.
   *
   * @param incident at any moment of it
   * @param sensors names in the order of the readings
   * @return a new object: number, times in milliseconds, channels, peaks over the limits, the
   *     sensors with the largest shares, and what is wrong with them where that is known
   */
  public static ObjectNode of(Incident incident, List<String> sensors) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("number", incident.number());
    JsonFields.putTime(json, "since", incident.since());
    JsonFields.putTime(json, "opened", incident.opened());
    JsonFields.putTime(json, "updated", incident.updated());
    incident.ended().ifPresent(ended -> JsonFields.putTime(json, "ended", ended));
    ArrayNode channels = json.putArray("channels");
    if (incident.outsideMap()) {
      channels.add("map");
    }
    if (incident.relationBroken()) {
      channels.add("relations");
    }
    if (incident.sensorFaulty()) {
      channels.add("sensors");
    }
    ObjectNode peak = json.putObject("peak");
    peak(peak, "map", incident.noveltyPeak());
    peak(peak, "relations", incident.relationPeak());
    ArrayNode named = json.putArray("sensors");
    for (int sensor : incident.leading(MOST_SENSORS)) {
      if (incident.shares().get(sensor) >= LEAST_SHARE) {
        named.add(sensor(incident, sensor, sensors));
      }
    }
    if (!incident.faults().isEmpty()) {
      ArrayNode faults = json.putArray("faults");
      incident.faults().forEach(fault -> faults.add(fault(fault, sensors)));
    }
    return json;
  }

  /**
   * What is wrong with a sensor.
   *
   * @param fault a finding
   * @param sensors names in the order of the readings
   * @return a new object; what is not known is absent
   */
  public static ObjectNode fault(SensorFinding fault, List<String> sensors) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sensor", sensors.get(fault.sensor()));
    json.put("kind", fault.kind().label());
    JsonFields.putTime(json, "since", fault.since());
    JsonFields.put(json, "amount", fault.amount());
    number(json, "value", fault.value());
    number(json, "implied", fault.implied());
    JsonFields.put(json, "evidence", fault.evidence());
    return json;
  }

  private static void number(ObjectNode json, String name, double value) {
    if (Double.isFinite(value)) {
      JsonFields.put(json, name, value);
    }
  }

  /**
   * A sensor of an incident.
   *
   * @param incident at any moment of it
   * @param sensor 0-based index
   * @param sensors names in the order of the readings
   * @return a new object: name, share, and the reading in which it stood out first
   */
  public static ObjectNode sensor(Incident incident, int sensor, List<String> sensors) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", sensors.get(sensor));
    JsonFields.put(json, "share", incident.shares().get(sensor));
    incident.firsts().get(sensor).ifPresent(first -> JsonFields.putTime(json, "first", first));
    return json;
  }

  /** A channel without a limit has no ratio to it. */
  private static void peak(ObjectNode json, String channel, double ratio) {
    if (ratio > 0) {
      JsonFields.put(json, channel, ratio);
    }
  }
}
