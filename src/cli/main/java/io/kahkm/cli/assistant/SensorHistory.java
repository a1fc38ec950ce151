package io.kahkm.cli.assistant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.http.EngineClient;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.text.UrlText;
import java.io.IOException;
import java.time.Instant;

/** The history of one sensor, taken out of that of its stream. */
final class SensorHistory {
  private final EngineClient engine;

  SensorHistory(EngineClient engine) {
    this.engine = engine;
  }

  /**
   * Reads it.
   *
   * @param stream its id
   * @param sensor its name
   * @param range a word of the API
   * @return points, oldest first, with what is usual
   * @throws UsageException if the model has no such sensor
   * @throws DataException if the engine keeps no history of the stream or of the sensor
   */
  ObjectNode of(String stream, String sensor, String range) throws IOException {
    JsonNode map = engine.get("/api/streams?limit=1").path("map");
    int index = -1;
    for (int i = 0; i < map.path("sensors").size(); i++) {
      index = map.path("sensors").path(i).asText().equals(sensor) ? i : index;
    }
    if (index < 0) {
      throw new UsageException(
          "there is no sensor " + sensor + "; there are " + map.path("sensors"));
    }
    JsonNode history =
        engine.get("/api/streams/" + UrlText.escaped(stream) + "/history?range=" + range);
    if (!history.path("kept").asBoolean()) {
      throw new DataException(
          "no history of "
              + stream
              + " is kept; the engine keeps those of telemetry.streams streams");
    }
    boolean live = range.equals(ApiChoices.LIVE);
    JsonNode steps = live ? history.path("readings") : history.path("past");
    JsonNode values = steps.path(live ? "state" : "mean");
    if (index >= values.size() && !steps.path("time").isEmpty()) {
      throw new DataException(
          "no history of "
              + sensor
              + " is kept; the engine keeps those of the first telemetry.components sensors");
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("stream", stream);
    json.put("sensor", sensor);
    json.set("unit", map.path("units").path(sensor));
    json.set("usual", map.path("usual").path(index));
    ArrayNode points = json.putArray("points");
    for (int i = 0; i < steps.path("time").size(); i++) {
      ObjectNode point = points.addObject();
      point.put("time", Instant.ofEpochMilli(steps.path("time").path(i).asLong()).toString());
      point.set(live ? "value" : "mean", values.path(index).path(i));
      if (!live) {
        point.set("low", steps.path("low").path(index).path(i));
        point.set("high", steps.path("high").path(index).path(i));
        point.set("condition", steps.path("condition").path(i));
      }
    }
    return json;
  }
}
