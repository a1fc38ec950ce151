package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tolerance that {@code fit} proposes says something: "no change" misses it. */
class ProposedToleranceTest {
  private static final Pattern PROPOSED =
      Pattern.compile("its tolerance is below that, such as ([0-9.]+)");

  @TempDir Path folder;

  private Path simulated(String system, int seed) {
    Path file = folder.resolve(system + seed + ".csv");
    Cli simulate =
        Cli.words(
            "simulate "
                + system
                + " --streams 1 --episodes 300 --episode-length 16 --seed "
                + seed
                + " --output",
            file);
    assertThat(simulate.code()).as(simulate.err()).isZero();
    return file;
  }

  private static JsonNode first(JsonNode certificate) {
    return certificate.path("horizons").path("rows").path(0);
  }

  @Test
  void noChangeMissesTheProposedToleranceAtTheFirstHorizon() {
    Path model = folder.resolve("model.safetensors");
    Path recording = simulated("vanderpol", 1);
    Cli fit =
        Cli.words(
            "fit --state q,p --episode run --classes 6 --block 40 --references 240 --details"
                + " --output "
                + model
                + " --input",
            recording);
    assertThat(fit.code()).as(fit.err()).isZero();
    Matcher proposed = PROPOSED.matcher(fit.out());
    assertThat(proposed.find()).as(fit.out()).isTrue();
    String tolerance = proposed.group(1);

    String command =
        "certify --sampling episodes --state q,p --episode run --horizons 1,5 --model "
            + model
            + " --input "
            + simulated("vanderpol", 2)
            + " --tolerance ";
    JsonNode certificate = Cli.words(command + tolerance).json();
    assertThat(first(certificate).path("horizon").asInt()).isEqualTo(1);
    double ofNoChange = first(certificate).path("UPersistence").asDouble();
    assertThat(ofNoChange).isGreaterThan(Double.parseDouble(tolerance));
    // The control: there are tolerances that "no change" reaches on these rows.
    assertThat(ofNoChange).isLessThan(0.25);
  }
}
