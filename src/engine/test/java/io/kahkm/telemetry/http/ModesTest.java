package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.telemetry.history.StreamHistory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is shown of a machine with several modes: the maps of the mode that it is in. */
class ModesTest {
  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineTelemetry telemetry = Scenario.withModes(clock);

  private TrackedStream stream() {
    return telemetry.streams().all().iterator().next();
  }

  private ObjectNode detail() {
    return StreamJson.detail(stream(), telemetry.map(stream()), telemetry.moment());
  }

  @Test
  void aStreamIsShownByTheMapOfItsMode() {
    telemetry.mode(0, "a", "A", "A");
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.ATTAINABLE));
    telemetry.shadowStatus(0, "a", Scenario.healthy());
    assertThat(detail().path("mode").textValue()).isEqualTo("A");
    assertThat(detail().has("modeUnknown")).isFalse();
    assertThat(detail().path("modeMap").path("fingerprint").textValue()).startsWith("abab");
    assertThat(detail().has("shadow")).isTrue();

    telemetry.mode(0, "a", "B", "B");
    ObjectNode json = detail();
    assertThat(json.path("mode").textValue()).isEqualTo("B");
    assertThat(json.path("modeMap").path("fingerprint").textValue()).startsWith("efef");
    assertThat(json.path("modeMap").path("usual").path(0).path(0).doubleValue()).isEqualTo(40);
    assertThat(json.path("modeMap").path("noveltyAlarm").textValue()).isEqualTo("off");
    // What the map on trial of the mode before said is not said of this one.
    assertThat(json.has("shadow")).isFalse();
    assertThat(json.has("map")).isFalse();
  }

  @Test
  void aPromotedMapIsThatOfItsModeOnly() {
    telemetry.mode(0, "a", "A", "A");
    telemetry.leads(0, "a", true);
    assertThat(telemetry.map(stream()).fingerprint()).startsWith("cdcd");
    assertThat(detail().path("map").path("fingerprint").textValue()).startsWith("cdcd");

    telemetry.mode(0, "a", "B", "B");
    telemetry.leads(0, "a", false);
    assertThat(telemetry.map(stream()).fingerprint()).startsWith("efef");
    assertThat(detail().has("map")).isFalse();
  }

  @Test
  void aModeWithoutAModelIsNamedAndCounted() {
    telemetry.mode(0, "a", "washing", "B");
    telemetry.status(0, "a", Scenario.off());
    telemetry.unknownMode(0, "a");
    ObjectNode json = detail();

    assertThat(json.path("mode").textValue()).isEqualTo("washing");
    assertThat(json.path("modeUnknown").booleanValue()).isTrue();
    assertThat(json.path("condition").textValue()).isEqualTo("off");
    assertThat(json.path("alarm").booleanValue()).isFalse();
    assertThat(telemetry.registry().scrape()).contains("kahkm_unknown_mode_records_total 1.0");
  }

  /** A change of mode starts what rests on the map again, and keeps the readings of before. */
  @Test
  void theHistoryOfAMapEndsWithItsMode() {
    telemetry.mode(0, "a", "A", "A");
    telemetry.accepted(0, "a", Scenario.reading(), clock.millis());
    Optional<StreamHistory> before = stream().history();
    telemetry.mode(0, "a", "A", "A");
    assertThat(stream().history()).isEqualTo(before);

    telemetry.mode(0, "a", "B", "B");
    assertThat(stream().history()).isPresent().isNotEqualTo(before);
    assertThat(stream().history().orElseThrow().past()).isSameAs(before.orElseThrow().past());
  }

  /** Every map is named once; a channel that is off in one mode is not said to be on. */
  @Test
  void theMetersNameEveryMap() {
    String scraped = telemetry.registry().scrape();

    assertThat(scraped)
        .containsPattern("kahkm_map_info\\{[^}]*abab[^}]*role=\"main\"")
        .containsPattern("kahkm_map_info\\{[^}]*efef[^}]*role=\"main\"")
        .containsPattern("kahkm_map_info\\{[^}]*cdcd[^}]*role=\"shadow\"")
        .contains("kahkm_alarm_state{channel=\"novelty\",state=\"off\"} 1")
        .contains("kahkm_alarm_state{channel=\"relations\",state=\"provisional\"} 1")
        .contains("kahkm_unknown_mode_records_total 0.0");
  }
}
