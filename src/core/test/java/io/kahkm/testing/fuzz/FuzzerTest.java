package io.kahkm.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Planted defects: each is found, and a sound decoder is left in peace. */
class FuzzerTest {
  private static final long SEED = 1;

  /** Far above what a case of these decoders takes, far below what a real one is given. */
  private static final long CPU_BUDGET_NANOS = 300_000_000L;

  private static Fuzzer.Report run(FuzzSubject.Decoder decoder, int cases) throws Exception {
    Mutator mutator =
        new Mutator(
            List.of("{\"length\": 4, \"data\": \"abcd\"}".getBytes(StandardCharsets.UTF_8)),
            List.of("[", "{", "\"length\"", ":"));
    return Fuzzer.run(
        new FuzzSubject(
            "planted",
            mutator::input,
            decoder,
            List.of(IllegalArgumentException.class),
            Set.of(),
            100_000,
            20,
            0,
            0),
        SEED,
        cases,
        CPU_BUDGET_NANOS,
        (done, all) -> {});
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  @Test
  void leavesASoundDecoderInPeace() throws Exception {
    Fuzzer.Report report =
        run(
            input -> {
              if (input.length % 2 == 1) {
                throw new IllegalArgumentException("odd");
              }
              return "even";
            },
            5_000);

    assertThat(report.findings()).isEmpty();
    assertThat(report.cases()).isEqualTo(5_000);
    assertThat(report.outcomes()).containsOnlyKeys("even", "IllegalArgumentException");
  }

  @Test
  void findsAnExceptionThatIsNotDocumented() throws Exception {
    Fuzzer.Report report =
        run(
            input -> {
              String text = text(input);
              int at = text.indexOf("\"data\"");
              return at < 0 ? "none" : text.substring(at + 8, at + 12);
            },
            5_000);

    assertThat(report.findings())
        .anyMatch(finding -> finding.contains("StringIndexOutOfBoundsException"));
  }

  @Test
  void findsALengthThatIsBelieved() throws Exception {
    Fuzzer.Report report =
        run(
            input -> {
              Matcher length = Pattern.compile("[0-9]{1,7}").matcher(text(input));
              byte[] data = new byte[length.find() ? Integer.parseInt(length.group()) : 0];
              return data.length > input.length ? "long" : "short";
            },
            5_000);

    assertThat(report.findings()).anyMatch(finding -> finding.contains("bytes allocated"));
  }

  @Test
  void findsRecursionThatTheInputDecides() throws Exception {
    Fuzzer.Report report =
        run(input -> "depth " + (depth(input, 0) > 100 ? "much" : "little"), 5_000);

    assertThat(report.findings()).anyMatch(finding -> finding.contains("StackOverflowError"));
  }

  private static int depth(byte[] input, int at) {
    double a = at;
    double b = 2 * a;
    double c = 3 * b;
    return at < input.length && c >= 0 ? 1 + depth(input, at + 1) : 0;
  }

  @Test
  void findsALoopWithoutEndAndSaysWhereItIs() throws Exception {
    Fuzzer.Report report =
        run(
            input -> {
              int at = 0;
              while (at < input.length) {
                // The planted defect: an escape is never passed.
                at += input[at] == 0 ? 0 : 1;
              }
              return "read";
            },
            50_000);

    assertThat(report.findings()).singleElement().asString().contains("hang at", "FuzzerTest");
  }

  @Test
  void repeatsACaseByItsSeed() throws Exception {
    Map<String, Long> first = run(input -> "" + Arrays.hashCode(input), 500).outcomes();

    assertThat(run(input -> "" + Arrays.hashCode(input), 500).outcomes())
        .isEqualTo(first)
        .hasSizeGreaterThan(300);
  }
}
