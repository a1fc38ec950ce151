package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.PeerAnswer;
import io.kahkm.telemetry.StreamOrder;
import io.kahkm.telemetry.condition.Claim;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.StreamState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes one page of streams of the pages of all instances. What an instance did not answer is
 * missing, and it is named.
 */
final class FleetPage {
  private static final String STREAMS = "streams";
  private static final String STREAM = "stream";
  private static final String TOTAL = "total";
  private static final String MORE = "more";
  private static final String CONDITIONS = "conditions";
  private static final String CLAIMS = "claims";
  private static final String SKILL = "skill";
  private static final String HELD = "partitionsHeld";

  private FleetPage() {}

  /**
   * Merges pages into that of this instance.
   *
   * @param own page of this instance, changed
   * @param address what the other instances call this one
   * @param answers of the others
   * @param limit rows of the page
   * @param order what comes first
   */
  static void merge(
      ObjectNode own, String address, List<PeerAnswer> answers, int limit, StreamOrder order) {
    ArrayNode instances = own.putArray("instances");
    instances.add(instance(address, own));
    TrialCounts.begin(own);
    Map<String, JsonNode> rows = new TreeMap<>();
    add(own, rows);
    boolean more = own.path(MORE).asBoolean();
    for (PeerAnswer answer : answers) {
      ObjectNode page = answer.json().orElseGet(JsonNodeFactory.instance::objectNode);
      ObjectNode instance = instance(answer.peer().toString(), page);
      if (answer.failed()) {
        instance.put("problem", answer.problem());
      }
      instances.add(instance);
      add(page, rows);
      more |= page.path(MORE).asBoolean();
      own.put(TOTAL, own.path(TOTAL).asInt() + page.path(TOTAL).asInt());
      own.put(HELD, own.path(HELD).asInt() + page.path(HELD).asInt());
      TrialCounts.add(own, page);
      SiteCounts.merge(own, page);
      sum((ObjectNode) own.path(CONDITIONS), page.path(CONDITIONS));
      sum((ObjectNode) own.path(CLAIMS), page.path(CLAIMS));
      sum((ObjectNode) own.path(SKILL), page.path(SKILL));
    }
    List<JsonNode> sorted = new ArrayList<>(rows.values());
    sorted.sort(
        Comparator.comparing(row -> StreamOrder.Place.of(row, rank(row)), order.comparator()));
    List<JsonNode> shown = sorted.subList(0, Math.min(limit, sorted.size()));
    own.putArray(STREAMS).addAll(shown);
    own.remove(List.of(MORE, "next"));
    if (more || shown.size() < sorted.size()) {
      own.put(MORE, true);
      if (order == StreamOrder.ID && !shown.isEmpty()) {
        own.put("next", shown.get(shown.size() - 1).path(STREAM).asText());
      }
    }
  }

  private static ObjectNode instance(String address, ObjectNode page) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("address", address);
    if (page.has(TOTAL)) {
      json.put(TOTAL, page.path(TOTAL).asInt());
      json.put(HELD, page.path(HELD).asInt());
      json.set("map", page.path("map").path("fingerprint"));
    }
    if (page.has("alerts")) {
      json.set("alerts", page.path("alerts"));
    }
    return json;
  }

  /** A stream that just moved may be in two tables: the one that heard of it last has it. */
  private static void add(ObjectNode page, Map<String, JsonNode> rows) {
    for (JsonNode row : page.path(STREAMS)) {
      rows.merge(row.path(STREAM).asText(), row, (a, b) -> age(a) <= age(b) ? a : b);
    }
  }

  private static double age(JsonNode row) {
    return row.path("ageSeconds").asDouble();
  }

  /** Rows of an instance that knows other conditions come last. */
  private static int rank(JsonNode row) {
    Optional<Claim> claim =
        Arrays.stream(Claim.values())
            .filter(known -> known.label().equals(row.path("claim").asText()))
            .findFirst();
    return Arrays.stream(StreamState.values())
        .filter(known -> known.label().equals(row.path("condition").asText()))
        .findFirst()
        .map(state -> new Condition(state, claim).rank())
        .orElse(Integer.MAX_VALUE);
  }

  /** Adds counts by name. */
  static void sum(ObjectNode counts, JsonNode more) {
    for (Map.Entry<String, JsonNode> field : more.properties()) {
      counts.put(field.getKey(), counts.path(field.getKey()).asInt() + field.getValue().asInt());
    }
  }
}
