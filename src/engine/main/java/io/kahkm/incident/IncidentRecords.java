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
  static final String ACKNOWLEDGEMENT_KEY = "acknowledgement ";
  static final String REQUEST_KEY = "request ";
  private static final String MARK = "mark";
  private static final String SHELVING = "shelving";
  private static final String ACKNOWLEDGEMENT = "acknowledgement";
  private static final String REQUEST = "request";
  private static final String WHO = "who";
  private static final String WHEN = "when";
  private static final String PROMOTION_KEY = "promotion ";

  /** Characters of what a person writes. */
  public static final int LONGEST_TEXT = 2000;

  /** No stream has a longer name, and no incident a longer identity: others wrote such records. */
  private static final int LONGEST_STREAM = 1024;

  private static final int LONGEST_ID = LONGEST_STREAM + 100;
  private static final List<String> TIMES = List.of("updated", "since", "ended");

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
   * An entry as a record's value.
   *
   * @param entry what a person wrote, or an incident
   * @return a new object; an incident's own
   */
  public static ObjectNode json(IncidentEntry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (entry instanceof IncidentEntry.Mark mark) {
      json.put("kind", MARK);
      json.put("incident", mark.incident());
      json.put("label", mark.label().label());
      json.put("note", mark.note());
      said(json, mark.who(), mark.when());
    } else if (entry instanceof IncidentEntry.Acknowledgement seen) {
      json.put("kind", ACKNOWLEDGEMENT);
      json.put("incident", seen.incident());
      json.put("note", seen.note());
      said(json, seen.who(), seen.when());
    } else if (entry instanceof IncidentEntry.AcceptRequest request) {
      request(json, request);
    } else if (entry instanceof IncidentEntry.Shelving shelving) {
      json.put("kind", SHELVING);
      json.put("stream", shelving.stream());
      JsonFields.putTime(json, "until", shelving.until());
      json.put("why", shelving.why());
      said(json, shelving.who(), shelving.when());
    } else if (entry instanceof IncidentEntry.Happening happening) {
      return happening.json();
    }
    return json;
  }

  private static void said(ObjectNode json, String who, long when) {
    json.put(WHO, who);
    JsonFields.putTime(json, WHEN, when);
  }

  private static void request(ObjectNode json, IncidentEntry.AcceptRequest request) {
    json.put("kind", REQUEST);
    json.put("incident", request.incident());
    request.sensor().ifPresent(sensor -> json.put("sensor", sensor));
    said(json, request.who(), request.when());
    request
        .answer()
        .ifPresent(
            answer -> {
              ObjectNode given = json.putObject("answer");
              given.put("accepted", answer.accepted());
              given.put("note", answer.note());
              said(given, answer.who(), answer.when());
            });
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
    String incident = json.path("incident").asText();
    return switch (json.path("kind").asText()) {
      case "incident" -> happening(json);
      case MARK ->
          Optional.of(
              new IncidentEntry.Mark(
                  incident,
                  MarkLabel.of(json.path("label").asText()),
                  text(json, "note"),
                  text(json, WHO),
                  nanos(json.path(WHEN))));
      case ACKNOWLEDGEMENT ->
          Optional.of(
              new IncidentEntry.Acknowledgement(
                  incident, text(json, "note"), text(json, WHO), nanos(json.path(WHEN))));
      case REQUEST ->
          Optional.of(
              new IncidentEntry.AcceptRequest(
                  incident,
                  Optional.ofNullable(json.get("sensor")).map(JsonNode::asText),
                  text(json, WHO),
                  nanos(json.path(WHEN)),
                  Optional.ofNullable(json.get("answer")).map(IncidentRecords::answer)));
      case SHELVING ->
          Optional.of(
              new IncidentEntry.Shelving(
                  json.path("stream").asText(),
                  nanos(json.path("until")),
                  text(json, "why"),
                  text(json, WHO),
                  nanos(json.path(WHEN))));
      default -> Optional.empty();
    };
  }

  private static IncidentEntry.Answer answer(JsonNode json) {
    return new IncidentEntry.Answer(
        json.path("accepted").asBoolean(),
        text(json, "note"),
        text(json, WHO),
        nanos(json.path(WHEN)));
  }

  private static Optional<IncidentEntry> happening(ObjectNode json) {
    for (String time : TIMES) {
      if (json.hasNonNull(time)) {
        // Whoever asks for it later must find a time.
        nanos(json.get(time));
      }
    }
    if (json.path("stream").asText().length() > LONGEST_STREAM
        || json.path("incident").asText().length() > LONGEST_ID) {
      return Optional.empty();
    }
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

  /** What a person wrote, as much of it as may be told with an incident. */
  private static String text(JsonNode json, String field) {
    String text = json.path(field).asText();
    return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
  }

  /**
   * A time of a record.
   *
   * @param milliseconds a number
   * @return nanoseconds since the epoch
   * @throws ArithmeticException if there is a fraction of a nanosecond, or more than a long holds
   */
  static long nanos(JsonNode milliseconds) {
    BigDecimal value = milliseconds.decimalValue();
    return value.movePointRight(MILLISECOND_DIGITS).longValueExact();
  }
}
