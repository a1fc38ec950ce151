package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RejectLogTest {
  private static final RejectCause FLOW =
      new RejectCause(RejectReason.MISSING_FIELD, Optional.of("flow_m3h"));

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final RejectLog rejects = new RejectLog(clock);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(RejectLog.class);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
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

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
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
