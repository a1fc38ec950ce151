package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.lab.CommandLines;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and guides tell people to type, write and open is there. */
class GuidesTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("(?:]\\(|src=\"|srcset=\")([^)#\"]+)");

  /** A topology file that a section of a guide can be part of. */
  private static final String BASE =
      "{name: guide, model: {file: m}, input: {state: [q], time: t, episode: run}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/operate/your-sensors.md",
        "docs/evidence/benchmarks.md",
        "docs/evidence/faults.md"
      })
  void commandsAreOnesThatTheEngineHas(String file) {
    List<List<String>> commands = commands(ProjectFiles.text(file));

    assertThat(commands).isNotEmpty();
    for (List<String> command : commands) {
      assertThat(CommandLines.fault(command)).as(String.join(" ", command)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/operate/your-sensors.md"})
  void topologyFilesAndTheirSectionsAreRight(String file) throws Exception {
    List<String> blocks = blocks(ProjectFiles.text(file), "yaml");

    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      ObjectNode topology = (ObjectNode) ProjectFiles.parse(BASE).get(0);
      JsonNode part = ProjectFiles.parse(block).get(0);
      topology.setAll((ObjectNode) part);
      String yaml = new ObjectMapper().writeValueAsString(topology);
      assertThat(TopologyConfig.parse(yaml, file, Map.of()).name()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "CONTRIBUTING.md",
        "docs/operate/your-sensors.md",
        "docs/evidence/benchmarks.md",
        "docs/operate/runbook.md",
        "docs/evidence/faults.md",
        "grafana/README.md",
        "deploy/prometheus/README.md",
        "deploy/kubernetes/README.md"
      })
  void linksLeadSomewhere(String file) {
    Path directory = Path.of(file).toAbsolutePath().getParent();
    Matcher link = LINK.matcher(ProjectFiles.text(file));
    while (link.find()) {
      if (!link.group(1).contains("://")) {
        assertThat(Files.exists(directory.resolve(link.group(1))))
            .as(link.group(1) + " in " + file)
            .isTrue();
      }
    }
  }

  @Test
  void findsCommandsAsPeopleTypeThem() {
    assertThat(
            commands(
                """
                ```sh
                ./kahkm fit --input a.csv \\
                    --output m    # a comment
                deploy/local.sh --short run plant.yaml
                mvn verify
                ```
                """))
        .containsExactly(
            List.of("fit", "--input", "a.csv", "--output", "m"), List.of("run", "plant.yaml"));
  }

  private static List<String> blocks(String markdown, String language) {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(markdown);
    while (block.find()) {
      if (block.group(1).equals(language)) {
        blocks.add(block.group(2));
      }
    }
    return blocks;
  }

  private static List<List<String>> commands(String markdown) {
    List<List<String>> commands = new ArrayList<>();
    for (String block : blocks(markdown, "sh")) {
      for (String line : block.replaceAll("\\\\\\n\\s*", "").lines().toList()) {
        String typed = line.replaceAll("\\s+#.*", "").strip();
        for (String start : List.of("./kahkm ", "deploy/local.sh --short ", "deploy/local.sh ")) {
          if (typed.startsWith(start)) {
            commands.add(List.of(typed.substring(start.length()).split("\\s+")));
            break;
          }
        }
      }
    }
    return commands;
  }
}
