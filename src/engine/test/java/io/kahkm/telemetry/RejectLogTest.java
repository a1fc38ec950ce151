package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.testing.CapturedLog;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RejectLogTest {
  private static final RejectCause FLOW =
      new RejectCause(RejectReason.MISSING_FIELD, Optional.of("flow_m3h"));

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final RejectLog rejects = new RejectLog(clock);
  private final CapturedLog log = new CapturedLog(RejectLog.class.getName());

  @AfterEach
  void stopListening() {
    log.close();
  }

  @Test
  void theFirstIsSaidAtOnceAndTheOthersOnceAMinuteWithTheirField() {
    for (int i = 0; i < 5; i++) {
      rejects.rejected(FLOW);
      clock.forward(Duration.ofSeconds(10));
    }
    rejects.rejected(RejectCause.of(RejectReason.DUPLICATE));
    clock.forward(Duration.ofSeconds(10));
    rejects.rejected(FLOW);

    assertThat(log.lines())
        .containsExactly(
            "Records rejected; their original bytes are on the dead-letter topic: 1 missing-field"
                + " (flow_m3h)",
            "Records rejected; their original bytes are on the dead-letter topic: 1 duplicate,"
                + " 5 missing-field (flow_m3h)");
  }

  @Test
  void thePageGetsEveryCauseWithItsField() {
    rejects.rejected(RejectCause.of(RejectReason.DUPLICATE));
    rejects.rejected(FLOW);
    clock.forward(Duration.ofSeconds(1));
    rejects.rejected(FLOW);

    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    rejects.write(json);

    assertThat(json.toString())
        .isEqualTo(
            "[{\"reason\":\"duplicate\",\"records\":1,\"last\":1700000000000},"
                + "{\"reason\":\"missing-field\",\"field\":\"flow_m3h\",\"records\":2,"
                + "\"last\":1700000001000}]");
  }
}
