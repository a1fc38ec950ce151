package io.kahkm.alert;

import static io.kahkm.alert.AlertRules.Verdict.ALERT;
import static io.kahkm.alert.AlertRules.Verdict.NEVER;
import static io.kahkm.alert.AlertRules.Verdict.WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which incidents are alerts, as the rules for Prometheus have it. */
class AlertDecisionTest {
  private static final long NOW = 1_790_000_000_000L;
  private static final long NANOS = 1_000_000;

  private final IncidentBook book = new IncidentBook();
  private final List<String> asked = new ArrayList<>();
  private Optional<ObjectNode> stream = Optional.empty();

  private AlertRules rules(boolean budget) {
    return new AlertRules(
        budget,
        book,
        (path, query) -> {
          asked.add(path);
          return stream;
        },
        () -> java.time.Instant.ofEpochMilli(NOW));
  }

  private void stream(String json) {
    try {
      stream = Optional.of((ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"')));
    } catch (java.io.IOException wrong) {
      throw new java.io.UncheckedIOException(wrong);
    }
  }

  private void shelve(long until) {
    book.add(new IncidentEntry.Shelving("pump/ä b", until * NANOS, "why", "me", (NOW - 5) * NANOS));
  }

  private static IncidentEntry.Happening incident(boolean over, boolean shadow) {
    return AlertQueueTest.incident("pump/ä b", 1_000, 1_000, over, shadow);
  }

  @Test
  void anIncidentThatOpensIsAnAlert() {
    assertThat(rules(false).decide(incident(false, false), true)).isEqualTo(ALERT);
    assertThat(rules(false).decide(incident(true, false), true))
        .as("it was short")
        .isEqualTo(ALERT);
    assertThat(asked).as("nothing has to be known for it").isEmpty();
  }

  @Test
  void thoseOfAMapOnTrialAreNone() {
    assertThat(rules(false).decide(incident(false, true), true)).isEqualTo(NEVER);
  }

  @Test
  void aShelvedStreamWaitsUntilTheShelvingIsOver() {
    shelve(NOW + 1);
    assertThat(rules(false).decide(incident(false, false), true)).isEqualTo(WAIT);
    assertThat(rules(false).decide(incident(true, false), true)).isEqualTo(NEVER);
    stream("{'time':2000,'incident':{'opened':1000}}");

    shelve(NOW - 1);

    assertThat(rules(false).decide(incident(false, false), false)).isEqualTo(ALERT);
    assertThat(asked).containsExactly("/api/streams/pump%2F%C3%A4%20b");
  }

  /** What was not decided when it opened has to last, and to be the stream's present incident. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'time':2000,'incident':{'opened':1000}} | ALERT",
        "{'time':2000,'incident':{'opened':1000.0}} | ALERT",
        "{'time':2000,'incident':{'opened':1000},'alerted':true} | ALERT",
        "{'time':2000,'incident':{'opened':1000},'alerted':false} | WAIT",
        "{'time':2000,'incident':{'opened':1500}} | NEVER",
        "{'time':2000} | NEVER",
        "{'time':900} | WAIT",
        "{'time':900,'incident':{'opened':300}} | WAIT"
      },
      quoteCharacter = '`')
  void withABudgetTheStreamIsAsked(String json, AlertRules.Verdict verdict) {
    stream(json);
    assertThat(rules(true).decide(incident(false, false), true)).isEqualTo(verdict);
    assertThat(rules(false).decide(incident(false, false), false)).isEqualTo(verdict);
    if (verdict != ALERT) {
      assertThat(rules(true).decide(incident(true, false), true)).isEqualTo(NEVER);
    }
  }

  @Test
  void aStreamThatNobodyHoldsNowIsAskedAgain() {
    assertThat(rules(true).decide(incident(false, false), true)).isEqualTo(WAIT);
    assertThat(rules(true).decide(incident(true, false), true)).isEqualTo(NEVER);
  }

  @Test
  void nothingIsDecidedBeforeShelvingsAreKnown() {
    assertThat(new AlertRules(false, book, (a, b) -> stream, InstantSource.system()).ready())
        .isFalse();
  }
}
