package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.monitor.EngineHealth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** What is served under which path. Thread-safe. */
final class Routes {
  /** Rows of a page of the list unless {@code limit} asks for another number. */
  static final int DEFAULT_LIMIT = 200;

  /** Most rows of a page: about a megabyte for a map of a few sensors. */
  static final int MOST_ROWS = 1000;

  private static final String STREAMS = "/api/streams";

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final EngineTelemetry telemetry;
  private final EngineHealth health;

  Routes(EngineTelemetry telemetry, EngineHealth health) {
    this.telemetry = telemetry;
    this.health = health;
  }

  Response answer(Request request) {
    return switch (request.path()) {
      case "/" -> Response.html(IndexPage.of(telemetry.map(), held()));
      case "/metrics" -> metrics(request.accept());
      case "/healthz" -> probe(!health.deadThread());
      case "/readyz" -> probe(health.ready());
      case STREAMS -> list(request);
      default ->
          request
              .after(STREAMS + "/")
              .map(this::detail)
              .orElseGet(() -> Response.error(404, "no such page"));
    };
  }

  private Response metrics(String accept) {
    String format = accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      telemetry.registry().scrape(out, format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Response(200, format, out.toByteArray());
  }

  private Response probe(boolean good) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("status", good ? "ok" : "not ok");
    json.put("running", health.running());
    json.put("modelLoaded", health.modelLoaded());
    json.put("warm", health.warm());
    json.put("deadThread", health.deadThread());
    json.put("instance", held());
    json.put("detail", health.detail());
    return Response.json(good ? 200 : 503, json);
  }

  private Response list(Request request) {
    int limit = request.number("limit", DEFAULT_LIMIT, 1, MOST_ROWS);
    String after = Optional.ofNullable(request.query().get("after")).orElse("");
    // One more than asked for tells whether there is a next page.
    List<TrackedStream> page = telemetry.streams().page(after, limit + 1);
    List<TrackedStream> shown = page.subList(0, Math.min(limit, page.size()));
    long now = telemetry.clock().millis();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instance", held());
    json.put("total", telemetry.streams().all().size());
    ArrayNode rows = json.putArray("streams");
    shown.forEach(stream -> rows.add(StreamJson.row(stream, now)));
    if (page.size() > limit) {
      json.put("next", shown.get(limit - 1).id());
    }
    return Response.json(200, json);
  }

  private Response detail(String id) {
    Optional<TrackedStream> stream = telemetry.streams().find(id);
    if (stream.isEmpty()) {
      return Response.error(404, "no such stream here; " + held());
    }
    return Response.json(
        200,
        StreamJson.detail(stream.get(), telemetry.map().sensors(), telemetry.clock().millis()));
  }

  private String held() {
    return "this instance: "
        + health.partitionsHeld()
        + " of "
        + health.partitionsTotal()
        + " partitions";
  }
}
