package io.kahkm.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentEntry.Happening;
import io.kahkm.incident.IncidentWords;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.StreamName;
import io.kahkm.text.UrlText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Makes what people are told of an incident, with the sentences that its record, the page and the
 * rules for Prometheus have.
 *
 * @param application id of the application, in the place of a stream without a name
 * @param link address of the live page without a slash at its end; empty where it is not known yet
 * @param curves draws the picture
 */
record AlertComposer(String application, Supplier<Optional<String>> link, IncidentCurves curves) {
  private static final int MOST_SENSORS = 3;
  private static final int NANOS_DIGITS = 6;

  /**
   * Tells of an incident.
   *
   * @param incident its last record
   * @return with a picture where curves are known
   */
  Alert compose(Happening incident) {
    ObjectNode record = incident.json();
    String id = incident.stream().isEmpty() ? application : incident.stream();
    StreamName name = name(record);
    List<Alert.Fact> facts = new ArrayList<>();
    facts.add(new Alert.Fact("Stream", id));
    fact("Site", name.site(), facts);
    fact("Area", name.area(), facts);
    fact("Name", name.name(), facts);
    facts.add(new Alert.Fact("Since", time(record.path("since"))));
    if (record.has("ended")) {
      facts.add(new Alert.Fact("Ended", time(record.path("ended"))));
    }
    String sensors = sensors(record);
    if (!sensors.isEmpty()) {
      facts.add(new Alert.Fact("Sensors", sensors));
    }
    facts.add(new Alert.Fact("Incident", incident.id()));
    return new Alert(
        incident.id(),
        plain(name.words(id) + ": " + state(record).title()),
        record.path("words").asText(),
        facts,
        link.get().map(page -> page + "/#/incident/" + UrlText.escaped(incident.id())),
        record,
        curves.draw(incident));
  }

  /** What people call its stream, as the record has it. */
  private static StreamName name(ObjectNode record) {
    return new StreamName(
        record.path("site").asText(), record.path("area").asText(), record.path("name").asText());
  }

  private static void fact(String name, String value, List<Alert.Fact> facts) {
    if (!value.isEmpty()) {
      facts.add(new Alert.Fact(name, value));
    }
  }

  /** The worst state that the stream had during the incident. */
  private static StreamState state(ObjectNode record) {
    List<String> channels =
        StreamSupport.stream(record.path("channels").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    if (channels.contains("map")) {
      return StreamState.OUTSIDE;
    }
    return channels.contains("relations") ? StreamState.BROKEN : StreamState.FAULTY;
  }

  private static String sensors(ObjectNode record) {
    return StreamSupport.stream(record.path("sensors").spliterator(), false)
        .limit(MOST_SENSORS)
        .map(
            sensor ->
                String.format(
                    Locale.ROOT,
                    "%s (%.0f %%)",
                    sensor.path("name").asText(),
                    100 * sensor.path("share").asDouble()))
        .collect(Collectors.joining(", "));
  }

  private static String time(JsonNode milliseconds) {
    BigDecimal nanos = milliseconds.decimalValue().movePointRight(NANOS_DIGITS);
    return IncidentWords.time(nanos.longValue());
  }

  /** Without control characters, with which a subject could become another header. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
