package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.EngineHealth;
import io.kahkm.engine.Peers;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.PeerAnswer;
import io.kahkm.telemetry.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/** What is served under which path. Thread-safe. */
final class Routes {
  private static final String ALIVE = "/healthz";
  private static final String READY = "/readyz";

  /** What orchestrators ask, who have no credentials. */
  static final Set<String> PROBES = Set.of(ALIVE, READY);

  private static final String FLEET = "/api/fleet";
  static final String INCIDENTS = "/api/incidents";
  private static final String LOGIN = "/api/login";

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final String PROTOBUF_TYPE = "application/vnd.google.protobuf";
  private static final String PROTOBUF =
      PROTOBUF_TYPE + "; proto=io.prometheus.client.MetricFamily; encoding=delimited";

  private final EngineTelemetry telemetry;
  private final EngineHealth health;
  private final boolean writable;
  private final IncidentAnswers incidents;
  private final OtherInstances others;
  private final StreamAnswers streams;

  /**
   * Serves what is known.
   *
   * @param writable whether there are operators
   */
  Routes(EngineTelemetry telemetry, EngineHealth health, Peers peers, boolean writable) {
    this.telemetry = telemetry;
    this.health = health;
    this.writable = writable;
    incidents = new IncidentAnswers(telemetry.incidents(), telemetry.names());
    others = new OtherInstances(peers, telemetry::asked);
    streams = new StreamAnswers(telemetry, health, incidents, others);
  }

  /**
   * Answers a request.
   *
   * @param request what is asked
   * @param caller who asks; another instance is answered from what is here alone
   */
  Response answer(Request request, Caller caller) {
    return switch (request.path()) {
      case "/metrics" -> metrics(request.accept());
      case ALIVE -> probe(alive());
      case READY -> probe(health.ready());
      case StreamAnswers.PATH -> streams.list(request, caller);
      case FLEET -> fleet(caller);
      case INCIDENTS -> incidents.list(request);
      case LOGIN -> login(caller);
      default -> PageFiles.instance().find(request.path()).orElseGet(() -> below(request, caller));
    };
  }

  /** Whether this instance or another one holds a stream. */
  boolean knows(String stream, Caller caller) {
    return streams.detail(stream, caller).status() == 200;
  }

  /** Whether anybody may write here, and whether whoever asks may. */
  private Response login(Caller caller) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("operators", writable);
    caller.operator().ifPresent(name -> json.put("operator", name));
    return Response.json(200, json);
  }

  /** Asks other instances no more. */
  void close() {
    others.close();
  }

  private boolean alive() {
    return !health.deadThread();
  }

  /** The answer to a probe for those who may know no more: its status. */
  Response plainProbe(String path) {
    boolean good = path.equals(ALIVE) ? alive() : health.ready();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("status", words(good));
    return Response.json(code(good), json);
  }

  private static String words(boolean good) {
    return good ? "ok" : "not ok";
  }

  private static int code(boolean good) {
    return good ? 200 : 503;
  }

  private Response below(Request request, Caller caller) {
    return streams
        .find(request, caller)
        .or(() -> request.after(INCIDENTS + "/").map(incidents::one))
        .orElseGet(() -> Response.error(404, "no such page"));
  }

  private Response metrics(String accept) {
    String format = format(accept);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      telemetry.registry().scrape(out, format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Response(200, format, out.toByteArray());
  }

  /** Prometheus asks for Protobuf, which alone has native histograms, where it stores those. */
  private static String format(String accept) {
    if (accept.contains(PROTOBUF_TYPE)) {
      return PROTOBUF;
    }
    return accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
  }

  private Response probe(boolean good) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("status", words(good));
    json.put("running", health.running());
    json.put("modelLoaded", health.modelLoaded());
    json.put("warm", health.warm());
    json.put("deadThread", health.deadThread());
    json.put("instance", streams.held());
    json.put("detail", health.detail());
    return Response.json(code(good), json);
  }

  /** The fleet's certificate is gathered by one instance. */
  private Response fleet(Caller caller) {
    if (!caller.instance() && telemetry.fleet().present().isEmpty()) {
      for (PeerAnswer answer : others.ask(FLEET, caller)) {
        if (answer.json().map(json -> json.has("certificate")).orElse(false)) {
          return Response.json(200, answer.json().get());
        }
      }
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instance", streams.held());
    telemetry.fleet().present().ifPresent(fleet -> json.setAll(StreamJson.fleet(fleet)));
    if (telemetry.fleet().outdated()) {
      json.put("outdated", true);
    }
    telemetry.fleet().write(json.putArray("windows"));
    return Response.json(200, json);
  }
}
