package io.kahkm.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The workflows do what they say, with no more rights than that takes. */
class WorkflowsTest {
  private static final Path FOLDER = Path.of(".github/workflows");
  private static final Map<String, Set<String>> WRITES =
      Map.of("attest", Set.of("id-token", "attestations"), "publish", Set.of("contents"));

  static List<Path> files() throws IOException {
    try (Stream<Path> found = Files.list(FOLDER)) {
      return found.sorted().toList();
    }
  }

  private static List<String> faults(String text) {
    return WorkflowRules.faults(text, name -> Files.exists(FOLDER.resolve(name)), WRITES);
  }

  @ParameterizedTest
  @MethodSource("files")
  void aWorkflowKeepsTheRules(Path file) throws IOException {
    assertThat(file.toString()).endsWith(".yml");
    assertThat(faults(Files.readString(file))).isEmpty();
  }

  /** Each of these, put into the workflow of releases, is found. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          permissions: {}                             | permissions: write-all              | rights for all jobs
          'id-token: write'                           | 'packages: write'                   | attest: may write packages
          'attestations: write'                       | 'everything: read'                  | unknown right everything
          @11bd71901bbe5b1630ceea73d27597364c9af683   | @v4                                 | not pinned
          'c9af683 # v4.2.2'                          | 'c9af683'                           | no version beside
          '    environment: release'                  | ''                                  | publish: secrets without
          'needs: attest'                             | 'needs: attested'                   | which is no job
          'needs: build'                              | 'needs: publish'                    | needs itself
          'timeout-minutes: 10'                       | 'timeout: 10'                       | unknown key timeout
          persist-credentials: false                  | persist-credentials: true           | checkout leaves
          $GITHUB_REF_NAME" --draft                   | '${{ github.ref_name }}" --draft'   | an expression in a script
          '  push:'                                   | '  pull_request_target:'            | trigger pull_request_target
          verify.yml                                  | other.yml                           | gate: uses
          'runs-on: ubuntu-24.04'                     | 'runs-on: ubuntu-latest'            | runs-on latest
          vars.CENTRAL_PORTAL                         | variables.CENTRAL_PORTAL            | unknown variables.CENTRAL_PORTAL
          vars.CENTRAL_PORTAL                         | matrix.portal                       | not in the matrix
          """)
  void aMistakeInAWorkflowIsFound(String from, String to, String fault) throws IOException {
    String text = Files.readString(FOLDER.resolve("release.yml"));
    String mistaken = text.replace(from, to == null ? "" : to);
    assertThat(mistaken).isNotEqualTo(text);
    assertThat(faults(mistaken)).anyMatch(found -> found.contains(fault));
  }

  private static JsonNode workflow(String name) throws IOException {
    return WorkflowRules.parse(Files.readString(FOLDER.resolve(name)));
  }

  @Test
  void theGateRunsOnEveryJdkAndProcessor() throws IOException {
    JsonNode matrix = workflow("verify.yml").path("jobs").path("gate").path("strategy");
    assertThat(texts(matrix.path("matrix").path("java"))).containsExactly("17", "25");
    assertThat(texts(matrix.path("matrix").path("runner")))
        .anyMatch(name -> name.endsWith("-arm"))
        .anyMatch(name -> !name.endsWith("-arm"));
  }

  @Test
  void nothingIsPublishedThatWasNotTestedReproducedAndAttested() throws IOException {
    JsonNode release = workflow("release.yml");
    assertThat(WorkflowRules.closure("publish", release.path("jobs")))
        .contains("gate", "build", "reproduce", "attest");
    assertThat(WorkflowRules.triggers(release).path("push").path("tags").get(0).asText())
        .startsWith("v");
    assertThat(WorkflowRules.triggers(release).path("push").has("branches")).isFalse();
    assertThat(release.path("jobs").path("publish").path("environment").asText())
        .isEqualTo("release");
  }

  @Test
  void everyFileThatPeopleTakeIsPublished() throws IOException {
    JsonNode steps = workflow("release.yml").path("jobs").path("publish").path("steps");
    assertThat(steps.get(steps.size() - 1).path("run").asText())
        .contains(
            "gh release create",
            " built/kahkm-*.zip",
            " built/*.whl",
            " built/*.json",
            " built/RELEASE_NOTES.md",
            " built/SHA256SUMS*");
  }

  @Test
  void theImageIsBuiltAndStartedOnEveryProcessor() throws IOException {
    JsonNode image = workflow("verify.yml").path("jobs").path("image");
    assertThat(texts(image.path("strategy").path("matrix").path("runner")))
        .containsExactly("ubuntu-24.04", "ubuntu-24.04-arm");
    assertThat(image.path("steps").toString())
        .contains("docker buildx build", "-f deploy/Dockerfile", "--read-only");
  }

  /** What bash would say of a script only when it runs. */
  @ParameterizedTest
  @MethodSource("files")
  void everyScriptIsOne(Path file) throws Exception {
    for (JsonNode job : workflow(file.getFileName().toString()).path("jobs")) {
      for (JsonNode step : job.path("steps")) {
        if (step.has("run") && !step.path("shell").asText().equals("pwsh")) {
          Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
          bash.getOutputStream().write(step.path("run").asText().getBytes(StandardCharsets.UTF_8));
          bash.getOutputStream().close();
          assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
              .isEmpty();
          assertThat(bash.waitFor()).isZero();
        }
      }
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> found = new ArrayList<>();
    array.forEach(one -> found.add(one.asText()));
    return found;
  }
}
