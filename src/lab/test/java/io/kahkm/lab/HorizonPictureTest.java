package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What certify draws of horizons, and where it refuses to. */
class HorizonPictureTest {
  @TempDir static Path folder;
  private static Path fresh;
  private static Path model;

  @BeforeAll
  static void fitOnce() {
    Path train = folder.resolve("train.csv");
    fresh = folder.resolve("fresh.csv");
    model = folder.resolve("model.safetensors");
    Lab.words("simulate vanderpol --streams 1 --episodes 12 --episode-length 60 --output", train);
    Lab.words(
        "simulate vanderpol --streams 1 --episodes 40 --episode-length 60 --seed 5 --output",
        fresh);
    Lab.words(
        "fit --state q,p --episode run --classes 8 --omega 4 --horizons 1,5 --input "
            + train
            + " --output",
        model);
  }

  private static Cli certify(String options) {
    return Lab.words(
        "certify --state q,p --episode run --sampling episodes --tolerance 0.9 "
            + options
            + " --input "
            + fresh
            + " --model",
        model);
  }

  @Test
  void drawsBoundsToleranceClaimsAndTheReadingsBeside() throws IOException {
    Path picture = folder.resolve("horizons.svg");
    Cli cli = certify("--horizons 1,5 --explain --picture " + picture);

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.json().get("explanation").asText()).contains("up to 5 steps");
    String certified = Files.readString(picture);
    assertThat(certified).startsWith("<?xml").contains("width=\"1240px\"");
    // Letters are drawn as shapes: what it says shows in that another claim gives another picture.
    assertThat(certify("--horizons 1,5 --replace --picture " + picture).code()).isZero();
    assertThat(shapes(Files.readString(picture))).isEqualTo(shapes(certified));
    assertThat(certify("--horizons 1,5 --horizon-delta 1e-9 --replace --picture " + picture).code())
        .isZero();
    assertThat(shapes(Files.readString(picture))).isNotEqualTo(shapes(certified));
  }

  /** Without the names of clipping paths, which are those of objects. */
  private static String shapes(String svg) {
    return svg.replaceAll("clip-?\\d+", "clip");
  }

  @Test
  void drawsPixelsToo() throws IOException {
    Path picture = folder.resolve("horizons.png");
    assertThat(certify("--horizons 1,5 --cap 2 --picture " + picture).code()).isZero();
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(2 * 2 * 620);
  }

  @Test
  void refusesWhatIsNotOneWindowWithHorizons() {
    Path picture = folder.resolve("none.svg");
    assertThat(certify("--picture " + picture).err()).contains("it needs --horizons");
    assertThat(certify("--horizons 1 --policy anytime --picture " + picture).err())
        .contains("it needs --horizons");
    assertThat(certify("--horizons 1 --picture " + folder.resolve("no/where.svg")).err())
        .contains("does not exist");
    assertThat(picture).doesNotExist();
  }
}
