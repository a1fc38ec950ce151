package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The maps of all instances compared, whatever role they have on each. */
class TrialCountsTest {
  private static ObjectNode page(
      String main, String tried, long mainOutside, long triedOutside, int failures) {
    try {
      return (ObjectNode)
          new ObjectMapper()
              .readTree(
                  """
                  {"map": {"fingerprint": "%s"},
                   "shadow": {"map": {"fingerprint": "%s"},
                              "main": {"records": 5000000000, "outside": %d},
                              "shadow": {"records": 4, "outside": %d}, "failures": %d}}
                  """
                      .formatted(main, tried, mainOutside, triedOutside, failures));
    } catch (IOException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static JsonNode sum(ObjectNode own, JsonNode page) {
    TrialCounts.begin(own);
    TrialCounts.add(own, page);
    return own.path("shadow");
  }

  @Test
  void addsWhatInstancesWithTheSameRolesCounted() {
    JsonNode trial = sum(page("a", "b", 7, 1, 2), page("a", "b", 5, 2, 3));

    assertThat(trial.path("main").path("outside").asLong()).isEqualTo(12);
    assertThat(trial.path("main").path("records").asLong()).isEqualTo(10_000_000_000L);
    assertThat(trial.path("shadow").path("outside").asLong()).isEqualTo(3);
    assertThat(trial.path("failures").asLong()).isEqualTo(5);
    assertThat(trial.path("instances").asInt()).isEqualTo(2);
  }

  @Test
  void countsFollowTheirMapWhileAPromotionIsRolledThrough() {
    JsonNode trial = sum(page("a", "b", 7, 1, 2), page("b", "a", 5, 2, 3));

    assertThat(trial.path("main").path("outside").asLong()).isEqualTo(9);
    assertThat(trial.path("shadow").path("outside").asLong()).isEqualTo(6);
    assertThat(trial.path("failures").asLong()).as("of the same map alone").isEqualTo(2);
    assertThat(trial.path("instances").asInt()).isEqualTo(2);
  }

  @Test
  void passesOverInstancesWithOtherMapsAndWithoutATrial() throws IOException {
    assertThat(sum(page("a", "b", 7, 1, 2), page("a", "c", 5, 2, 3)))
        .isEqualTo(sum(page("a", "b", 7, 1, 2), new ObjectMapper().readTree("{}")));
    ObjectNode alone = (ObjectNode) new ObjectMapper().readTree("{\"map\": {}}");
    TrialCounts.begin(alone);
    TrialCounts.add(alone, page("a", "b", 1, 1, 1));
    assertThat(alone.has("shadow")).isFalse();
  }
}
