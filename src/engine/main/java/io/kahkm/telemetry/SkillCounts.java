package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.HorizonStatus;
import io.kahkm.internal.monitor.StreamStatus;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillStatus;
import java.util.ArrayList;
import java.util.List;

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
    List<SkillStatus> claims = new ArrayList<>();
    for (HorizonStatus horizon : status.horizons()) {
      horizon.claims().stream()
          .filter(claim -> claim.reference().equals(SkillReference.PERSISTENCE.label()))
          .filter(claim -> claim.outcomes() > 0)
          .forEach(claims::add);
    }
    judged += claims.isEmpty() ? 0 : 1;
    better += claims.stream().anyMatch(claim -> claim.certified().isPresent()) ? 1 : 0;
    lost += claims.stream().anyMatch(SkillStatus::lost) ? 1 : 0;
  }

  /** Writes the counts. */
  void write(ObjectNode json) {
    json.put("judged", judged);
    json.put("better", better);
    json.put("lost", lost);
  }
}
