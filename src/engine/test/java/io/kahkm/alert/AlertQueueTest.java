package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a channel has to do with incidents, retries and restarts included, by a manual clock. */
class AlertQueueTest {
  private static final long NANOS = 1_000_000;

  private final IncidentBook book = new IncidentBook();
  private long now = 1_790_000_000_000L;
  private final AlertRules rules =
      new AlertRules(
          false, book, (path, query) -> Optional.empty(), () -> Instant.ofEpochMilli(now));
  private AlertQueue queue = AlertQueue.from(AlertNote.at(0));

  /** An incident as its record says it; times in milliseconds. */
  static IncidentEntry.Happening incident(
      String stream, long opened, long updated, boolean over, boolean shadow) {
    String json =
        "{\"kind\":\"incident\",\"incident\":\"%s@%d\",\"stream\":\"%s\",\"opened\":%d,\"updated\":%d%s%s}"
            .formatted(
                stream,
                opened,
                stream,
                opened,
                updated,
                over ? ",\"ended\":" + updated : "",
                shadow ? ",\"role\":\"shadow\"" : "");
    return IncidentRecords.read(json.getBytes(StandardCharsets.UTF_8))
        .orElseThrow()
        .happening()
        .orElseThrow();
  }

  private void take(long offset, String stream, long updated, boolean over) {
    queue.take(offset, incident(stream, 1_000, updated, over, false), now);
    queue.reached(offset + 1);
  }

  private void opens(long offset, String stream) {
    take(offset, stream, 1_000, false);
  }

  private void decide() {
    queue.decide(rules, now);
  }

  private String next() {
    return queue.next(now).map(one -> one.happening().stream()).orElse("none");
  }

  private AlertQueue.Incident due() {
    return queue.next(now).orElseThrow();
  }

  private void restart() {
    queue = AlertQueue.from(AlertNote.of(queue.note().committed()));
  }

  @Test
  void anIncidentIsDeliveredOnceHoweverOftenItIsWritten() {
    opens(0, "a");
    take(1, "a", 2_000, false);
    decide();
    assertThat(next()).isEqualTo("a");
    assertThat(due().happening().json().path("updated").asLong()).isEqualTo(2_000);

    queue.delivered(due());
    take(2, "a", 3_000, false);
    take(3, "a", 4_000, true);
    decide();

    assertThat(next()).isEqualTo("none");
    assertThat(queue.note()).isEqualTo(AlertNote.at(4));
  }

  @Test
  void aRestartRepeatsNothingAndForgetsNothing() {
    opens(0, "a");
    opens(1, "b");
    opens(2, "c");
    decide();
    assertThat(next()).isEqualTo("a");
    queue.delivered(due());
    queue.failed(due(), now);
    assertThat(queue.note())
        .isEqualTo(new AlertNote(3, new TreeSet<>(Set.of(1L, 2L)), new TreeSet<>()));

    restart();
    assertThat(queue.caughtUp()).isFalse();
    opens(1, "b");
    opens(2, "c");
    assertThat(queue.caughtUp()).isTrue();
    decide();

    assertThat(queue.due()).isEqualTo(2);
    queue.delivered(due());
    queue.delivered(due());
    assertThat(next()).isEqualTo("none");
  }

  /** It was an alert when the instance stopped, though it has ended since. */
  @Test
  void anIncidentThatEndedWhileNoServerAnsweredIsDelivered() {
    opens(0, "a");
    decide();
    queue.failed(due(), now);
    take(5, "a", 9_000, true);
    assertThat(queue.note().due()).containsExactly(5L);

    restart();
    take(5, "a", 9_000, true);
    decide();

    assertThat(next()).isEqualTo("a");
  }

  @Test
  void aWaitingIncidentStaysWaitingOverARestartAndEndsSilently() {
    book.add(new IncidentEntry.Shelving("a", (now + 60_000) * NANOS, "why", "me", now * NANOS));
    opens(0, "a");
    decide();
    assertThat(next()).isEqualTo("none");
    assertThat(queue.note().waiting()).containsExactly(0L);

    restart();
    opens(0, "a");
    decide();
    assertThat(next()).isEqualTo("none");
    assertThat(queue.note().waiting()).containsExactly(0L);

    take(1, "a", 2_000, true);
    decide();
    assertThat(queue.note()).isEqualTo(AlertNote.at(2));
  }

  /** Compaction keeps the last record of an incident: it was listed with another offset. */
  @Test
  void aListedRecordThatIsGoneIsFoundInALaterOne() {
    queue = AlertQueue.from(new AlertNote(10, new TreeSet<>(Set.of(4L)), new TreeSet<>()));
    queue.reached(10);
    take(12, "a", 5_000, false);
    decide();
    assertThat(next()).isEqualTo("a");
  }

