package io.kahkm.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseFolderTest {
  private static final String CORE = "repository/io/kahkm/kahkm-core/1.2.3/kahkm-core-1.2.3";

  @TempDir Path temp;

  private Path assembled(String name, Map<String, String> environment) throws Exception {
    Path root = temp.resolve(name);
    Project project = Checkout.at(root, "1.2.3");
    Path folder = root.resolve("target/release");
    main(project, environment).run(List.of("assemble", folder.toString()));
    return folder;
  }

  private static Main main(Project project, Map<String, String> environment) {
    return new Main(
        project,
        environment,
        List.of("false"),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  }

  @Test
  void hasEverythingThatMavenCentralAndPeopleTake() throws Exception {
    Path folder = assembled("one", Map.of());

    for (String kind : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
      for (String sum : List.of("", ".md5", ".sha1", ".sha256", ".sha512")) {
        assertThat(folder.resolve(CORE + kind + sum)).isRegularFile();
      }
    }
    assertThat(folder.resolve("repository/io/kahkm/kahkm-streams/1.2.3/kahkm-streams-1.2.3.pom"))
        .isRegularFile();
    assertThat(folder.resolve("RELEASE_NOTES.md")).hasContent("- done");
    // "abc" and its sums are those of RFC 1321 and FIPS 180.
    Path abc = Files.writeString(temp.resolve("abc"), "abc");
    Digests.writeBeside(abc);
    assertThat(temp.resolve("abc.md5")).hasContent("900150983cd24fb0d6963f7d28e17f72");
    assertThat(temp.resolve("abc.sha1")).hasContent("a9993e364706816aba3e25717850c26c9cd0d89d");
    assertThat(Files.readAllLines(folder.resolve(Digests.SUMS)))
        .contains(Digests.of(folder.resolve("kahkm-1.2.3.zip"), "SHA-256") + "  kahkm-1.2.3.zip")
        .isSortedAccordingTo((a, b) -> a.substring(66).compareTo(b.substring(66)));
    assertThat(folder.resolve("kahkm-1.2.3-central.zip")).doesNotExist();
  }

  @Test
  void theZipHasOneFolderAndALauncherThatMayBeExecuted() throws Exception {
    Path folder = assembled("one", Map.of());
    try (ZipFile zip = ZipFile.builder().setPath(folder.resolve("kahkm-1.2.3.zip")).get()) {
      Map<String, Integer> modes = new TreeMap<>();
      zip.getEntries()
          .asIterator()
          .forEachRemaining(entry -> modes.put(entry.getName(), entry.getUnixMode() & 0777));
      assertThat(modes.keySet())
          .allMatch(name -> name.startsWith("kahkm-1.2.3/"))
          .contains(
              "kahkm-1.2.3/kahkm.cmd",
              "kahkm-1.2.3/kahkm.jar",
              "kahkm-1.2.3/lib/a-1.jar",
              "kahkm-1.2.3/topologies/one.yaml",
              "kahkm-1.2.3/LICENSE");
      assertThat(modes).containsEntry("kahkm-1.2.3/kahkm", 0755);
      assertThat(modes.values()).filteredOn(mode -> mode != 0644).hasSize(1);
    }
  }

  @Test
  void theProvenanceNamesTheCommitAndEveryFile() throws Exception {
    Path folder = assembled("one", Map.of());
    JsonNode statement =
        new ObjectMapper().readTree(folder.resolve("kahkm-1.2.3-provenance.json").toFile());
    assertThat(statement.path("_type").asText()).isEqualTo("https://in-toto.io/Statement/v1");
    assertThat(statement.path("predicateType").asText())
        .isEqualTo("https://slsa.dev/provenance/v1");
    String commit = Project.read(temp.resolve("one")).commit();
    JsonNode definition = statement.path("predicate").path("buildDefinition");
    assertThat(definition.findValuesAsText("gitCommit")).containsExactly(commit);
    assertThat(definition.path("externalParameters").path("command").asText())
        .isEqualTo("mvn -Prelease verify");
    Map<String, String> subjects = new TreeMap<>();
    statement
        .path("subject")
        .forEach(
            one ->
                subjects.put(
                    one.path("name").asText(), one.path("digest").path("sha256").asText()));
    Map<String, String> all = Digests.sums(folder);
    all.remove("kahkm-1.2.3-provenance.json");
    assertThat(subjects).isEqualTo(all);
  }

  @Test
  void twoBuildsInTwoFoldersHaveTheSameBytesWhoeverSigned() throws Exception {
    Path one = assembled("one", Map.of());
    Thread.sleep(1100);
    ThrowAwayKey key = ThrowAwayKey.make("x");
    Path other = assembled("other", Map.of(Signer.KEY, key.secret(), Signer.PASSPHRASE, "x"));

    assertThat(BuildComparison.differences(one, other)).isEmpty();
    assertThat(one.resolve(Digests.SUMS)).hasSameBinaryContentAs(other.resolve(Digests.SUMS));

    Files.writeString(other.resolve(CORE + ".jar"), "other");
    Files.delete(other.resolve("RELEASE_NOTES.md"));
    assertThat(BuildComparison.differences(one, other))
        .containsExactly("RELEASE_NOTES.md: only in " + one, CORE + ".jar: other bytes");
  }

  @Test
  void everyArtifactIsSignedAndTheBundleHasThemAll() throws Exception {
    ThrowAwayKey key = ThrowAwayKey.make("secret");
    Map<String, String> environment = Map.of(Signer.KEY, key.secret(), Signer.PASSPHRASE, "secret");
    Path folder = assembled("one", environment);

    for (String name : List.of(CORE + ".pom", CORE + ".jar", CORE + "-sources.jar", Digests.SUMS)) {
      Path file = folder.resolve(name);
      assertThat(verified(key, file, Files.readAllBytes(file))).as(name).isTrue();
      assertThat(verified(key, file, "other".getBytes(StandardCharsets.UTF_8))).isFalse();
    }
    byte[] signature = Files.readAllBytes(folder.resolve(CORE + ".jar.asc"));
    main(Project.read(temp.resolve("one")), environment).run(List.of("sign", folder.toString()));
    assertThat(folder.resolve(CORE + ".jar.asc")).hasBinaryContent(signature);
    assertThat(folder.resolve(CORE + ".jar.asc.asc")).doesNotExist();
    try (ZipFile zip = ZipFile.builder().setPath(folder.resolve("kahkm-1.2.3-central.zip")).get()) {
      for (Path file : Digests.files(folder.resolve("repository"))) {
        assertThat(zip.getEntry(Digests.name(folder.resolve("repository"), file))).isNotNull();
      }
      assertThat(zip.getEntry("io/kahkm/kahkm-engine/1.2.3/kahkm-engine-1.2.3.jar.asc"))
          .isNotNull();
    }
  }

  private static boolean verified(ThrowAwayKey key, Path file, byte[] bytes) throws Exception {
    try (InputStream in =
        PGPUtil.getDecoderStream(
            Files.newInputStream(file.resolveSibling(file.getFileName() + ".asc")))) {
      PGPSignature signature = ((PGPSignatureList) new BcPGPObjectFactory(in).nextObject()).get(0);
      signature.init(new BcPGPContentVerifierBuilderProvider(), key.publicKey());
      signature.update(bytes);
      return signature.verify();
    }
  }

  @Test
  void aWrongPassphraseAndAKeyThatIsNoneAreRefusedByName() throws Exception {
    ThrowAwayKey key = ThrowAwayKey.make("right");
    assertThatThrownBy(
            () -> assembled("one", Map.of(Signer.KEY, key.secret(), Signer.PASSPHRASE, "wrong")))
        .isInstanceOf(ReleaseException.class)
        .hasMessage("KAHKM_SIGNING_KEY: cannot be opened with KAHKM_SIGNING_PASSPHRASE");
    assertThatThrownBy(() -> assembled("two", Map.of(Signer.KEY, key.armouredPublicKey())))
        .isInstanceOf(ReleaseException.class)
        .hasMessage("KAHKM_SIGNING_KEY: no armoured secret key of OpenPGP");
    assertThatThrownBy(() -> assembled("three", Map.of(Signer.KEY, "nonsense")))
        .isInstanceOf(ReleaseException.class)
        .hasMessage("KAHKM_SIGNING_KEY: no armoured secret key of OpenPGP");
    String half = key.secret().substring(0, key.secret().length() / 2);
    assertThatThrownBy(() -> assembled("four", Map.of(Signer.KEY, half)))
        .isInstanceOf(ReleaseException.class)
        .hasMessageStartingWith("KAHKM_SIGNING_KEY: ");
  }

  @Test
  void whatWasNotBuiltIsNamed() throws Exception {
    Path root = temp.resolve("one");
    Project project = Checkout.at(root, "1.2.3");
    Files.delete(root.resolve("src/learn/target/kahkm-learn-1.2.3-javadoc.jar"));
    Files.delete(root.resolve("src/cli/target/kahkm-sbom.json"));
    assertThatThrownBy(
            () -> main(project, Map.of()).run(List.of("assemble", temp.resolve("r").toString())))
        .isInstanceOf(ReleaseException.class)
        .hasMessageContaining("not built: src/learn/target/kahkm-learn-1.2.3-javadoc.jar")
        .hasMessageContaining("src/cli/target/kahkm-sbom.json (offline, Maven makes no SBOM)");
  }

  @Test
  void aTreeThatIsNotCleanAndASnapshotAreRefused() throws Exception {
    Path root = temp.resolve("one");
    Project project = Checkout.at(root, "1.2.3");
    main(project, Map.of()).run(List.of("check"));
    Path pom = root.resolve("src/core/pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom)
            .replace(
                "</project>",
                "<dependencies><dependency><artifactId>ejml</artifactId>"
                    + "<version>2-SNAPSHOT</version></dependency></dependencies></project>"));
    Project changed = Project.read(root);
    assertThatThrownBy(() -> main(changed, Map.of()).run(List.of("check")))
        .isInstanceOf(ReleaseException.class)
        .hasMessageContaining("tree: not committed: M src/core/pom.xml")
        .hasMessageContaining("dependency: a SNAPSHOT: src/core/pom.xml: ejml 2-SNAPSHOT");
  }

  @Test
  void anAddressOfNobodyIsRefusedUnlessItIsRehearsed() throws Exception {
    Path root = temp.resolve("one");
    Checkout.at(root, "1.2.3");
    Path pom = root.resolve("pom.xml");
    Files.writeString(
        pom, Files.readString(pom).replace("https://example.org", "https://kahkm.invalid"));
    Project changed = Project.read(root);
    assertThat(changed.rules(Optional.empty(), false).incomplete())
        .containsExactly("pom.xml: url (an address that ends in .invalid)");
    assertThat(changed.rules(Optional.empty(), true).incomplete()).isEmpty();
  }

  @Test
  void thisProjectCanBeReleased() throws Exception {
    ReleaseRules rules = Project.read(Path.of("").toAbsolutePath()).rules(Optional.empty(), true);
    assertThat(rules.incomplete()).isEmpty();
    assertThat(rules.snapshots()).isEmpty();
    assertThat(rules.notes()).isNotBlank();
  }
}
