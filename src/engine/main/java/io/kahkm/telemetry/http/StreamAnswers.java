package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.EngineHealth;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.telemetry.BadRequestException;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HistoryQuery;
import io.kahkm.telemetry.Request;
import io.kahkm.telemetry.StreamChoice;
import io.kahkm.telemetry.StreamOrder;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.telemetry.condition.Claim;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.UrlText;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The API's streams: a list of them, each of them, and its history, from whichever instance holds
 * it. Thread-safe.
 */
final class StreamAnswers {
  static final String PATH = "/api/streams";

  private static final String HISTORY = "/history";
  private static final String HISTORY_TABLE = HISTORY + ".csv";
  private static final String SITE = "site";
  private static final String AREA = "area";

  private final EngineTelemetry telemetry;
  private final EngineHealth health;
  private final IncidentAnswers incidents;
  private final OtherInstances others;

  /**
   * Answers from an instance and from others.
   *
   * @param telemetry what this instance holds
   * @param health its partitions, and whether it is ready
   * @param incidents say which streams are shelved
   * @param others asked for streams that are not here
   */
  StreamAnswers(
      EngineTelemetry telemetry,
      EngineHealth health,
      IncidentAnswers incidents,
      OtherInstances others) {
    this.telemetry = telemetry;
    this.health = health;
    this.incidents = incidents;
    this.others = others;
  }

  /** What is asked of one stream; empty where the path is about something else. */
  Optional<Response> find(Request request, Caller caller) {
    Optional<String> historyOf = request.between(PATH + "/", HISTORY);
    if (historyOf.isPresent()) {
      return Optional.of(
          history(request, historyOf.get(), caller, json -> Response.json(200, json)));
    }
    Optional<String> tableOf = request.between(PATH + "/", HISTORY_TABLE);
    if (tableOf.isPresent()) {
      return Optional.of(table(request, tableOf.get(), caller));
    }
    return request.after(PATH + "/").map(id -> detail(id, caller));
  }

  /** A page of the streams of this instance, or of all instances. */
  Response list(Request request, Caller caller) {
    int limit = request.number("limit", ApiChoices.DEFAULT_ROWS, 1, ApiChoices.MOST_ROWS);
    String after = request.text("after");
    String part = request.text("contains");
    StreamOrder order =
        Labels.find(StreamOrder.class, request.oneOf("order", StreamOrder.labels()));
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
          PATH
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
      FleetPage.merge(json, others.own(), others.ask(query, caller), limit, order);
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

  /**
   * Says whether an alarm is an alert, where a budget decides, and whether the stream is shelved.
   */
  private ObjectNode paged(TrackedStream stream, ObjectNode json) {
    long now = telemetry.moment().now();
    telemetry.streams().paged(stream, now).ifPresent(paged -> json.put("alerted", paged));
    incidents.shelving(stream.id(), now).ifPresent(shelved -> json.set("shelved", shelved));
    return json;
  }

  /** What is known of a stream. */
  Response detail(String id, Caller caller) {
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
        : others.find(id, PATH + "/" + UrlText.escaped(id) + suffix, caller, form, held());
  }

  /** Which share of the partitions this instance holds. */
  String held() {
    return "this instance: "
        + health.partitionsHeld()
        + " of "
        + health.partitionsTotal()
        + " partitions";
  }
}