  @Test
  void whatWasDeliveredByAnotherInstanceIsNotRepeated() {
    queue = AlertQueue.from(AlertNote.at(10));
    take(10, "a", 5_000, false);
    take(11, "a", 6_000, true);
    decide();
    assertThat(next()).isEqualTo("none");
  }

  /** A topic of years says nothing to anybody who switches alerts on today. */
  @Test
  void atFirstOnlyIncidentsThatLastMayBecomeAlerts() {
    queue = AlertQueue.ofEverything(4);
    opens(0, "over");
    take(1, "over", 2_000, true);
    opens(2, "open");
    opens(3, "gone");
    opens(4, "new");
    AlertRules asking =
        new AlertRules(
            false,
            book,
            (path, query) ->
                Optional.of(
                    path.endsWith("/open")
                        ? incident("open", 1_000, 1_000, false, false)
                            .json()
                            .deepCopy()
                            .put("time", 5_000)
                            .set("incident", incident("open", 1_000, 1_000, false, false).json())
                        : incident("x", 1, 1, false, false).json().deepCopy().put("time", 5_000)),
            () -> Instant.ofEpochMilli(now));
    queue.decide(asking, now);

    assertThat(queue.due()).isEqualTo(2);
    assertThat(next()).isEqualTo("open");
    queue.delivered(due());
    assertThat(next()).isEqualTo("new");
    assertThat(queue.note().waiting()).isEmpty();
  }

  @Test
  void aFailedDeliveryIsTriedAgainLaterAndLaterAndThenGivenUp() {
    opens(0, "a");
    decide();
    long first = now;
    long attempts = 0;
    boolean gaveUp = false;
    long longest = 0;
    while (!gaveUp) {
      gaveUp = queue.failed(due(), now);
      attempts++;
      long before = now;
      while (!gaveUp && queue.next(now).isEmpty()) {
        now += 1_000;
      }
      longest = Math.max(longest, now - before);
      if (attempts == 1) {
        assertThat(now - before).isEqualTo(5_000);
      }
    }
    assertThat(longest).isEqualTo(300_000);
    assertThat(Duration.ofMillis(now - first))
        .isBetween(Duration.ofHours(24), Duration.ofHours(25));
    assertThat(attempts).isBetween(280L, 300L);
    assertThat(queue.due()).isZero();
    assertThat(queue.oldest()).isEmpty();
    assertThat(queue.note()).isEqualTo(AlertNote.at(1));
  }

  /** One that the server never takes holds back no other. */
  @Test
  void whatWasNeverTriedComesFirst() {
    opens(0, "a");
    decide();
    queue.failed(due(), now);
    opens(1, "b");
    decide();
    assertThat(next()).isEqualTo("b");
    queue.failed(due(), now);
    assertThat(next()).isEqualTo("none");
    now += 5_000;
    opens(2, "c");
    decide();
    assertThat(next()).isEqualTo("c");
    queue.delivered(due());
    assertThat(next()).isEqualTo("a");
    assertThat(queue.oldest()).hasValue(now - 5_000);
  }

  @Test
  void thoseOfAMapOnTrialAreNotTakenUp() {
    queue.take(0, incident("a", 1_000, 1_000, false, true), now);
    decide();
    assertThat(next()).isEqualTo("none");
  }

  @Test
  void ofTooManyTheOldestAreGivenUp() {
    for (int i = 0; i <= AlertQueue.MOST; i++) {
      opens(i, "s" + i);
      if (i == 0) {
        decide();
      }
    }
    assertThat(queue.takeDropped()).isOne();
    assertThat(queue.takeDropped()).isZero();
    assertThat(queue.note().waiting()).hasSize(AlertQueue.MOST).doesNotContain(0L);
  }

  /** Nobody was to be woken; by the time somebody may be, the incident is over. */
  @Test
  void anIncidentThatEndedWhileItsStreamWasShelvedIsNotSentAfterwards() {
    book.add(new IncidentEntry.Shelving("a", (now + 60_000) * NANOS, "why", "me", now * NANOS));
    opens(0, "a");
    decide();
    now += 120_000;
    AlertRules over =
        new AlertRules(
            false,
            book,
            (path, query) ->
                Optional.of(
                    incident("a", 1_000, 1_000, false, false).json().deepCopy().put("time", 5_000)),
            () -> Instant.ofEpochMilli(now));
    queue.decide(over, now);

    assertThat(next()).isEqualTo("none");
    assertThat(queue.note()).isEqualTo(AlertNote.at(1));
  }
}
