package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PeerAddress;
import io.kahkm.engine.EngineHealth;
import io.kahkm.engine.Peers;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.telemetry.BadRequestException;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HistoryQuery;
import io.kahkm.telemetry.PeerAnswer;
import io.kahkm.telemetry.Request;
import io.kahkm.telemetry.StreamChoice;
import io.kahkm.telemetry.StreamOrder;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.telemetry.condition.Claim;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.UrlText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What is served under which path. Thread-safe. */
final class Routes {
  /** Rows of a page of the list unless {@code limit} asks for another number. */
  static final int DEFAULT_LIMIT = 200;

  private static final String ALIVE = "/healthz";
  private static final String READY = "/readyz";

  /** What orchestrators ask, who have no credentials. */
  static final Set<String> PROBES = Set.of(ALIVE, READY);

  static final String STREAMS = "/api/streams";
  private static final String HISTORY = "/history";
  private static final String HISTORY_TABLE = HISTORY + ".csv";
  private static final String FLEET = "/api/fleet";
  static final String INCIDENTS = "/api/incidents";
  private static final String LOGIN = "/api/login";

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final String SITE = "site";
  private static final String AREA = "area";
  private static final String PROTOBUF_TYPE = "application/vnd.google.protobuf";
  private static final String PROTOBUF =
      PROTOBUF_TYPE + "; proto=io.prometheus.client.MetricFamily; encoding=delimited";

  private final EngineTelemetry telemetry;
  private final EngineHealth health;
  private final Peers peers;
  private final boolean writable;
  private final IncidentAnswers incidents;
  private final PeerClient client = new PeerClient();

