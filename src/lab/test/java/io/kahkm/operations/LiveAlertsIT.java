package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.operations.DashboardQueries.Topic;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a running demo, and a real Alertmanager hears of its scheduled fault.
 * The committed rules and dashboards are used; only times are shortened, by shorten.sed.
 */
@Tag("full")
class LiveAlertsIT {
  private static final String FAULTY = "sensor-03";
  private static final String PLANTED = "sum(kahkm_streams{state=\"outsid\"})";

  /** What this demo declares and its fault brings. */
  private static final Set<Topic> PRESENT =
      EnumSet.of(
          Topic.CERTIFICATES,
          Topic.HORIZONS,
          Topic.CAP,
          Topic.INTERVALS,
          Topic.OUTSIDE,
          Topic.INCIDENT,
          Topic.ALERT);

  @TempDir private Path directory;

  @Test
  void everyQueryReturnsRowsAndTheFaultIsAnAlertUntilItEnds() throws Exception {
    try (LivePrometheus live = LivePrometheus.start(directory, topology().toString())) {
      live.await("alert", () -> live.alerts().contains("KahkmOutsideMap/" + FAULTY));
      // While the alert lasts: it is a row of some queries itself.
      DashboardQueries queries = DashboardQueries.all().withRecordings();
      live.awaitNone("rows of every query", () -> queries.empty(live, PRESENT));
      assertThat(queries.with(PLANTED).empty(live, PRESENT)).containsExactly("planted: " + PLANTED);
      live.await("end of the alert", () -> !live.alerts().contains("KahkmOutsideMap/" + FAULTY));
    }
  }

  private Path topology() throws IOException {
    String topology =
        ProjectFiles.text("topologies/vanderpol.yaml")
            .replaceAll("streams: 6", "streams: 3")
            .replaceAll("rate: 500", "rate: 100")
            .replaceAll("step: 2ms", "step: 10ms")
            .replaceAll("units: 200", "units: 30")
            .replaceAll("every: 10,", "every: 10, interval: 0.9,")
            .replace("  horizons: [1, 10, 50]\n", "  horizons: [1, 5]\n")
            .replaceAll("from: \\w+, to: \\w+", "from: 20s, to: 60s");
    assertThat(topology)
        .contains(
            "stream: " + FAULTY,
            "rate: 100",
            "to: 60s",
            "interval: 0.9",
            "cap: 2",
            "horizons: [1, 5]");
    Path file = directory.resolve("topology.yaml");
    Files.writeString(file, topology);
    return file;
  }
}
