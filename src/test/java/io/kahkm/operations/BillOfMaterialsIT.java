package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bill of materials that the build makes, against the libraries it puts beside the jar. */
class BillOfMaterialsIT {
  @Test
  void namesEveryLibraryOfTheProgramAndNoOther() throws Exception {
    JsonNode bill = ProjectFiles.json("target/kahkm-sbom.json");
    List<JsonNode> components = List.copyOf(bill.path("components").findParents("purl"));

    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    try (Stream<Path> libraries = Files.list(Path.of("target/lib"))) {
      assertThat(
              components.stream()
                  .map(c -> c.path("name").asText() + "-" + c.path("version").asText() + ".jar")
                  .sorted()
                  .toList())
          .isEqualTo(libraries.map(path -> path.getFileName().toString()).sorted().toList());
    }
    assertThat(components)
        .allSatisfy(
            component -> {
              assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
              assertThat(component.path("hashes").findValuesAsText("alg")).contains("SHA-256");
            });
  }
}
