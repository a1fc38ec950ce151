package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillStatus;

/**
 * On how many streams the forecasts are certified to beat "no change" at some horizon. Each stream
 * has a confidence of its own.
 */
final class SkillCounts {
  private int judged;
  private int better;
  private int lost;

  /** Counts a stream, unless none of its forecasts has been judged beside "no change" yet. */
  void add(StreamStatus status) {
    boolean hasOutcomes = false;
    boolean beats = false;
    boolean loses = false;
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      for (SkillStatus claim : horizon.claims()) {
        if (claim.reference().equals(SkillReference.PERSISTENCE.label()) && claim.outcomes() > 0) {
          hasOutcomes = true;
          beats |= claim.certified().isPresent();
          loses |= claim.lost();
        }
      }
    }
    judged += hasOutcomes ? 1 : 0;
    better += beats ? 1 : 0;
    lost += loses ? 1 : 0;
  }

  /** Writes the counts. */
  void write(ObjectNode json) {
    json.put("judged", judged);
    json.put("better", better);
    json.put("lost", lost);
  }
}