  /**
   * Serves what is known.
   *
   * @param writable whether there are operators
   */
  Routes(EngineTelemetry telemetry, EngineHealth health, Peers peers, boolean writable) {
    this.telemetry = telemetry;
    this.health = health;
    this.peers = peers;
    this.writable = writable;
    incidents = new IncidentAnswers(telemetry.incidents(), telemetry.names());
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
      case STREAMS -> list(request, caller);
      case FLEET -> fleet(caller);
      case INCIDENTS -> incidents.list(request);
      case LOGIN -> login(caller);
      default -> PageFiles.instance().find(request.path()).orElseGet(() -> below(request, caller));
    };
  }

  /** Whether this instance or another one holds a stream. */
  boolean knows(String stream, Caller caller) {
    return detail(stream, caller).status() == 200;
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
    client.close();
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
    Optional<String> historyOf = request.between(STREAMS + "/", HISTORY);
    if (historyOf.isPresent()) {
      return history(request, historyOf.get(), caller, json -> Response.json(200, json));
    }
    Optional<String> tableOf = request.between(STREAMS + "/", HISTORY_TABLE);
    if (tableOf.isPresent()) {
      return table(request, tableOf.get(), caller);
    }
    Optional<String> incident = request.after(INCIDENTS + "/");
    if (incident.isPresent()) {
      return incidents.one(incident.get());
    }
    return request
        .after(STREAMS + "/")
        .map(id -> detail(id, caller))
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
    json.put("instance", held());
    json.put("detail", health.detail());
    return Response.json(code(good), json);
  }

  private Response list(Request request, Caller caller) {
    int limit = request.number("limit", DEFAULT_LIMIT, 1, ApiChoices.MOST_ROWS);
    String after = request.text("after");
    String part = request.text("contains");
    StreamOrder order = StreamOrder.of(request.oneOf("order", StreamOrder.labels()));
    if (order != StreamOrder.ID && !after.isEmpty()) {
      throw new BadRequestException("after needs order=id: the order of attention changes");
    }
    String state = request.oneOf("state", ApiChoices.states());
    Optional<String> site = request.given(SITE);
    Optional<String> area = request.given(AREA);
    Moment moment = telemetry.moment();
    // One more than asked for tells whether there are more.
    List<TrackedStream> page =
        telemetry
            .streams()
            .page(
                order,
                new StreamChoice(after, part, StreamState.chosen(state), site, area),
                moment,
                limit + 1);
    List<TrackedStream> shown = page.subList(0, Math.min(limit, page.size()));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instance", held());
    json.put("partitionsHeld", health.partitionsHeld());
    json.put("partitionsTotal", health.partitionsTotal());
    json.put("engine", health.detail());
    json.put("ready", health.ready());
    json.set("map", StreamJson.map(telemetry.map()));
    telemetry
        .shadow()
        .ifPresent(map -> json.set("shadow", StreamJson.shadow(map, telemetry.counters())));
    telemetry
        .certificates()
        .ifPresent(settings -> json.set("certificates", StreamJson.certificates(settings)));
    telemetry.rejects().write(json.putArray("rejects"));
    if (telemetry.alerts().any()) {
      telemetry.alerts().write(json.putArray("alerts"));
    }
    json.put("total", telemetry.streams().all().size());
    counts(json, moment);
    ArrayNode rows = json.putArray("streams");
    shown.forEach(
        stream -> rows.add(paged(stream, StreamJson.row(stream, telemetry.map(stream), moment))));
    if (page.size() > limit) {
      json.put("more", true);
      if (order == StreamOrder.ID) {
        json.put("next", shown.get(limit - 1).id());
      }
    }
    if (!caller.instance()) {
      String query =
          STREAMS
              + "?limit="
              + limit
              + "&order="
              + order.label()
              + "&state="
              + state
              + "&after="
              + UrlText.escaped(after)
              + "&contains="
              + UrlText.escaped(part)
              + site.map(name -> "&site=" + UrlText.escaped(name)).orElse("")
              + area.map(name -> "&area=" + UrlText.escaped(name)).orElse("");
      FleetPage.merge(
          json,
          peers.own().map(PeerAddress::toString).orElse("this instance"),
          ask(peers.others(), query, caller),
          limit,
          order);
    }
    return Response.json(200, json);
  }

  /**
   * How many streams of the instance are in each state, what their windows say, and on how many the
   * forecasts have proved better than none.
   */
  private void counts(ObjectNode json, Moment moment) {
    Map<StreamState, Integer> states = new EnumMap<>(StreamState.class);
    Map<Claim, Integer> claims = new EnumMap<>(Claim.class);
    SkillCounts skill = new SkillCounts();
    SiteCounts sites = new SiteCounts();
    for (TrackedStream stream : telemetry.streams().all()) {
      Condition condition = stream.condition(moment);
      states.merge(condition.state(), 1, Integer::sum);
      sites.add(stream.name(), condition.state());
      condition.claim().ifPresent(claim -> claims.merge(claim, 1, Integer::sum));
      stream.status(moment).ifPresent(skill::add);
    }
    ObjectNode conditions = json.putObject("conditions");
    for (StreamState state : StreamState.values()) {
      conditions.put(state.label(), states.getOrDefault(state, 0));
    }
    ObjectNode said = json.putObject("claims");
    claims.forEach((claim, count) -> said.put(claim.label(), count));
    skill.write(json.putObject("skill"));
    if (telemetry.names().has(SITE) || telemetry.names().has(AREA)) {
      sites.write(json);
    }
  }

  private List<PeerAnswer> ask(List<PeerAddress> whom, String path, Caller caller) {
    List<PeerAnswer> answers = client.ask(whom, path, caller.authorization());
    answers.forEach(telemetry::asked);
    return answers;
  }

  /** The fleet's certificate is gathered by one instance. */
  private Response fleet(Caller caller) {
    if (!caller.instance() && telemetry.fleet().isEmpty()) {
      for (PeerAnswer answer : ask(peers.others(), FLEET, caller)) {
        if (answer.json().map(json -> json.has("certificate")).orElse(false)) {
          return Response.json(200, answer.json().get());
        }
      }
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instance", held());
    telemetry.fleet().ifPresent(fleet -> json.setAll(StreamJson.fleet(fleet)));
    if (telemetry.fleetOutdated()) {
      json.put("outdated", true);
    }
    telemetry.writeFleetWindows(json.putArray("windows"));
    return Response.json(200, json);
  }

  /**
   * Says whether an alarm is an alert, where a budget decides, and whether the stream is shelved.
   */
  private ObjectNode paged(TrackedStream stream, ObjectNode json) {
    long now = telemetry.moment().now();
    telemetry.streams().paged(stream, now).ifPresent(paged -> json.put("alerted", paged));
    incidents.shelving(stream.id(), now).ifPresent(shelved -> json.set("shelved", shelved));
    return json;
  }

  private Response detail(String id, Caller caller) {
    return ofStream(
        id,
        "",
        caller,
        stream ->
            paged(stream, StreamJson.detail(stream, telemetry.map(stream), telemetry.moment())),
        json -> Response.json(200, json));
  }

  /** The last readings one by one, or what was before in steps. */
  private Response history(
      Request request, String id, Caller caller, Function<ObjectNode, Response> form) {
    HistoryQuery query = HistoryQuery.of(request, telemetry.ranges());
    return ofStream(
        id,
        HISTORY + "?" + query.parameters(),
        caller,
        stream -> telemetry.history(stream, query),
        form);
  }

  /** The same as a table; made here of what the instance that holds the stream answers. */
  private Response table(Request request, String id, Caller caller) {
    String file = HistoryQuery.of(request, telemetry.ranges()).file(id);
    return history(
        request,
        id,
        caller,
        json ->
            json.path("kept").asBoolean()
                ? Response.download("text/csv; charset=utf-8", HistoryCsv.of(json), file)
                : Response.error(404, "no history of this stream is kept"));
  }

  /**
   * Answers from the stream, wherever it is.
   *
   * @param answer makes the answer of a stream that is here
   * @param form makes the response of an answer
   */
  private Response ofStream(
      String id,
      String suffix,
      Caller caller,
      Function<TrackedStream, ObjectNode> answer,
      Function<ObjectNode, Response> form) {
    Optional<TrackedStream> here = telemetry.streams().find(id);
    if (here.isPresent()) {
      return form.apply(answer.apply(here.get()));
    }
    return caller.instance()
        ? Response.error(404, "no such stream here; " + held())
        : elsewhere(id, STREAMS + "/" + UrlText.escaped(id) + suffix, caller, form);
  }

  /** Asks the instance that should hold the stream, then the others: keys may be placed freely. */
  private Response elsewhere(
      String id, String path, Caller caller, Function<ObjectNode, Response> form) {
    List<PeerAddress> others = peers.others();
    Optional<PeerAddress> holder = peers.holder(id).filter(others::contains);
    List<String> failed = new ArrayList<>();
    List<List<PeerAddress>> rounds =
        List.of(
            holder.stream().toList(),
            others.stream().filter(peer -> !holder.equals(Optional.of(peer))).toList());
    for (List<PeerAddress> round : rounds) {
      for (PeerAnswer given : ask(round, path, caller)) {
        if (given.json().isPresent()) {
          return form.apply(given.json().get());
        }
        if (given.failed()) {
          failed.add(given.peer() + " (" + given.problem() + ")");
        }
      }
    }
    return Response.error(
        404,
        "no such stream here; "
            + held()
            + (others.isEmpty() ? "" : "; other instances asked: " + others.size())
            + (failed.isEmpty() ? "" : "; not reached: " + String.join(", ", failed)));
  }

  private String held() {
    return "this instance: "
        + health.partitionsHeld()
        + " of "
        + health.partitionsTotal()
        + " partitions";
  }
}
