package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.telemetry.condition.Claim;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.meter.StreamLabel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EngineTelemetryTest {
  private final Scenario.StandingClock clock = new Scenario.StandingClock();

  private static List<String> streamsWithSeries(EngineTelemetry telemetry) {
    return Scenario.samples(telemetry, "kahkm_novelty{").stream()
        .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
        .toList();
  }

  @Test
  void givesSeriesToTheFirstStreamsOnly() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    for (String stream : List.of("c", "b", "a")) {
      telemetry.status(0, stream, Scenario.healthy());
    }

    assertThat(streamsWithSeries(telemetry)).containsExactly("b", "c");
    assertThat(telemetry.statuses()).containsOnlyKeys("a", "b", "c");
  }

  @Test
  void letsStreamsInAlarmTakeThePlaceOfHealthyOnesWhileTheAlarmLasts() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    for (String stream : List.of("a", "b", "c", "d")) {
      telemetry.status(0, stream, Scenario.healthy());
    }

    telemetry.status(0, "d", Scenario.withVerdict(Verdict.EXCLUDED));
    assertThat(streamsWithSeries(telemetry)).containsExactly("a", "d");
    telemetry.status(0, "c", Scenario.outside());
    assertThat(streamsWithSeries(telemetry)).containsExactly("c", "d");
    telemetry.status(0, "c", Scenario.healthy());
    telemetry.status(0, "d", Scenario.withVerdict(Verdict.UNDECIDED));
    assertThat(streamsWithSeries(telemetry)).containsExactly("a", "b");
  }

  @Test
  void showsTheFleetsCertificateUntilItsTaskLeavesAndCountsLateUnits() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    assertThat(Scenario.scrape(telemetry)).doesNotContain("stream=\"fleet\"");

    telemetry.fleetJoined(
        Scenario.withVerdict(Verdict.EXCLUDED).certificates().last().orElseThrow(), 3);
    assertThat(Scenario.scrape(telemetry)).contains("verdict_run{stream=\"fleet\"");
    telemetry.fleetLeft();

    telemetry.fleetClosed(
        Scenario.withVerdict(Verdict.EXCLUDED).certificates().last().orElseThrow(), 3);
    telemetry.lateUnit("a");
    telemetry.lateUnit("b");

    String run = "kahkm_certificate_verdict_run{stream=\"fleet\",verdict=\"EXCLUDED\"}";
    assertThat(Scenario.samples(telemetry, run)).containsExactly(run + " 3.0");
    String missing = "kahkm_certificate_missing_streams{stream=\"fleet\"}";
    assertThat(Scenario.samples(telemetry, missing)).containsExactly(missing + " 0.0");
    assertThat(Scenario.samples(telemetry, "kahkm_fleet_late_units_total"))
        .containsExactly("kahkm_fleet_late_units_total 2.0");

    telemetry.fleetLeft();
    assertThat(Scenario.scrape(telemetry)).doesNotContain("stream=\"fleet\"");
  }

  /** What is said of the present; how often runs began anew is a count, and no claim. */
  private static List<String> claims(EngineTelemetry telemetry) {
    return Scenario.samples(telemetry, "kahkm_certificate_").stream()
        .filter(sample -> !sample.startsWith("kahkm_certificate_restarts_total"))
        .filter(sample -> !sample.startsWith("kahkm_certificate_streams"))
        .toList();
  }

  /** The scenario's window took 9.5 s, three of which are less than the 30 s of silence. */
  @Test
  void showsNoVerdictOfASilentStreamAsPresentThatIsTooOld() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.EXCLUDED));
    clock.forward(Duration.ofMillis(29_700));
    assertThat(verdicts(telemetry))
        .containsExactly("kahkm_certificate_streams{verdict=\"EXCLUDED\"} 1.0");
    assertThat(claims(telemetry)).isNotEmpty();
    assertThat(telemetry.statuses().get("a").certificates().verdictRun()).isEqualTo(2);

    clock.forward(Duration.ofMillis(100));
    assertThat(verdicts(telemetry))
        .containsExactly("kahkm_certificate_streams{verdict=\"NONE\"} 1.0");
    assertThat(claims(telemetry)).isEmpty();
    assertThat(telemetry.statuses().get("a").certificates().last()).isEmpty();
    assertThat(Scenario.samples(telemetry, "kahkm_novelty{")).hasSize(1);
  }

  @Test
  void showsNoVerdictOfAStreamAsPresentThatGoesOnWithoutClosingWindows() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    telemetry.status(0, "a", Scenario.healthyAfter(Duration.ofSeconds(29)));
    assertThat(verdicts(telemetry))
        .containsExactly("kahkm_certificate_streams{verdict=\"ATTAINABLE\"} 1.0");

    telemetry.status(0, "a", Scenario.healthyAfter(Duration.ofSeconds(30)));
    assertThat(verdicts(telemetry))
        .containsExactly("kahkm_certificate_streams{verdict=\"NONE\"} 1.0");
    assertThat(claims(telemetry)).isEmpty();
    Condition outdated = Condition.of(Scenario.healthy(), Silence.NONE, true, true);
    assertThat(outdated).isEqualTo(new Condition(StreamState.NORMAL, Optional.of(Claim.OUTDATED)));
    assertThat(outdated.alarm()).isFalse();
    assertThat(Condition.of(Scenario.healthy(), Silence.SILENT, true, true).state())
        .isEqualTo(StreamState.SILENT);
    assertThat(Condition.of(Scenario.outside(), Silence.NONE, true, true).state())
        .isEqualTo(StreamState.OUTSIDE);
  }

  @Test
  void showsTheFleetsVerdictForThreeOfItsWindowsAndForThreeTimesItsPace() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    telemetry.fleetClosed(
        Scenario.withVerdict(Verdict.EXCLUDED).certificates().last().orElseThrow(), 3);
    clock.forward(Duration.ofSeconds(30));
    assertThat(telemetry.fleet().present()).isPresent();
    clock.forward(Duration.ofSeconds(10));
    assertThat(telemetry.fleet().present()).isEmpty();
    assertThat(telemetry.fleet().outdated()).isTrue();
    assertThat(Scenario.scrape(telemetry)).doesNotContain("stream=\"fleet\"");

    // Windows of 9.5 s that follow each other every 40 s, as in a slow replay.
    telemetry.fleetClosed(
        Scenario.withVerdict(Verdict.EXCLUDED).certificates().last().orElseThrow(), 4);
    clock.forward(Duration.ofMinutes(2));
    assertThat(telemetry.fleet().present()).isPresent();
    clock.forward(Duration.ofSeconds(1));
    assertThat(telemetry.fleet().present()).isEmpty();
  }

  /** The verdicts that any stream has. */
  private static List<String> verdicts(EngineTelemetry telemetry) {
    return Scenario.samples(telemetry, "kahkm_certificate_streams{").stream()
        .filter(line -> !line.endsWith(" 0.0"))
        .toList();
  }

  @Test
  void countsSuspectAndOutOfMapAsAlarmsButNotUndecided() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 8, clock);
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.UNDECIDED));
    telemetry.status(0, "b", Scenario.withVerdict(Verdict.SUSPECT));
    telemetry.status(0, "c", Scenario.withVerdict(Verdict.OUT_OF_MAP));

    assertThat(streamsWithSeries(telemetry)).containsExactly("b", "c");
  }

  @Test
  void showsNoStreamWhenTheLimitIsZeroButStillCountsThem() {
    EngineTelemetry telemetry = Scenario.telemetry(0, 8, clock);
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.EXCLUDED));

    assertThat(Scenario.scrape(telemetry)).doesNotContain("stream=");
    assertThat(Scenario.samples(telemetry, "kahkm_certificate_streams{verdict=\"EXCLUDED\"}"))
        .containsExactly("kahkm_certificate_streams{verdict=\"EXCLUDED\"} 1.0");
  }

  @Test
  void givesSeriesToTheFirstComponentsOnly() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 1, clock);
    telemetry.status(0, "a", Scenario.healthy());

    assertThat(Scenario.scrape(telemetry)).contains("component=\"q\"").doesNotContain("\"p\"");
  }

  @Test
  void namesTheSensorsOfAnAlarmWhateverTheirIndex() {
    EngineTelemetry telemetry = Scenario.telemetry(2, 0, clock);
    telemetry.status(0, "a", Scenario.outside());

    assertThat(Scenario.samples(telemetry, "kahkm_novelty_share{")).hasSize(2);
    assertThat(Scenario.samples(telemetry, "kahkm_observation{")).hasSize(2);
    telemetry.status(0, "a", Scenario.healthy());
    assertThat(Scenario.samples(telemetry, "kahkm_observation{")).isEmpty();
  }

  @Test
  void countsEveryStreamByVerdict() {
    EngineTelemetry telemetry = Scenario.telemetry(1, 8, clock);
    telemetry.status(0, "a", Scenario.healthy());
    telemetry.status(1, "b", Scenario.healthy());
    telemetry.status(1, "c", Scenario.withVerdict(Verdict.EXCLUDED));
    telemetry.status(1, "d", Scenario.withoutWindow());

    assertThat(Scenario.samples(telemetry, "kahkm_certificate_streams{"))
        .containsExactlyInAnyOrder(
            "kahkm_certificate_streams{verdict=\"ATTAINABLE\"} 2.0",
            "kahkm_certificate_streams{verdict=\"EXCLUDED\"} 1.0",
            "kahkm_certificate_streams{verdict=\"NONE\"} 1.0",
            "kahkm_certificate_streams{verdict=\"OUT_OF_MAP\"} 0.0",
            "kahkm_certificate_streams{verdict=\"SUSPECT\"} 0.0",
            "kahkm_certificate_streams{verdict=\"UNDECIDED\"} 0.0");
  }

  @Test
  void countsEveryStreamByItsState() {
    EngineTelemetry telemetry = Scenario.telemetry(4, 8, clock);
    telemetry.accepted(0, "new", AssessmentFixture.start(), Scenario.START);
    telemetry.status(0, "fine", Scenario.healthy());
    telemetry.status(0, "far", Scenario.outside());
    telemetry.status(1, "excluded", Scenario.withVerdict(Verdict.EXCLUDED));

    assertThat(Scenario.samples(telemetry, "kahkm_streams{"))
        .containsExactlyInAnyOrder(
            "kahkm_streams{state=\"broken\"} 0.0",
            "kahkm_streams{state=\"ended\"} 0.0",
            "kahkm_streams{state=\"faulty\"} 0.0",
            "kahkm_streams{state=\"learning\"} 1.0",
            "kahkm_streams{state=\"no-limit\"} 0.0",
            "kahkm_streams{state=\"off\"} 0.0",
            "kahkm_streams{state=\"on\"} 2.0",
            "kahkm_streams{state=\"outside\"} 1.0",
            "kahkm_streams{state=\"silent\"} 0.0");
    assertThat(Scenario.samples(telemetry, "kahkm_stream_state{state=\"outside\""))
        .contains(
            "kahkm_stream_state{state=\"outside\",stream=\"far\"} 1.0",
            "kahkm_stream_state{state=\"outside\",stream=\"fine\"} 0.0");

    clock.forward(Duration.ofMinutes(1));
    assertThat(Scenario.samples(telemetry, "kahkm_streams{"))
        .contains(
            "kahkm_streams{state=\"outside\"} 1.0",
            "kahkm_streams{state=\"silent\"} 3.0",
            "kahkm_streams{state=\"on\"} 0.0");
  }

  @Test
  void aStreamWithoutCertificatesIsOnTheMapAndClaimsNothing() {
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(2, 8, Duration.ofSeconds(30), Duration.ofMinutes(30)),
            ServedMaps.of(Scenario.MAP, Optional.empty()),
            Optional.empty(),
            clock);
    telemetry.status(0, "a", Scenario.withoutWindow());

    assertThat(telemetry.streams().find("a").orElseThrow().condition(telemetry.moment()))
        .isEqualTo(new Condition(StreamState.NORMAL, Optional.empty()));
    assertThat(Scenario.scrape(telemetry)).doesNotContain("kahkm_certificate_streams");
  }

  @Test
  void forgetsTheStreamsOfAPartitionThatLeft() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "stays", Scenario.healthy());
    telemetry.status(1, "goes", Scenario.healthy());
    telemetry.accepted(1, "goes", AssessmentFixture.transition(), Scenario.START);

    telemetry.left(1);

    assertThat(Scenario.scrape(telemetry))
        .doesNotContain("goes")
        .contains("stays")
        .contains("kahkm_transitions_total 1.0");
    assertThat(telemetry.statuses()).containsOnlyKeys("stays");
  }

  @Test
  void showsAStreamAgainThatComesBack() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(1, "a", Scenario.healthy());
    telemetry.left(1);
    telemetry.joined(1);
    telemetry.status(1, "a", Scenario.healthy());

    assertThat(streamsWithSeries(telemetry)).containsExactly("a");
  }

  @Test
  void writesAnIdThatIsOnTwoPartitionsOnce() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "a", Scenario.healthy());
    telemetry.status(1, "a", Scenario.outside());

    assertThat(streamsWithSeries(telemetry)).containsExactly("a");
    assertThat(Scenario.samples(telemetry, "kahkm_outside_map{"))
        .containsExactly("kahkm_outside_map{stream=\"a\"} 1.0");
  }

  @Test
  void countsAStreamAsSilentByTheWallClockUntilItsNextRecord() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.accepted(0, "a", AssessmentFixture.start(), 5);
    telemetry.accepted(0, "b", AssessmentFixture.start(), 5);

    clock.forward(Duration.ofSeconds(30));
    assertThat(Scenario.samples(telemetry, "kahkm_streams_silent "))
        .containsExactly("kahkm_streams_silent 0.0");
    clock.forward(Duration.ofSeconds(1));
    telemetry.accepted(0, "b", AssessmentFixture.start(), 6);
    assertThat(Scenario.samples(telemetry, "kahkm_streams_silent "))
        .containsExactly("kahkm_streams_silent 1.0");
  }

  @Test
  void startsEveryReasonAtZero() {
    EngineTelemetry telemetry = Scenario.telemetry();

    telemetry.rejected(0, RejectCause.of(RejectReason.DUPLICATE));

    assertThat(Scenario.samples(telemetry, "kahkm_rejected_records_total"))
        .hasSize(MeterNames.REJECT_REASONS.size())
        .contains("kahkm_rejected_records_total{reason=\"duplicate\"} 1.0")
        .contains("kahkm_rejected_records_total{reason=\"too-large\"} 0.0");
  }

  @Test
  void knowsEveryReasonOfTheRejectsTopic() {
    assertThat(MeterNames.REJECT_REASONS)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(RejectReason.values()).map(RejectReason::label).toList());
  }

  @Test
  void countsCompletedTransitionsNotRecords() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.accepted(0, "a", AssessmentFixture.start(), Scenario.START);
    telemetry.accepted(0, "a", AssessmentFixture.transition(), Scenario.START);

    assertThat(Scenario.samples(telemetry, "kahkm_transitions_total"))
        .containsExactly("kahkm_transitions_total 1.0");
  }

  @Test
  void takesAClockThatIsBehindTheBrokerAsNoLatency() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.accepted(0, "a", AssessmentFixture.start(), Scenario.START + 1000);
    telemetry.accepted(0, "a", AssessmentFixture.start(), Scenario.START - 2000);

    assertThat(Scenario.samples(telemetry, "kahkm_end_to_end_latency_seconds_"))
        .contains("kahkm_end_to_end_latency_seconds_sum 2.0")
        .contains("kahkm_end_to_end_latency_seconds_bucket{le=\"0.005\"} 1")
        .contains("kahkm_end_to_end_latency_seconds_count 2");
  }

  @Test
  void takesARecordWithoutTimestampWithoutInventingOne() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.accepted(0, "a", AssessmentFixture.start(), -1);

    assertThat(Scenario.samples(telemetry, "kahkm_last_record_timestamp_seconds")).isEmpty();
    assertThat(Scenario.samples(telemetry, "kahkm_end_to_end_latency_seconds_count"))
        .containsExactly("kahkm_end_to_end_latency_seconds_count 0");
  }

  @Test
  void timesTheStagesOfSeveralThreads() throws InterruptedException {
    EngineTelemetry telemetry = Scenario.telemetry();
    int threads = 4;
    int steps = 1000;
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                for (int step = 0; step < steps; step++) {
                  telemetry.encoding();
                  telemetry.encoded();
                  telemetry.updated();
                }
              });
      worker.start();
      workers.add(worker);
    }
    start.countDown();
    for (Thread worker : workers) {
      worker.join();
    }

    assertThat(Scenario.samples(telemetry, "kahkm_encode_seconds_count"))
        .containsExactly("kahkm_encode_seconds_count 4000");
    assertThat(Scenario.samples(telemetry, "kahkm_update_seconds_count"))
        .containsExactly("kahkm_update_seconds_count 4000");
  }

  @Test
  void escapesHostileIdsAndKeepsOneLinePerSeries() {
    EngineTelemetry telemetry = Scenario.telemetry();
    List<String> hostile =
        List.of("", "a\"b", "back\\slash", "two\nlines", "a\",x=\"1", "ü\u0000\r\t", "{}#", "❄️");
    hostile.forEach(stream -> telemetry.status(0, stream, Scenario.healthy()));

    assertThat(Scenario.samples(telemetry, "kahkm_novelty{"))
        .hasSize(hostile.size())
        .contains("kahkm_novelty{stream=\"a\\\"b\"} 0.125")
        .contains("kahkm_novelty{stream=\"back\\\\slash\"} 0.125")
        .contains("kahkm_novelty{stream=\"two\\nlines\"} 0.125")
        .contains("kahkm_novelty{stream=\"a\\\",x=\\\"1\"} 0.125")
        .allMatch(line -> line.endsWith("\"} 0.125"));
  }

  @Test
  void shortensLongIdsWithoutMixingThemUp() {
    EngineTelemetry telemetry = Scenario.telemetry();
    String longId = "x".repeat(100_000);
    telemetry.status(0, longId + "1", Scenario.healthy());
    telemetry.status(0, longId + "2", Scenario.healthy());
    telemetry.status(0, StreamLabel.of(longId + "1"), Scenario.healthy());

    List<String> labels = streamsWithSeries(telemetry);
    assertThat(labels).hasSize(2).doesNotHaveDuplicates();
    assertThat(labels).allMatch(label -> label.length() <= StreamLabel.LONGEST);
  }

  @Test
  void aMachineThatIsSilentForAnHourHasEndedAndAlarmsNobody() {
    Scenario.StandingClock clock = new Scenario.StandingClock();
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "engine-1", Scenario.outside());
    telemetry.status(0, "engine-2", Scenario.healthy());
    TrackedStream engine = telemetry.streams().find("engine-1").orElseThrow();

    // Silence counts from half a minute here.
    clock.forward(Duration.ofMinutes(30));
    assertThat(engine.condition(telemetry.moment()).state()).isEqualTo(StreamState.OUTSIDE);
    assertThat(Scenario.samples(telemetry, "kahkm_streams_silent"))
        .containsExactly("kahkm_streams_silent 2.0");
    assertThat(Scenario.samples(telemetry, "kahkm_outside_map{")).hasSize(2);

    clock.forward(Duration.ofSeconds(1));
    assertThat(engine.condition(telemetry.moment()).state()).isEqualTo(StreamState.ENDED);
    assertThat(engine.inAlarm(telemetry.moment())).isFalse();
    assertThat(Scenario.samples(telemetry, "kahkm_streams_silent"))
        .containsExactly("kahkm_streams_silent 0.0");
    assertThat(Scenario.samples(telemetry, "kahkm_streams{state=\"ended\""))
        .containsExactly("kahkm_streams{state=\"ended\"} 2.0");
    assertThat(Scenario.samples(telemetry, "kahkm_outside_map{")).isEmpty();
    assertThat(Scenario.samples(telemetry, "kahkm_stream_state{")).isEmpty();

    // One that speaks again is there again.
    telemetry.accepted(0, "engine-1", AssessmentFixture.transition(), clock.millis());
    assertThat(engine.condition(telemetry.moment()).state()).isEqualTo(StreamState.OUTSIDE);
  }
}
