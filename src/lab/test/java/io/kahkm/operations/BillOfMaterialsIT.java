package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * The bill of materials that the build makes, against the libraries that the jar is started with.
 */
class BillOfMaterialsIT {
  /**
   * 72.7 of these are RocksDB for all platforms, 9.4 the charts of the page, 2.4 the assistant, 2.1
   * metrics in Protobuf, .8 mail.
   */
  private static final long LARGEST = 121_500_000;

  @Test
  void holdsWhatGoesIntoTheImageSmall() throws Exception {
    List<String> libraries = libraries();

    // What goes into the image: neither a broker nor what only brokers need.
    assertThat(libraries)
        .noneMatch(name -> name.matches("lib/(scala|kafka_|log4j-core|kahkm-(broker|lab)).*"));
    List<String> others =
        libraries.stream().filter(name -> !name.startsWith("lib/kahkm-")).toList();
    assertThat(others).as("libraries of others").hasSizeLessThanOrEqualTo(42);
    long bytes = 0;
    for (String name : others) {
      bytes += Files.size(Path.of("src/cli/target", name));
    }
    assertThat(bytes).as("bytes of the libraries of others").isLessThanOrEqualTo(LARGEST);
  }

  @Test
  void namesEveryLibraryOfTheProgramAndNoOther() throws Exception {
    assumeFalse(
        "offline=true".equals(System.getProperty("kahkm.build")),
        "offline, Maven leaves out the bill of materials");
    JsonNode bill = ProjectFiles.json("src/cli/target/kahkm-sbom.json");
    List<JsonNode> components = List.copyOf(bill.path("components").findParents("purl"));

    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(
            components.stream()
                .map(c -> c.path("name").asText() + "-" + c.path("version").asText() + ".jar")
                .map("lib/"::concat))
        .containsExactlyInAnyOrderElementsOf(libraries());
    assertThat(components)
        .allSatisfy(
            component -> {
              assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
              assertThat(component.path("hashes").findValuesAsText("alg")).contains("SHA-256");
            });
  }

  /** The libraries that the jar is started with. */
  private static List<String> libraries() throws IOException {
    try (JarFile jar = new JarFile("src/cli/target/kahkm.jar")) {
      return List.of(jar.getManifest().getMainAttributes().getValue(Name.CLASS_PATH).split(" "));
    }
  }
}
