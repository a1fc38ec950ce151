package io.kahkm.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReleaseRulesTest {
  private static final Changelog CHANGES =
      new Changelog("# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3\n\n- done\n");

  private static ReleaseRules rules(String version, boolean rehearsal, String tag) {
    return new ReleaseRules(
        version,
        Optional.ofNullable(tag),
        rehearsal,
        List.of(),
        List.of(),
        List.of(),
        List.of("1.2.3"),
        CHANGES);
  }

  @Test
  void aReleaseIsOne() {
    assertThat(rules("1.2.3", false, "v1.2.3").refusals()).isEmpty();
    assertThat(rules("1.2.3", false, null).notes()).isEqualTo("- done\n");
  }

  @Test
  void aVersionThatIsStillBeingWrittenIsRefusedUnlessItIsRehearsed() {
    assertThat(rules("1.2.3-SNAPSHOT", false, null).refusals())
        .contains(
            "version: 1.2.3-SNAPSHOT is still being written; -Drelease.rehearsal builds it as a"
                + " rehearsal");
    assertThat(rules("1.2.3-SNAPSHOT", true, null).refusals()).isEmpty();
    assertThat(rules("1.2.3-SNAPSHOT", true, null).notes()).isEqualTo("- new\n");
  }

  @Test
  void aReleaseWithoutAnEntryOrStoredStateIsRefused() {
    assertThat(rules("1.3.0", false, null).refusals())
        .containsExactly(
            "src/engine/test/resources/stored: nothing that 1.3.0 stored",
            "CHANGELOG.md: no entry \"1.3.0\"");
  }

  @Test
  void aTagOfAnotherVersionIsRefused() {
    assertThat(rules("1.2.3", false, "v1.2.4").refusals())
        .containsExactly("tag: v1.2.4 is not v1.2.3");
  }

  @Test
  void everythingElseIsRefusedByNameAndAllAtOnce() {
    ReleaseRules rules =
        new ReleaseRules(
            "1.2.3",
            Optional.empty(),
            false,
            List.of(" M pom.xml"),
            List.of("src/core/pom.xml: ejml 1-SNAPSHOT"),
            List.of("pom.xml: scm"),
            List.of("1.2.3"),
            CHANGES);
    assertThat(rules.refusals())
        .containsExactly(
            "tree: not committed: M pom.xml",
            "dependency: a SNAPSHOT: src/core/pom.xml: ejml 1-SNAPSHOT",
            "POM: incomplete: pom.xml: scm");
  }

  @Test
  void aRehearsalLetsNoSnapshotThrough() {
    ReleaseRules rules =
        new ReleaseRules(
            "1.2.3-SNAPSHOT",
            Optional.empty(),
            true,
            List.of(" M pom.xml"),
            List.of("src/core/pom.xml: ejml 1-SNAPSHOT"),
            List.of(),
            List.of(),
            CHANGES);
    assertThat(rules.refusals())
        .containsExactly("dependency: a SNAPSHOT: src/core/pom.xml: ejml 1-SNAPSHOT");
  }

  @Test
  void aSectionWithHeadingsAloneSaysNothing() {
    Changelog changelog = new Changelog("## 1.0.0\n\n### Added\n\n## 0.9.0\n\n- old\n");
    assertThat(changelog.entry("1.0.0")).isEmpty();
    assertThat(changelog.entry("0.9.0")).isEqualTo("- old\n");
    assertThat(changelog.entry("0.8.0")).isEmpty();
  }
}
