package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.StreamNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The streams of an instance: which come first, which are silent, which a request asks for. */
class StreamTableTest {
  private static final Duration SILENT_AFTER = Duration.ofSeconds(10);
  private static final long NOW = Scenario.START;
  private static final Moment MOMENT = new Moment(NOW, SILENT_AFTER, SILENT_AFTER.multipliedBy(60));

  private final StreamTable table = new StreamTable(true, Optional.empty(), StreamNames.NONE);

  private TrackedStream stream(String id, long heardBefore, boolean outside) {
    TrackedStream stream = table.track(0, id, NOW - heardBefore);
    stream.status(outside ? Scenario.outside() : Scenario.healthy());
    return stream;
  }

  private static List<String> ids(List<TrackedStream> streams) {
    return streams.stream().map(TrackedStream::id).toList();
  }

  private List<String> page(StreamOrder order, String after, int limit) {
    StreamChoice any = new StreamChoice(after, "", StreamState.chosen("any"));
    return ids(table.page(order, any, MOMENT, limit));
  }

  @Test
  void alarmsComeFirstThenWhatAppearedFirst() {
    stream("d", 0, false);
    stream("a", 0, false);
    stream("c", 0, true);
    stream("b", 0, true);
    stream("gone", 601_000, true);

    assertThat(ids(table.first(9, MOMENT))).containsExactly("c", "b", "d", "a");
    assertThat(ids(table.first(3, MOMENT))).containsExactly("c", "b", "d");
    assertThat(table.first(0, MOMENT)).isEmpty();
  }

  @Test
  void pagesAreInTheOrderThatIsAskedFor() {
    stream("b", 5_000, false);
    stream("a", 1_000, true);
    stream("c", 9_000, false);
    stream("d", 3_000, true);

    assertThat(page(StreamOrder.ID, "", 9)).containsExactly("a", "b", "c", "d");
    assertThat(page(StreamOrder.AGE, "", 9))
        .as("silent longest")
        .containsExactly("c", "b", "d", "a");
    assertThat(page(StreamOrder.AGE, "", 2)).containsExactly("c", "b");
    assertThat(page(StreamOrder.ATTENTION, "", 9)).startsWith("a", "d");
    assertThat(page(StreamOrder.SEVERITY, "", 2)).containsExactly("a", "d");
    assertThat(page(StreamOrder.ID, "b", 1)).containsExactly("c");
    assertThat(
            ids(
                table.page(
                    StreamOrder.ID,
                    new StreamChoice("", "", Set.of(StreamState.OUTSIDE)),
                    MOMENT,
                    9)))
        .containsExactly("a", "d");
  }

  @Test
  void aPartitionTakesItsOwnStreamsWithIt() {
    table.track(0, "pump-1", NOW);
    table.track(1, "pump-10", NOW);
    assertThat(table.forget(1, "pump-1")).as("of another partition").isZero();
    assertThat(table.find("pump-1")).isPresent();
    TrackedStream moved = table.track(2, "pump-1", NOW);
    table.leave(0);
    assertThat(table.find("pump-1")).as("it had moved").contains(moved);
    table.leave(1);

    assertThat(table.all()).containsExactly(moved);
    table.forget(2, "pump-1");
    assertThat(table.all()).isEmpty();
  }

  @Test
  void streamsThatAPartitionKeptBackAreNotCountedOnceItIsGone() {
    table.forgettingHeld(0, 3);
    table.forgettingHeld(1, 4);
    assertThat(table.forgettingHeld()).isEqualTo(7);
    table.leave(0);

    assertThat(table.forgettingHeld()).isEqualTo(4);
  }

