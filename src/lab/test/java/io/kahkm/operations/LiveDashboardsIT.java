package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.operations.DashboardQueries.Topic;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the dashboards show of a recording of one's own, replayed without certificates: a real
 * Prometheus answers every query, and nothing is green while all machines are outside of the map.
 */
@Tag("full")
class LiveDashboardsIT {
  private static final List<String> MACHINES = List.of("press-1", "press-2");
  private static final int FITTED = 2000;
  private static final int SOUND = 1500;

  /** At a hundred rows a second for two machines this outlasts the test. */
  private static final int REPLAYED = 40_000;

  private static final String PLANTED = "max(kahkm_novelty{stream=\"press-3\"})";
  private static final Path FLEET = Path.of("grafana/dashboards/fleet.json");

  @TempDir private Path directory;

  private final Random random = new Random(11);

  /** Rows of two machines whose flow follows their pressure; wrong ones follow something else. */
  private void recording(Path file, int rows, int wrongFrom, Set<String> wrong) throws IOException {
    Instant start = Instant.parse("2026-03-02T06:00:00Z");
    List<String> lines = new ArrayList<>(List.of("time,machine,pressure_bar,flow_lpm,temp_C"));
    double[] load = new double[MACHINES.size()];
    for (int t = 0; t < rows; t++) {
      for (int m = 0; m < MACHINES.size(); m++) {
        load[m] = 0.9 * load[m] + 0.4 * random.nextGaussian();
        boolean fault = t >= wrongFrom && wrong.contains(MACHINES.get(m));
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%s,%.4f,%.4f,%.4f",
                start.plusSeconds(t),
                MACHINES.get(m),
                5 + load[m] + 0.02 * random.nextGaussian(),
                (fault ? 90 : 30) + 4 * load[m] + 0.1 * random.nextGaussian(),
                60 + 2 * load[m] + 0.05 * random.nextGaussian()));
      }
    }
    Files.write(file, lines);
  }

  /** A plant of one's own: drafted and fitted by the commands a person would use. */
  private Path plant() throws IOException, InterruptedException {
    Path normal = directory.resolve("press.csv");
    Path plant = directory.resolve("press.yaml");
    recording(normal, FITTED, FITTED, Set.of());
    LivePrometheus.kahkm(directory, "init", normal.toString(), "--output", plant.toString());
    fit(plant, 8, "press.safetensors");
    return plant;
  }

  private void fit(Path plant, int classes, String model) throws IOException, InterruptedException {
    LivePrometheus.kahkm(
        directory,
        "fit",
        plant.toString(),
        "--input",
        directory.resolve("press.csv").toString(),
        "--stream",
        "machine",
        "--classes",
        Integer.toString(classes),
        "--output",
        directory.resolve(model).toString());
  }

  @Test
  void everyQueryReturnsRowsForARecordingOfOnesOwnWithoutCertificates() throws Exception {
    LivePrometheus.require();
    Path plant = plant();
    fit(plant, 6, "second.safetensors");
    Path second = directory.resolve("second.safetensors");
    String drafted = Files.readString(plant);
    String declared =
        drafted
            .replaceFirst("(model: \\{file: [^}]+)}", "$1, shadow: \"" + second + "\"}")
            .replaceFirst("(forecasts: \\{horizons: [^}]+)}", "$1, interval: 0.9}");
    assertThat(declared).contains("shadow: ", "interval: ").doesNotContain("\ncertificates:");
    Files.writeString(plant, declared);
    Path later = directory.resolve("later.csv");
    recording(later, REPLAYED, SOUND, Set.of("press-2"));
    Set<Topic> present =
        EnumSet.of(
            Topic.INTERVALS,
            Topic.RELATIONS,
            Topic.BROKEN_RELATION,
            Topic.FAULTY_SENSOR,
            Topic.OUTSIDE,
            Topic.INCIDENT,
            Topic.ALERT,
            Topic.SHADOW);

    try (LivePrometheus live =
        LivePrometheus.start(
            directory, plant.toString(), "--replay", later.toString(), "--stream", "machine")) {
      DashboardQueries queries = DashboardQueries.all();
      live.awaitNone("rows of every query", () -> queries.empty(live, present));
      assertThat(queries.with(PLANTED).empty(live, present)).containsExactly("planted: " + PLANTED);
      // One of the two machines is sound, and only the panels of its state may say so.
      assertThat(green(live, List.of()))
          .contains("Normal 1.0")
          .isSubsetOf("Normal 1.0", "States over time 1.0", "State 1.0", "State over time 1.0");
    }
  }

  @Test
  void nothingIsGreenWhileAllMachinesAreOutside() throws Exception {
    LivePrometheus.require();
    Path plant = plant();
    Path later = directory.resolve("later.csv");
    recording(later, REPLAYED, 0, Set.copyOf(MACHINES));
    ObjectNode planted = ProjectFiles.json(FLEET.toString()).deepCopy();
    for (JsonNode panel : planted.path("panels")) {
      if (panel.path("title").asText().equals("Unlike the recording")) {
        ((ObjectNode) panel.at("/fieldConfig/defaults/thresholds/steps/1")).put("color", "green");
      }
    }

    try (LivePrometheus live =
        LivePrometheus.start(
            directory, plant.toString(), "--replay", later.toString(), "--stream", "machine")) {
      live.await("machines outside", () -> live.values(outside()).equals(List.of(2.0)));
      live.await("old states to end", () -> live.values("sum(kahkm_streams)").equals(List.of(2.0)));

      assertThat(green(live, List.of())).isEmpty();
      assertThat(green(live, List.of(planted))).containsExactly("Unlike the recording 2.0");
    }
  }

  private static String outside() {
    return "sum(kahkm_streams{state=\"outside\"})";
  }

  /** Panels with something green in them, with the value. */
  private static List<String> green(LivePrometheus live, List<JsonNode> dashboards)
      throws IOException, InterruptedException {
    List<String> green = new ArrayList<>();
    List<JsonNode> all =
        dashboards.isEmpty()
            ? ProjectFiles.under("grafana/dashboards", ".json").stream()
                .map(ProjectFiles::json)
                .toList()
            : dashboards;
    for (JsonNode dashboard : all) {
      for (JsonNode panel : DashboardRules.panels(dashboard)) {
        String title = panel.path("title").asText();
        if (isGreen(PanelColours.fixed(panel))) {
          green.add(title);
        }
        if (!panel.at("/fieldConfig/defaults/color/mode").asText().equals("thresholds")) {
          continue;
        }
        List<String> expressions = DashboardRules.expressions(panel);
        for (int query : IntStream.range(0, expressions.size()).toArray()) {
          for (double value : live.values(expressions.get(query))) {
            if (isGreen(Set.of(PanelColours.of(panel, query, value)))) {
              green.add(title + " " + value);
            }
          }
        }
      }
    }
    return green;
  }

  private static boolean isGreen(Set<String> colours) {
    return colours.stream()
        .anyMatch(colour -> colour.contains("green") || colour.contains("palette"));
  }
}
