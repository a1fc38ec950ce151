package io.kahkm.cli.assistant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.http.EngineClient;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.text.UrlText;
import java.io.IOException;
import java.util.List;

/** Everything that an assistant may ask for. Thread-safe. */
final class AssistantTools {
  private static final int MOST_STREAMS = 200;
  private static final int MOST_INCIDENTS = 100;

  private static final int STANDARD = 50;

  private static final Parameter STREAM = Parameter.text("stream", "id of the stream");

  private final EngineClient engine;
  private final AllowedFiles files;
  private final Assistant.Scorer scorer;

  /**
   * Asks nothing yet.
   *
   * @param engine what runs
   * @param files that may be scored
   * @param scorer scores them
   */
  AssistantTools(EngineClient engine, AllowedFiles files, Assistant.Scorer scorer) {
    this.engine = engine;
    this.files = files;
    this.scorer = scorer;
  }

  /** All of them. */
  List<Tool> all() {
    return List.of(
        new Tool(
            "list_streams",
            "The monitored streams and their states, those that need attention first. States:"
                + " outside (unlike the recording of normal operation), broken (sensors do not"
                + " follow each other as they did there), faulty (one sensor is), silent, no-limit"
                + " (not watched by every alarm), learning, on (normal), off (the machine stands"
                + " still), ended.",
            List.of(
                Parameter.choice("state", "only streams of this state", ApiChoices.states()),
                Parameter.optional("contains", "only streams whose id contains this text"),
                Parameter.number("limit", "how many streams at most; 50 by default", MOST_STREAMS)),
            this::streams),
        new Tool(
            "describe_stream",
            "Everything known about one stream at present: its state, latest readings, alarms and"
                + " their thresholds, and its forecasts with their measured and certified skill.",
            List.of(STREAM),
            given ->
                engine.get("/api/streams/" + UrlText.escaped(given.text("stream"))).toString()),
        new Tool(
            "list_incidents",
            "Incidents of all streams or of one, newest first: each with its id, stream, state, one"
                + " sentence, and the mark that a person gave it.",
            List.of(
                Parameter.optional("stream", "only incidents of this stream"),
                Parameter.number(
                    "limit", "how many incidents at most; 50 by default", MOST_INCIDENTS)),
            this::incidents),
        new Tool(
            "explain_incident",
            "One incident in full: in words, when it began and ended, the sensors that stand out,"
                + " faulty sensors with the kind and size of the fault, and similar earlier"
                + " incidents.",
            List.of(Parameter.text("incident", "id of the incident, from list_incidents")),
            this::incident),
        new Tool(
            "sensor_history",
            "Readings of one sensor of one stream, with its usual range. The range live gives the"
                + " latest readings one by one; the others give mean, lowest and highest reading"
                + " per time step.",
            List.of(
                STREAM,
                Parameter.text("sensor", "name of the sensor"),
                Parameter.choice("range", "how far back; live by default", ApiChoices.ranges())),
            given ->
                new SensorHistory(engine)
                    .of(
                        given.text("stream"),
                        given.text("sensor"),
                        given.optional("range").orElse(ApiChoices.LIVE))
                    .toString()),
        new Tool(
            "score_file",
            "Judges a file of recorded readings as the engine would have done live, and lists the"
                + " incidents in it. Takes seconds to minutes.",
            List.of(
                Parameter.text(
                    "file", "path of the file, relative to the folder that may be read")),
            given -> scorer.score(files.find(given.text("file")))),
        new Tool(
            "read_manual",
            "Explains states, verdicts, alerts and figures, and what to do about them. Without a"
                + " section it returns the beginning of the page and a list of its headings.",
            List.of(
                new Parameter("page", "name of a page of the manual", true, Manual.PAGES, 0),
                Parameter.optional("section", "words from a heading of that page")),
            given -> Manual.read(given.text("page"), given.optional("section"))));
  }

  private String streams(Arguments given) throws IOException {
    JsonNode answer =
        engine.get(
            "/api/streams?order=attention&limit="
                + given.number("limit", STANDARD)
                + asked(given, "state")
                + asked(given, "contains"));
    return only(answer, "ready", "engine", "total", "conditions", "streams", "more").toString();
  }

  private String incidents(Arguments given) throws IOException {
    JsonNode answer =
        engine.get(
            "/api/incidents?limit=" + given.number("limit", STANDARD) + asked(given, "stream"));
    ArrayNode told = JsonNodeFactory.instance.arrayNode();
    for (JsonNode incident : answer.path("incidents")) {
      told.add(only(incident, "incident", "stream", "state", "words", "mark"));
    }
    return told.toString();
  }

  /** A parameter of the API that has the name of the tool's, if it was given. */
  private static String asked(Arguments given, String name) {
    return given.optional(name).map(value -> "&" + name + "=" + UrlText.escaped(value)).orElse("");
  }

  /** The fields that an assistant needs, of those that are there. */
  private static ObjectNode only(JsonNode answer, String... fields) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (String field : fields) {
      if (answer.has(field)) {
        json.set(field, answer.get(field));
      }
    }
    return json;
  }

  private String incident(Arguments given) throws IOException {
    return engine.get("/api/incidents/" + UrlText.escaped(given.text("incident"))).toString();
  }
}
