package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What fit says of whole recordings, word for word: verdict, every figure, and the text of the
 * page. That the figures are right is for {@code FitOracleTest}; that none is left out, or stands
 * beside the words of another, is for this. After an intended change: {@code mvn test
 * -Dtest=FitWordsTest -Dkahkm.regenerate}, and read the difference.
 */
class FitWordsTest {
  private static final Path EXPECTED = Path.of("src/cli/test/resources/fits");

  @TempDir Path folder;

  private void requireWords(String name, String recording, String options) throws Exception {
    Path input = Files.writeString(folder.resolve("recording.csv"), recording);
    Path page = folder.resolve("report.html");
    Cli fit =
        Cli.words(
            "fit --details "
                + options
                + " --output "
                + folder.resolve("model.safetensors")
                + " --report "
                + page
                + " --input",
            input);
    assertThat(fit.code()).as(fit.err()).isZero();
    String html = Files.readString(page).replaceAll("base64,[A-Za-z0-9+/=]+", "base64,PICTURE");
    String said =
        (fit.out() + "\n" + html.substring(html.indexOf("</style>")))
            .replace(folder.toString(), "FOLDER")
            .replaceAll("map [0-9a-f]{12}", "map FINGERPRINT")
            .replaceAll("[0-9a-f]{64}", "FINGERPRINT");
    Path expected = EXPECTED.resolve(name + ".txt");
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.createDirectories(EXPECTED);
      Files.writeString(expected, said);
    }
    assertThat(said).isEqualTo(Files.readString(expected));
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Two runs of three sensors, of which one never moves. */
  private static String runs(int rows) {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder("run,level,speed,valve\n");
    double level = 0;
    double speed = 0;
    for (int t = 0; t < rows; t++) {
      level = 0.8 * level + random.nextGaussian();
      speed = 0.5 * speed + 0.3 * level + random.nextGaussian();
      text.append(words("%d,%.6f,%.6f,0%n", 2 * t / rows, level, speed));
    }
    return text.toString();
  }

  @Test
  void runs() throws Exception {
    requireWords(
        "runs",
        runs(400),
        "--state level,speed,valve --episode run --classes 4 --omega 8 --horizons 1,5");
  }

  @Test
  void noRowsHeldOut() throws Exception {
    requireWords(
        "no-rows-held-out",
        runs(300),
        "--state level,speed --classes 3 --omega 8 --horizons 1,500 --holdout 0");
  }

  @Test
  void fewRows() throws Exception {
    requireWords("few-rows", runs(70), "--state level,speed --classes 3 --omega 8 --horizons 1");
  }

  /**
   * A long run with a day in it, a transmitter that stuck for a while, and a code for no reading.
   */
  @Test
  void days() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("time,flow,heat,power\n");
    double slow = 0;
    for (int t = 0; t < 2_400; t++) {
      slow = 0.95 * slow + 0.2 * random.nextGaussian();
      double day = 2 * Math.sin(2 * Math.PI * t / 96);
      double heat = t >= 1_200 && t < 1_300 ? 21.5 : 20 + day + slow + 0.1 * random.nextGaussian();
      text.append(
          words(
              "%s,%s,%.4f,%.4f%n",
              Instant.ofEpochSecond(1_767_225_600L + 900L * t),
              t % 400 == 7 ? "-9999" : words("%.4f", 10 + day + 0.1 * random.nextGaussian()),
              heat,
              30 + day + 2 * slow + 0.1 * random.nextGaussian()));
    }
    requireWords(
        "days",
        text.toString(),
        "--state flow,heat,power --time time --step 15m --classes 8 --horizons 1,4,96,97");
  }

  /** Three machines, each in its own units. */
  @Test
  void streams() throws Exception {
    SplittableRandom random = new SplittableRandom(9);
    StringBuilder text = new StringBuilder("machine,flow,heat\n");
    for (String machine : new String[] {"a", "b", "c"}) {
      double flow = 0;
      double scale = machine.charAt(0) - 'a' + 1;
      for (int t = 0; t < 300; t++) {
        flow = 0.7 * flow + random.nextGaussian();
        text.append(
            words(
                "%s,%.4f,%.4f%n",
                machine, scale * flow, 5 + scale * (flow + 0.3 * random.nextGaussian())));
      }
    }
    requireWords(
        "streams",
        text.toString(),
        "--state flow,heat --stream machine --scaling per-stream --classes 4 --horizons 1");
  }
}
