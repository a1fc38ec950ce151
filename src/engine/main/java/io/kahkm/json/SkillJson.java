package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.HorizonStatus;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.internal.skill.SkillWords;
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
   * @param horizons what is known of each horizon
   * @return a new array, empty where no claim is examined
   */
  public static ArrayNode summaries(List<HorizonStatus> horizons) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    double level = 0;
    Map<SkillReference, SortedMap<Integer, SkillStatus>> claims = new TreeMap<>();
    for (HorizonStatus horizon : horizons) {
      for (SkillStatus claim : horizon.claims()) {
        claims
            .computeIfAbsent(claim.reference(), none -> new TreeMap<>())
            .put(horizon.horizon(), claim);
        level += claim.level();
      }
    }
    for (Map.Entry<SkillReference, SortedMap<Integer, SkillStatus>> entry : claims.entrySet()) {
      ObjectNode json = array.addObject();
      json.put("reference", entry.getKey().label());
      json.put("words", SkillWords.summary(entry.getKey(), entry.getValue(), 1 - level));
    }
    return array;
  }

  /**
   * One claim.
   *
   * @param horizon steps ahead
   * @param claim what is known of it
   * @return a new object
   */
  public static ObjectNode of(int horizon, SkillStatus claim) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("reference", claim.reference().label());
    JsonFields.put(json, "level", claim.level());
    JsonFields.put(json, "certified", claim.certified());
    JsonFields.put(json, "observed", claim.observed());
    json.put("outcomes", claim.outcomes());
    JsonFields.put(json, "wanted", claim.wanted());
    JsonFields.put(json, "more", claim.more());
    json.put("lost", claim.lost());
    json.put("words", SkillWords.claim(horizon, claim));
    return json;
  }
}
