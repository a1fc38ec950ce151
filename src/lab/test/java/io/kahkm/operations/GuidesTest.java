package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.lab.CommandLines;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and guides tell people to type, write and open is there. */
class GuidesTest {
  private static final String README = "README.md";
  private static final String VERDICTS = "docs/operate/verdicts.md";

  /** 7.5 KB: what is read in the first minutes, and no more. */
  private static final int README_BYTES = 7680;

  private static final int README_LINE = 200;

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final Pattern TYPED = Pattern.compile("`(?:\\./)?kahkm ([a-z]+)");
  private static final Pattern VERDICT =
      Pattern.compile("`(EXCLUDED|ATTAINABLE|UNDECIDED|SUSPECT|OUT_OF_MAP)`");

  /** A topology file that a section of a guide can be part of. */
  private static final String BASE =
      "{name: guide, model: {file: m}, input: {state: [q], time: t, episode: run}}";

  /** Every document of the project for people. */
  static List<String> documents() {
    return Stream.of(
            Stream.of(README, "CONTRIBUTING.md", "CHANGELOG.md"),
            ProjectFiles.under("docs", ".md").stream(),
            ProjectFiles.under("grafana", ".md").stream(),
            ProjectFiles.under("clients", ".md").stream(),
            ProjectFiles.under("deploy", ".md").stream(),
            Stream.of("src/lab/jmh/java/io/kahkm/benchmark/README.md"))
        .flatMap(files -> files)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void commandsAreOnesThatTheEngineHas(String file) {
    for (List<String> command : Markdown.commands(ProjectFiles.text(file))) {
      assertThat(CommandLines.fault(command)).as(String.join(" ", command)).isEmpty();
    }
    Matcher typed = TYPED.matcher(ProjectFiles.text(file));
    while (typed.find()) {
      assertThat(CommandLines.exists(typed.group(1))).as(typed.group() + " in " + file).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {README, "docs/operate/README.md", "docs/fitting.md", "docs/fleet.md"})
  void guidesShowWhatToType(String file) {
    assertThat(Markdown.commands(ProjectFiles.text(file))).isNotEmpty();
  }

  @Test
  void aCommandThatTheEngineDoesNotHaveIsNoticed() {
    assertThat(CommandLines.exists("fitt")).isFalse();
    assertThat(CommandLines.fault(List.of("run"))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void topologyFilesAndTheirSectionsAreRight(String file) throws Exception {
    if (!file.startsWith("docs/") && !file.equals(README)) {
      return; // elsewhere YAML is Kubernetes' and Prometheus'
    }
    for (String block : Markdown.blocks(ProjectFiles.text(file), "yaml")) {
      ObjectNode topology = (ObjectNode) ProjectFiles.parse(BASE).get(0);
      JsonNode part = ProjectFiles.parse(block).get(0);
      topology.setAll((ObjectNode) part);
      String yaml = new ObjectMapper().writeValueAsString(topology);
      assertThat(TopologyConfig.parse(yaml, file, variables(yaml)).name()).isNotEmpty();
    }
  }

  private static Map<String, String> variables(String yaml) {
    Map<String, String> variables = new HashMap<>();
    Matcher variable = VARIABLE.matcher(yaml);
    while (variable.find()) {
      boolean address = variable.group(1).endsWith("_URL");
      variables.put(variable.group(1), address ? "https://a.example" : "a-value");
    }
    return variables;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadSomewhere(String file) {
    Path directory = Path.of(file).toAbsolutePath().getParent();
    for (Markdown.Link link : Markdown.links(ProjectFiles.text(file))) {
      Path target =
          link.path().isEmpty()
              ? Path.of(file).toAbsolutePath()
              : directory.resolve(link.path()).normalize();
      assertThat(Files.exists(target)).as(link + " in " + file).isTrue();
      if (!link.anchor().isEmpty()) {
        assertThat(Markdown.anchors(ProjectFiles.text(target.toString())))
            .as(link + " in " + file)
            .contains(link.anchor());
      }
    }
  }

  @Test
  void readmeIsReadInMinutes() {
    assertThat(ProjectFiles.text(README).getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(README_BYTES);
    assertThat(ProjectFiles.text(README).lines())
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(README_LINE));
  }

  @ParameterizedTest
  @ValueSource(strings = {README, VERDICTS, "docs/fleet.md", "docs/evidence/README.md"})
  void aLineHoldsOneSentence(String file) {
    assertThat(Markdown.linesOfSeveralSentences(ProjectFiles.text(file))).isEmpty();
  }

  /** Who names verdicts leads to the page that explains them, and has no table of them. */
  @ParameterizedTest
  @MethodSource("documents")
  void verdictsAreExplainedInOnePlace(String file) {
    String text = ProjectFiles.text(file);
    boolean made = file.endsWith("reference.md");
    if (file.equals(VERDICTS) || made || file.equals("CHANGELOG.md")) {
      return;
    }
    assertThat(text.lines()).noneMatch(line -> line.matches("\\| *" + VERDICT.pattern() + ".*"));
    if (VERDICT.matcher(text).find() && !file.startsWith("docs/evidence/")) {
      assertThat(Markdown.links(text))
          .as(file)
          .anyMatch(link -> link.path().endsWith("verdicts.md"));
    }
  }

  @Test
  void thatPlaceExplainsEveryVerdict() {
    for (String verdict : List.of("EXCLUDED", "ATTAINABLE", "UNDECIDED", "SUSPECT", "OUT_OF_MAP")) {
      assertThat(ProjectFiles.text(VERDICTS)).contains("| `" + verdict + "` |");
    }
  }
}
