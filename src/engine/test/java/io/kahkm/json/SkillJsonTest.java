package io.kahkm.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.telemetry.Scenario;
import org.junit.jupiter.api.Test;

/** Claims of skill as they are published, written a second time, field by field. */
class SkillJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ForecasterStatus STATUS = Scenario.healthy().forecasts();

  private static ObjectNode plainly(int horizon, SkillStatus claim) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("reference", claim.reference());
    json.put("level", claim.level());
    claim.certified().ifPresent(share -> json.put("certified", share));
    claim.observed().ifPresent(share -> json.put("observed", share));
    json.put("outcomes", claim.outcomes());
    claim.wanted().ifPresent(share -> json.put("wanted", share));
    claim.more().ifPresent(outcomes -> json.put("more", outcomes));
    json.put("lost", claim.lost());
    return json.put("horizon", horizon);
  }

  @Test
  void theTopicHasTheClaimsOfBothSides() throws Exception {
    ArrayNode claims = MAPPER.createArrayNode();
    for (HorizonStatus horizon : STATUS.horizons()) {
      horizon.claims().forEach(claim -> claims.add(plainly(horizon.horizon(), claim)));
    }
    for (OtherStatus other : STATUS.others()) {
      claims.add(plainly(other.horizon(), other.ours()));
      claims.add(plainly(other.horizon(), other.theirs()).put("forecaster", other.forecaster()));
    }
    JsonNode written =
        MAPPER.readTree(MAPPER.writeValueAsBytes(SkillJson.ofTopic("pump-1", "abc", STATUS)));

    assertThat(written.path("claims")).isEqualTo(MAPPER.readTree(MAPPER.writeValueAsBytes(claims)));
    assertThat(STATUS.others()).isNotEmpty();
    assertThat(STATUS.others()).allMatch(other -> !other.ours().equals(other.theirs()));
    assertThat(written.path("stream").asText()).isEqualTo("pump-1");
    assertThat(written.path("map").asText()).isEqualTo("abc");
    assertThat(written.path("words")).hasSameSizeAs(SkillJson.words(STATUS));
  }
}
