package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.internal.skill.SkillWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Certified skill in JSON. */
public final class SkillJson {
  private SkillJson() {}

  /**
   * What is certified of a stream, a sentence for each reference.
   *
   * @param forecasts what is known of its forecasts
   * @return a new array, empty where no claim is examined
   */
  public static ArrayNode summaries(ForecasterStatus forecasts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    double level = 0;
    Map<String, SortedMap<Integer, SkillStatus>> claims = new LinkedHashMap<>();
    Map<String, SortedMap<Integer, SkillStatus>> theirs = new LinkedHashMap<>();
    for (HorizonStatus horizon : forecasts.horizons()) {
      for (SkillStatus claim : horizon.claims()) {
        claims
            .computeIfAbsent(claim.reference(), none -> new TreeMap<>())
            .put(horizon.horizon(), claim);
        level += claim.level();
      }
    }
    for (OtherStatus other : forecasts.others()) {
      claims
          .computeIfAbsent(other.forecaster(), none -> new TreeMap<>())
          .put(other.horizon(), other.ours());
      theirs
          .computeIfAbsent(other.forecaster(), none -> new TreeMap<>())
          .put(other.horizon(), other.theirs());
      level += other.ours().level() + other.theirs().level();
    }
    for (Map.Entry<String, SortedMap<Integer, SkillStatus>> entry : claims.entrySet()) {
      ObjectNode json = array.addObject();
      json.put("reference", entry.getKey());
      json.put("words", SkillWords.summary(entry.getKey(), entry.getValue(), 1 - level));
    }
    for (Map.Entry<String, SortedMap<Integer, SkillStatus>> entry : theirs.entrySet()) {
      ObjectNode json = array.addObject();
      json.put("forecaster", entry.getKey());
      json.put("words", SkillWords.summaryOf(entry.getKey(), entry.getValue(), 1 - level));
    }
    return array;
  }

  /**
   * A record of the certificates topic.
   *
   * @param stream stream id
   * @param map fingerprint of the map
   * @param status the stream's, as of the observation with which the record is published
   * @return a new object, owned by the caller
   */
  public static ObjectNode ofTopic(String stream, String map, ForecasterStatus status) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "skill");
    json.put("stream", stream);
    json.put("map", map);
    JsonFields.putTime(json, "time", status.time());
    ArrayNode words = json.putArray("words");
    words(status).forEach(words::add);
    ArrayNode claims = json.putArray("claims");
    for (HorizonStatus horizon : status.horizons()) {
      horizon.claims().forEach(claim -> claims.add(ofTopic(horizon.horizon(), claim)));
    }
    for (OtherStatus other : status.others()) {
      claims.add(ofTopic(other.horizon(), other.ours()));
      claims.add(ofTopic(other.horizon(), other.theirs()).put("forecaster", other.forecaster()));
    }
    return json;
  }

  private static ObjectNode ofTopic(int horizon, SkillStatus claim) {
    return numbers(claim).put("horizon", horizon);
  }

  /**
   * The sentences of {@link #summaries}.
   *
   * @param forecasts what is known of its forecasts
   * @return one sentence for each reference, without full stops; empty where no claim is examined
   */
  public static List<String> words(ForecasterStatus forecasts) {
    List<String> sentences = new ArrayList<>();
    summaries(forecasts).forEach(one -> sentences.add(one.path("words").asText()));
    return sentences;
  }

  /**
   * How other forecasters' forecasts fare at one horizon.
   *
   * @param other what is known
   * @return a new object
   */
  public static ObjectNode of(OtherStatus other) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", other.forecaster());
    json.put("scored", other.scored());
    json.put("withoutReading", other.withoutReading());
    json.put("late", other.late());
    JsonFields.put(json, "stateError", other.stateError());
    JsonFields.put(json, "stateSkill", other.stateSkill());
    other.intervals().ifPresent(intervals -> json.set("interval", interval(intervals)));
    json.set("ours", of(other.horizon(), other.ours()));
    ObjectNode theirs = of(other.horizon(), other.theirs());
    theirs.put("words", SkillWords.claimOf(other.forecaster(), other.horizon(), other.theirs()));
    json.set("theirs", theirs);
    return json;
  }

  /**
   * How intervals fare.
   *
   * @param intervals what is known
   * @return a new object
   */
  public static ObjectNode interval(IntervalStatus intervals) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    JsonFields.put(node, "level", intervals.level());
    JsonFields.put(node, "halfWidth", intervals.halfWidth());
    node.put("outcomes", intervals.outcomes());
    node.put("frozen", intervals.frozen());
    JsonFields.put(node, "frozenCoverage", intervals.frozenCoverage());
    if (intervals.outcomes() > 0) {
      JsonFields.put(node, "coverage", intervals.meanCoverage());
      JsonFields.put(node, "guarantee", intervals.guarantee());
    }
    return node;
  }

  /**
   * One claim.
   *
   * @param horizon steps ahead
   * @param claim what is known of it
   * @return a new object
   */
  public static ObjectNode of(int horizon, SkillStatus claim) {
    return numbers(claim).put("words", SkillWords.claim(horizon, claim));
  }

  private static ObjectNode numbers(SkillStatus claim) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("reference", claim.reference());
    JsonFields.put(json, "level", claim.level());
    JsonFields.put(json, "certified", claim.certified());
    JsonFields.put(json, "observed", claim.observed());
    json.put("outcomes", claim.outcomes());
    JsonFields.put(json, "wanted", claim.wanted());
    JsonFields.put(json, "more", claim.more());
    json.put("lost", claim.lost());
    return json;
  }
}
