package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.telemetry.meter.Meter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExpositionTest {
  /** Written down a second time on purpose: a renamed meter has to be renamed here too. */
  private static final Set<String> CONTRACT =
      Set.of(
          "transitions_total",
          "rejected_records_total reason",
          "unknown_mode_records_total",
          "fleet_late_units_total",
          "last_record_timestamp_seconds stream",
          "encode_seconds",
          "update_seconds",
          "end_to_end_latency_seconds",
          "streams state",
          "stream_state stream state",
          "stream_silent stream",
          "stream_alerted stream",
          "incident_open stream",
          "incident_info stream incident words",
          "stream_shelved_until_timestamp_seconds stream",
          "incidents_total stream",
          "certificate_streams verdict",
          "streams_silent",
          "streams_forgetting_held",
          "ready",
          "registry_unanswered_seconds",
          "http_refused_requests_total reason",
          "assignment_loss stream",
          "successor_variance stream",
          "certificate_units stream",
          "certificate_lower_bound stream certificate kappa",
          "certificate_upper_bound stream",
          "certificate_upper_bound_capped stream",
          "certificate_cap stream",
          "certificate_best_lower_bound stream",
          "certificate_best_upper_bound stream",
          "certificate_restarts_total cause",
          "certificate_horizon_lower_bound stream horizon",
          "certificate_horizon_upper_bound stream horizon",
          "certificate_horizon_upper_bound_capped stream horizon",
          "certificate_horizon_units stream horizon",
          "certified_horizon stream",
          "certified_horizon_of_two_windows stream",
          "trusted_horizon stream",
          "excluded_horizon stream",
          "certificate_tolerance stream",
          "certificate_delta stream",
          "certificate_verdict stream verdict",
          "certificate_verdict_run stream verdict",
          "certificate_window_end_timestamp_seconds stream",
          "certificate_missing_streams stream",
          "certificate_dependence stream",
          "certificate_plug_in_limit stream kappa",
          "forecast_error stream horizon",
          "forecast_r2 stream horizon",
          "forecast_skill stream horizon",
          "forecast_state_error stream horizon component",
          "forecast_state_skill stream horizon",
          "forecast_linear_skill stream horizon",
          "forecast_rmse stream horizon",
          "forecast_persistence_rmse stream horizon",
          "forecast_half_width stream horizon component",
          "forecast_coverage stream horizon",
          "forecast_expert_share stream horizon expert",
          "forecast_persisting_sensors stream horizon",
          "certified_skill stream horizon reference",
          "observed_skill stream horizon reference",
          "skill_outcomes stream horizon reference",
          "skill_lost stream horizon reference",
          "other_certified_skill stream horizon forecaster",
          "other_observed_skill stream horizon forecaster",
          "other_state_skill stream horizon forecaster",
          "other_scored stream horizon forecaster",
          "other_coverage stream horizon forecaster",
          "trial_certified_skill stream horizon",
          "trial_observed_skill stream horizon",
          "trial_certified_worse stream horizon",
          "forecast_coverage_guarantee stream horizon",
          "simplex_distance stream horizon",
          "quarantined_records stream",
          "http_peer_requests_total outcome",
          "history_failures_total",
          "otlp_pushes_total outcome",
          "otlp_spans_total outcome",
          "alert_deliveries_total channel outcome",
          "alert_oldest_undelivered_seconds channel",
          "closure_spectral_norm stream",
          "closure_spectral_radius stream",
          "novelty stream",
          "novelty_limit stream",
          "novelty_evidence stream",
          "relation stream",
          "relation_limit stream",
          "relation_evidence stream",
          "relation_broken stream",
          "relation_broken_since_timestamp_seconds stream",
          "relation_factor stream component",
          "relation_unwatched_total stream",
          "sensor_evidence stream",
          "sensor_faulty stream",
          "sensor_faulty_since_timestamp_seconds stream",
          "sensor_fault stream component kind",
          "sensor_unwatched_total stream",
          "sensor_waiting stream",
          "alarm_state channel state",
          "outside_map stream",
          "outside_map_since_timestamp_seconds stream",
          "outside_map_ratio stream",
          "novelty_share stream component",
          "incomplete_states_total stream",
          "held_values_total stream",
          "warm_up_states_total stream",
          "closure_rollbacks_total stream",
          "uniform_fallback_total stream",
          "observation stream component",
          "forecast stream horizon component",
          "forecast_due stream component horizon",
          "forecast_due_half_width stream component horizon",
          "tag_cells_closed_total closing",
          "tag_values_total tag outcome",
          "unknown_tag_values_total tag",
          "open_cell_age_seconds",
          "map_info map classes omega role",
          "role_records_total role",
          "role_outside_records_total role",
          "shadow_failures_total",
          "promotions_total",
          "promoted stream",
          "role_outside_map stream role",
          "role_outside_map_ratio stream role",
          "role_incidents stream role",
          "role_forecast_state_skill stream role horizon",
          "role_certificate_verdict stream role verdict",
          "build_info version revision kernels");

  @Test
  void writesASmallFleetAsRecorded() throws IOException {
    // What the encoder runs on depends on the machine.
    String exposition =
        Scenario.scrape(Scenario.fleet()).replaceAll("kernels=\"[^\"]*\"", "kernels=\"scalar\"");

    Path recorded = Path.of("src/engine/test/resources/telemetry/exposition.txt");
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.writeString(recorded, exposition);
    }

    assertThat(exposition).isEqualTo(Files.readString(recorded));
  }

  @Test
  void declaresExactlyTheMetersAndLabelsOfTheContract() {
    Set<String> declared =
        MeterNames.all().stream()
            .map(m -> (m.name() + " " + String.join(" ", m.labels())).trim())
            .map(line -> line.substring("kahkm_".length()))
            .collect(Collectors.toSet());

    assertThat(declared).isEqualTo(CONTRACT);
  }

  @Test
  void exposesEveryMeterOnceAFleetRunsAndNothingElse() {
    List<String> typed =
        Scenario.lines(Scenario.scrape(Scenario.fleet()))
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ")[2])
            .toList();

    assertThat(typed)
        .containsExactlyInAnyOrderElementsOf(MeterNames.all().stream().map(Meter::name).toList());
  }

  @Test
  void leavesOutWhatIsNotKnownInsteadOfWritingNotANumber() {
    EngineTelemetry telemetry = Scenario.fleet();

    assertThat(Scenario.samples(telemetry, "kahkm_forecast_r2{"))
        .allMatch(line -> line.contains("horizon=\"1\""))
        .hasSize(2);
    assertThat(Scenario.samples(telemetry, "kahkm_certificate_"))
        .isNotEmpty()
        .filteredOn(line -> !line.contains("cause=") && !line.contains("_streams{verdict"))
        .allMatch(line -> line.contains("stream=\"pump-1\"") || line.contains("stream=\"fleet\""));
    assertThat(Scenario.scrape(telemetry)).doesNotContain("NaN");
  }

  @Test
  void showsEveryVerdictOfAStreamAsZeroOrOne() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.EXCLUDED));

    assertThat(Scenario.samples(telemetry, "kahkm_certificate_verdict{"))
        .containsExactlyInAnyOrder(
            "kahkm_certificate_verdict{stream=\"a\",verdict=\"EXCLUDED\"} 1.0",
            "kahkm_certificate_verdict{stream=\"a\",verdict=\"ATTAINABLE\"} 0.0",
            "kahkm_certificate_verdict{stream=\"a\",verdict=\"UNDECIDED\"} 0.0",
            "kahkm_certificate_verdict{stream=\"a\",verdict=\"SUSPECT\"} 0.0",
            "kahkm_certificate_verdict{stream=\"a\",verdict=\"OUT_OF_MAP\"} 0.0");
    assertThat(Scenario.samples(telemetry, "kahkm_certificate_verdict_run{"))
        .contains("kahkm_certificate_verdict_run{stream=\"a\",verdict=\"EXCLUDED\"} 2.0");
  }
}
