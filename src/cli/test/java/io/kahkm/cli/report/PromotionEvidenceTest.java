package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What streams' live pages say of a map on trial, and whether it is enough to promote it. */
class PromotionEvidenceTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String BETTER =
      "{\"ours\":{\"outcomes\":9,\"certified\":0.1,\"words\":\"better\"}}";
  private static final String WORSE =
      "{\"ours\":{\"outcomes\":9},\"theirs\":{\"certified\":0.1,\"words\":\"worse\"}}";
  private static final String LOST = "{\"ours\":{\"outcomes\":9,\"lost\":true}}";
  private static final String OPEN = "{\"ours\":{\"outcomes\":1}}";
  private static final String NONE = "{\"ours\":{\"outcomes\":0}}";

  private static PromotionEvidence of(long failures, String... streams)
      throws JsonProcessingException {
    List<JsonNode> details = new ArrayList<>();
    for (int i = 0; i < streams.length; i++) {
      String others = streams[i];
      details.add(
          MAPPER.readTree(
              others.isEmpty()
                  ? "{\"stream\":\"s" + i + "\",\"map\":\"new\"}"
                  : "{\"stream\":\"s"
                      + i
                      + "\",\"shadow\":{\"horizons\":[{\"others\":["
                      + others
                      + "]}]}}"));
    }
    return PromotionEvidence.of(failures, details);
  }

  @Test
  void streamsAreCountedAsBetterWorseOrOpen() throws JsonProcessingException {
    PromotionEvidence evidence = of(0, BETTER, WORSE, LOST, OPEN, NONE, BETTER + "," + WORSE, "");

    assertThat(evidence.streams()).isEqualTo(6);
    assertThat(evidence.better()).isEqualTo(2);
    assertThat(evidence.worse()).isEqualTo(3);
    assertThat(evidence.sentences())
        .containsExactly("s0, better", "s1, worse", "s5, better", "s5, worse");
    assertThat(evidence.promoted()).containsExactly("s6");
    assertThat(evidence.words())
        .isEqualTo("certified better on 2 of 6 streams, certified worse on 3");
  }

  @Test
  void betterOnHalfOfTheStreamsAndWorseOnNoneSuffices() throws JsonProcessingException {
    assertThat(of(0, BETTER, OPEN).suffices()).isTrue();
    assertThat(of(0, BETTER, OPEN, OPEN).suffices()).isFalse();
    assertThat(of(0, BETTER, BETTER, WORSE).suffices()).isFalse();
    assertThat(of(1, BETTER).suffices()).isFalse();
    assertThat(of(0, NONE).suffices()).isFalse();
    assertThat(of(0, NONE).words()).isEqualTo("no stream has scored forecasts of both maps yet");
    assertThat(of(1_500, BETTER).words()).isEqualTo("the map on trial failed on 1,500 records");
  }
}