  /** Ten seconds are not silent, ten minutes not yet ended; a millisecond more is. */
  @Test
  void silenceBeginsAndEndsToTheMillisecond() {
    assertThat(MOMENT.silence(NOW - 10_000)).isEqualTo(Silence.NONE);
    assertThat(MOMENT.silence(NOW - 10_001)).isEqualTo(Silence.SILENT);
    assertThat(MOMENT.silence(NOW - 600_000)).isEqualTo(Silence.SILENT);
    assertThat(MOMENT.silence(NOW - 600_001)).isEqualTo(Silence.ENDED);
    assertThat(MOMENT.silence(NOW + 5_000)).isEqualTo(Silence.NONE);
  }

  /** Three lengths of a window after it closed, by the stream's own clock and by silence. */
  @Test
  void aWindowIsOutdatedAfterThreeOfItsLengths() {
    WindowCertificate window = Scenario.certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN);
    long length = (window.extent().to() - window.extent().from()) / 1_000_000;
    long allowed = Math.max(3 * length, SILENT_AFTER.toMillis());
    long to = window.extent().to();

    assertThat(MOMENT.outdated(window, to + 1_000_000 * allowed, NOW)).isFalse();
    assertThat(MOMENT.outdated(window, to + 1_000_000 * (allowed + 1), NOW)).isTrue();
    assertThat(MOMENT.outdated(window, to, NOW - allowed)).isFalse();
    assertThat(MOMENT.outdated(window, to, NOW - allowed - 1)).isTrue();
    assertThat(MOMENT.outdated(window, to + 1_000_000 * (allowed / 2), NOW - allowed / 2 - 2))
        .as("both together")
        .isTrue();
    assertThat(MOMENT.outdated(window, Long.MIN_VALUE, NOW)).as("a clock set back").isFalse();
    assertThat(MOMENT.fleetOutdated(window, NOW - allowed, 1)).isFalse();
    assertThat(MOMENT.fleetOutdated(window, NOW - allowed - 1, 1)).isTrue();
    long pace = 10 * allowed;
    assertThat(MOMENT.fleetOutdated(window, NOW - 3 * pace, pace)).isFalse();
    assertThat(MOMENT.fleetOutdated(window, NOW - 3 * pace - 1, pace)).isTrue();
  }

  @Test
  void aRequestHasWhatItsAddressSays() {
    Request request = Request.of("/api/streams/a%2Fb+c%20d", "n=5&n=6&x=a%26b+c&empty&n2=", null);

    assertThat(request.after("/api/streams/")).contains("a/b+c d");
    assertThat(request.after("/api/streams/a%2Fb+c%20d")).isEmpty();
    assertThat(
            Request.of("/api/streams/x/history", null, "*/*").between("/api/streams/", "/history"))
        .contains("x");
    assertThat(request.number("n", 1, 1, 5)).as("the first of two").isEqualTo(5);
    assertThat(request.number("absent", 7, 1, 5)).isEqualTo(7);
    assertThat(request.text("x")).isEqualTo("a&b c");
    assertThat(request.text("empty")).isEmpty();
    assertThatThrownBy(() -> request.number("n", 1, 1, 4))
        .isInstanceOf(BadRequestException.class)
        .hasMessage("n must be a whole number from 1 to 4");
    assertThatThrownBy(() -> request.number("n", 1, 6, 9)).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> request.number("n2", 1, 0, 9)).isInstanceOf(BadRequestException.class);
    assertThat(request.oneOf("absent", List.of("a", "b"))).isEqualTo("a");
    assertThatThrownBy(() -> request.oneOf("n", List.of("a", "b")))
        .hasMessage("n must be one of a, b");
  }

  @Test
  void aMapThatLeadsInOneModeDoesNotLeadInTheNext() {
    TrackedStream stream = stream("a", 0, false);
    stream.mode(new StreamMode("milling", "milling"));
    stream.shadow(Scenario.outside());
    stream.leads(true);
    stream.mode(new StreamMode("pause", "milling"));
    assertThat(stream.isBySecond()).as("judged by the same maps").isTrue();
    assertThat(stream.shadow()).isPresent();

    stream.mode(new StreamMode("washing", "washing"));

    assertThat(stream.isBySecond()).isFalse();
    assertThat(stream.shadow()).isEmpty();
  }
}
