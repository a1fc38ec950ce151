package io.kahkm.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 4);

  @TempDir Path root;

  @Test
  void aReleaseIsPreparedAndFollowed() throws Exception {
    new Versions(Checkout.at(root, "2.0.0-SNAPSHOT")).prepare("2.0.0", DAY);

    Project release = Project.read(root);
    assertThat(release.poms()).extracting(Pom::version).containsOnly("2.0.0");
    assertThat(release.time()).isEqualTo("2026-03-04T00:00:00Z");
    assertThat(root.resolve("deploy/compose.yaml"))
        .hasContent("image: kahkm-streams:2.0.0\nimage: kafka:4.3.1\n");
    assertThat(root.resolve("deploy/helm/Chart.yaml"))
        .hasContent("apiVersion: v2\nversion: 2.0.0\nappVersion: \"2.0.0\"\n");
    assertThat(Files.readString(root.resolve("docs/embedding.md")))
        .contains("<version>2.0.0</version>");
    assertThat(root.resolve("clients/python/kahkm/__init__.py"))
        .content()
        .endsWith("__version__ = \"2.0.0\"\n");
    Changelog changelog = new Changelog(Files.readString(root.resolve("CHANGELOG.md")));
    assertThat(changelog.entry("2.0.0")).isEqualTo("- new\n");
    assertThat(changelog.text()).doesNotContain("Unreleased");

    new Versions(release).follow("2.1.0");

    Project next = Project.read(root);
    assertThat(next.poms()).extracting(Pom::version).containsOnly("2.1.0-SNAPSHOT");
    assertThat(root.resolve("clients/python/kahkm/__init__.py"))
        .content()
        .endsWith("__version__ = \"2.1.0.dev0\"\n");
    assertThat(Files.readString(root.resolve("src/core/pom.xml")))
        .contains("<api.baseline>2.0.0<", "<api.without.baseline>false<");
    assertThat(Files.readString(root.resolve("CHANGELOG.md")))
        .startsWith("# Changelog\n\n## Unreleased\n\n## 2.0.0\n\n- new\n");
    assertThat(Files.readString(root.resolve("docs/embedding.md")))
        .contains("<version>2.0.0</version>");
  }

  /**
   * The recorder of a release's stored state is called once, and a release is refused without it.
   */
  @Test
  void whatAReleaseStoresIsRecordedOnce() throws Exception {
    Project project = Checkout.at(root, "2.0.0-SNAPSHOT");
    List<String> recorder = List.of("sh", "-c", "mkdir \"${0#-Dkahkm.record=}\"");
    new Main(project, Map.of(), recorder, System.out).run(List.of("prepare", "2.0.0"));
    assertThat(root.resolve("src/engine/test/resources/stored/2.0.0")).isDirectory();

    Project other = Checkout.at(root.resolve("other"), "2.0.0-SNAPSHOT");
    Main failing = new Main(other, Map.of(), List.of("false"), System.out);
    assertThatThrownBy(() -> failing.run(List.of("prepare", "2.0.0")))
        .isInstanceOf(ReleaseException.class)
        .hasMessageContaining("-Dkahkm.record=src/engine/test/resources/stored/2.0.0");
  }

  @Test
  void whatIsNoVersionOrWasThereIsRefused() throws Exception {
    Versions versions = new Versions(Checkout.at(root, "2.0.0-SNAPSHOT"));
    assertThatThrownBy(() -> versions.prepare("2.0", DAY))
        .hasMessage("version: \"2.0\" is not of the form 1.2.3");
    assertThatThrownBy(() -> versions.prepare("1.2.3", DAY))
        .hasMessage("CHANGELOG.md: \"1.2.3\" is there already");
    assertThatThrownBy(() -> versions.follow("2.1.0"))
        .hasMessage("version: 2.0.0-SNAPSHOT was never released");
    assertThat(Project.read(root).version()).isEqualTo("2.0.0-SNAPSHOT");
  }
}
