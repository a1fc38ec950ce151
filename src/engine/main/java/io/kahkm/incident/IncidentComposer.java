package io.kahkm.incident;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.json.IncidentJson;
import io.kahkm.json.JsonFields;
import io.kahkm.text.StreamNames;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes the record of an incident: what the monitor of its stream knows, and what is known of the
 * others. The first is the same bits wherever it is computed; neighbours, similar incidents and
 * words rest on the records that had come by then. Immutable.
 *
 * @param map fingerprint of the map
 * @param shadow whether the map is on trial beside another
 * @param sensors how they are called
 * @param book what is known of all incidents
 * @param clock wall clock, to tell what is shelved
 * @param names what people call the streams
 */
public record IncidentComposer(
    String map,
    boolean shadow,
    NamedSensors sensors,
    IncidentBook book,
    InstantSource clock,
    StreamNames names) {
  /** A smaller share is not written. */
  private static final double LEAST_SHARE = 1e-3;

  /**
   * Makes records of the map whose alarms are raised.
   *
   * @param map the map
   * @param units units of sensors by name
   * @param book what is known of all incidents
   * @param clock wall clock
   * @param names what people call the streams
   * @return a composer
   */
  public static IncidentComposer ofMain(
      KahmMap map,
      Map<String, String> units,
      IncidentBook book,
      InstantSource clock,
      StreamNames names) {
    return new IncidentComposer(
        map.fingerprint(), false, new NamedSensors(map.sensors(), units), book, clock, names);
  }

  /**
   * Makes records of a map on trial: marked so, with identities of their own.
   *
   * @param map the map
   * @param units units of sensors by name
   * @param book what is known of all incidents
   * @param clock wall clock
   * @param names what people call the streams
   * @return a composer
   */
  public static IncidentComposer ofShadow(
      KahmMap map,
      Map<String, String> units,
      IncidentBook book,
      InstantSource clock,
      StreamNames names) {
    return new IncidentComposer(
        map.fingerprint(), true, new NamedSensors(map.sensors(), units), book, clock, names);
  }

  /**
   * The record of an incident.
   *
   * @param stream stream id
   * @param incident at the moment of writing
   * @param verdict of the stream's last window, empty without certificates
   * @return a new object with its own key in {@code incident}
   */
  public ObjectNode compose(String stream, Incident incident, Optional<String> verdict) {
    String id =
        shadow
            ? IncidentRecords.shadowId(stream, incident.opened(), map)
            : IncidentRecords.id(stream, incident.opened());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "incident");
    json.put("incident", id);
    json.put("stream", stream);
    JsonFields.put(json, names.of(stream));
    json.put("map", map);
    if (shadow) {
      json.put("role", IncidentRecords.SHADOW);
    }
    json.setAll(IncidentJson.of(incident, sensors.names()));
    json.set("sensors", sensors(incident));
    verdict.ifPresent(label -> json.put("verdict", label));
    ArrayNode neighbours = json.putArray("neighbours");
    book.neighbours(stream, incident.opened()).forEach(neighbours::add);
    List<IncidentBook.Similar> similar = book.similar(id, shares(incident));
    ArrayNode array = json.putArray("similar");
    similar.forEach(one -> array.add(similar(one)));
    long now = TimeUnit.MILLISECONDS.toNanos(clock.millis());
    json.put(
        "state",
        incident.ended().isPresent()
            ? "ended"
            : book.shelved(stream, now).isPresent() ? "shelved" : "open");
    json.put(
        "words",
        IncidentWords.of(
            names.of(stream).words(stream),
            incident,
            sensors,
            similar.stream().findFirst().map(this::earlier),
            IncidentWords::time));
    return json;
  }

  private static ObjectNode similar(IncidentBook.Similar one) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("incident", one.incident().id());
    JsonFields.put(json, "similarity", one.similarity());
    one.mark().ifPresent(mark -> json.put("label", mark.label().label()));
    return json;
  }

  private IncidentWords.Earlier earlier(IncidentBook.Similar one) {
    return new IncidentWords.Earlier(
        names.of(one.incident().stream()).words(one.incident().stream()),
        one.incident().opened(),
        one.mark().map(mark -> mark.label().label()),
        one.mark().map(IncidentEntry.Mark::note).orElse(""));
  }

  /** Every sensor that contributed, so that later incidents can be compared with this one. */
  private ArrayNode sensors(Incident incident) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int sensor : incident.leading(sensors.names().size())) {
      double share = incident.shares().get(sensor);
      if (share >= LEAST_SHARE) {
        array.add(IncidentJson.sensor(incident, sensor, sensors.names()));
      }
    }
    return array;
  }

  private Map<String, Double> shares(Incident incident) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int sensor : incident.leading(sensors.names().size())) {
      shares.put(sensors.name(sensor), incident.shares().get(sensor));
    }
    return shares;
  }
}
