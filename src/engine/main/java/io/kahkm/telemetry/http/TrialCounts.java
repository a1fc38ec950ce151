package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.MapRole;
import java.util.Map;

/**
 * Adds what the maps of other instances made of their records to what those of this one did. While
 * a promotion is rolled through, the roles of an instance may be the other way round: counts go to
 * their map and not to their role.
 */
final class TrialCounts {
  private static final String TRIAL = "shadow";
  private static final String INSTANCES = "instances";
  private static final String FAILURES = "failures";

  private TrialCounts() {}

  /** Begins with this instance's own counts; nothing without a map on trial. */
  static void begin(ObjectNode own) {
    if (own.path(TRIAL) instanceof ObjectNode trial) {
      trial.put(INSTANCES, 1);
    }
  }

  /**
   * Adds the counts of another instance, unless it runs other maps.
   *
   * @param own page of this instance, changed
   * @param page of the other
   */
  static void add(ObjectNode own, JsonNode page) {
    if (!(own.path(TRIAL) instanceof ObjectNode trial) || !page.has(TRIAL)) {
      return;
    }
    JsonNode other = page.path(TRIAL);
    boolean same = main(own).equals(main(page)) && tried(own).equals(tried(page));
    boolean swapped = main(own).equals(tried(page)) && tried(own).equals(main(page));
    if (!same && !swapped) {
      return;
    }
    for (MapRole role : MapRole.values()) {
      MapRole there = same ? role : role == MapRole.MAIN ? MapRole.SHADOW : MapRole.MAIN;
      sum((ObjectNode) trial.path(role.label()), other.path(there.label()));
    }
    if (same) {
      trial.put(FAILURES, trial.path(FAILURES).asLong() + other.path(FAILURES).asLong());
    }
    trial.put(INSTANCES, trial.path(INSTANCES).asInt() + 1);
  }

  private static void sum(ObjectNode counts, JsonNode more) {
    for (Map.Entry<String, JsonNode> field : more.properties()) {
      counts.put(field.getKey(), counts.path(field.getKey()).asLong() + field.getValue().asLong());
    }
  }

  private static String main(JsonNode page) {
    return page.path("map").path("fingerprint").asText();
  }

  private static String tried(JsonNode page) {
    return main(page.path(TRIAL));
  }
}
