package io.kahkm.incident;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.json.JsonFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys and values of the incidents topic, as {@code schema/incidents.json} describes them. */
public final class IncidentRecords {
  static final String MARK_KEY = "mark ";
  static final String SHELF_KEY = "shelf ";
  private static final String PROMOTION_KEY = "promotion ";

  /** Value of the field {@code role} of incidents of a map on trial; others have no such field. */
  public static final String SHADOW = "shadow";

  /** Hexadecimal digits of a map's fingerprint that tell it from the other one. */
  private static final int MAP_DIGITS = 8;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int MILLISECOND_DIGITS = 6;

  private IncidentRecords() {}

  /**
   * The identity of an incident: stream and event time of the reading that decided it.
   *
   * @param stream stream id
   * @param opened event time in nanoseconds
   * @return text such as {@code pump-b@2026-10-18T09:12:30Z}
   */
  public static String id(String stream, long opened) {
    return stream
        + "@"
        + Instant.ofEpochSecond(
            Math.floorDiv(opened, NANOS_PER_SECOND), Math.floorMod(opened, NANOS_PER_SECOND));
  }

  /**
   * The identity of an incident of a map on trial: the main map may have one at the same moment.
   *
   * @param stream stream id
   * @param opened event time in nanoseconds
   * @param map fingerprint of the map
   * @return text such as {@code pump-b@2026-10-18T09:12:30Z~3fa9c04e}
   */
  public static String shadowId(String stream, long opened, String map) {
    return id(stream, opened) + "~" + map.substring(0, MAP_DIGITS);
  }

  /**
   * A mark or a shelving as a record's value.
   *
   * @param entry what a person wrote
   * @return a new object
   */
  public static ObjectNode json(IncidentEntry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (entry instanceof IncidentEntry.Mark mark) {
      json.put("kind", "mark");
      json.put("incident", mark.incident());
      json.put("label", mark.label().label());
      json.put("note", mark.note());
      json.put("who", mark.who());
      JsonFields.putTime(json, "when", mark.when());
    } else if (entry instanceof IncidentEntry.Shelving shelving) {
      json.put("kind", "shelving");
      json.put("stream", shelving.stream());
      JsonFields.putTime(json, "until", shelving.until());
      json.put("why", shelving.why());
      json.put("who", shelving.who());
      JsonFields.putTime(json, "when", shelving.when());
    } else if (entry instanceof IncidentEntry.Happening happening) {
      return happening.json();
    }
    return json;
  }

  /**
   * That evidence let another map publish for a stream.
   *
   * @param stream stream id
   * @param time event time of the last reading with the map before, in nanoseconds
   * @param map fingerprint of the map that publishes from then on
   * @param before fingerprint of the map before
   * @param evidence what was certified, without a full stop
   * @return a new object with its own key in {@code incident}, as incidents have
   */
  public static ObjectNode promotion(
      String stream, long time, String map, String before, String evidence) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "promotion");
    json.put("incident", PROMOTION_KEY + id(stream, time));
    json.put("stream", stream);
    json.put("map", map);
    json.put("before", before);
    JsonFields.putTime(json, "promoted", time);
    json.put("words", evidence + ".");
    return json;
  }

  /**
   * The bytes of a value.
   *
   * @param json any object
   * @return UTF-8 JSON
   */
  public static byte[] bytes(ObjectNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * What of an incident its stream alone decides: the same bits wherever and whenever its readings
   * are taken. Neighbours, similar incidents, words and shelvings, which rest on what other streams
   * and people had written by then, are left out.
   *
   * @param incident an incident's record, changed
   * @return the same object
   */
  public static ObjectNode ofStreamAlone(ObjectNode incident) {
    incident.remove(List.of("neighbours", "similar", "words"));
    return incident.put("state", incident.has("ended") ? "ended" : "open");
  }

  /**
   * Reads a value.
   *
   * @param value bytes of a record, not modified
   * @return empty for what is none: anybody may write to the topic
   */
  public static Optional<IncidentEntry> read(byte[] value) {
    try {
      return MAPPER.readTree(value) instanceof ObjectNode json ? entry(json) : Optional.empty();
    } catch (IOException | ArithmeticException | IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }

  private static Optional<IncidentEntry> entry(ObjectNode json) {
    return switch (json.path("kind").asText()) {
      case "incident" -> happening(json);
      case "mark" ->
          Optional.of(
              new IncidentEntry.Mark(
                  json.path("incident").asText(),
                  MarkLabel.of(json.path("label").asText()),
                  json.path("note").asText(),
                  json.path("who").asText(),
                  nanos(json.path("when"))));
      case "shelving" ->
          Optional.of(
              new IncidentEntry.Shelving(
                  json.path("stream").asText(),
                  nanos(json.path("until")),
                  json.path("why").asText(),
                  json.path("who").asText(),
                  nanos(json.path("when"))));
      default -> Optional.empty();
    };
  }

  private static Optional<IncidentEntry> happening(ObjectNode json) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (JsonNode sensor : json.path("sensors")) {
      shares.put(sensor.path("name").asText(), sensor.path("share").asDouble());
    }
    return Optional.of(
        new IncidentEntry.Happening(
            json.path("incident").asText(),
            json.path("stream").asText(),
            nanos(json.path("opened")),
            json.has("ended"),
            shares,
            json));
  }

  private static long nanos(JsonNode milliseconds) {
    BigDecimal value = milliseconds.decimalValue();
    return value.movePointRight(MILLISECOND_DIGITS).longValueExact();
  }
}
