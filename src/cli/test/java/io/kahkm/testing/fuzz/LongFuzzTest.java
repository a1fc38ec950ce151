package io.kahkm.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The long form of {@link FuzzTest}, more than a million cases, with its progress on standard
 * error: {@code mvn test -Pfull -Dtest=LongFuzzTest}.
 */
class LongFuzzTest {
  private static final long LEAST_CASES = 1_000_000;
  private static final long STEPS = 20;

  @Test
  @Tag("full")
  void refusesOrTakesAMillionCases() throws Exception {
    long cases = 0;
    Map<FuzzSubject, Fuzzer.Report> reports = new LinkedHashMap<>();
    for (FuzzSubject subject : FuzzTest.subjects().toList()) {
      long[] shown = {0};
      Fuzzer.Report report =
          Fuzzer.run(
              subject,
              FuzzTest.SEED + 1,
              subject.longCases(),
              (done, all) -> {
                if (done * STEPS / all > shown[0]) {
                  shown[0] = done * STEPS / all;
                  System.err.printf("%-18s %,9d of %,9d cases%n", subject.name(), done, all);
                }
              });
      System.err.printf(
          "%-18s %,9d cases, at most %,d bytes allocated: %s%n",
          subject.name(), report.cases(), report.largestAllocation(), report.outcomes());
      cases += report.cases();
      reports.put(subject, report);
    }
    reports.forEach(FuzzTest::check);
    System.err.printf("%,d cases, nothing found%n", cases);
    assertThat(cases).isGreaterThanOrEqualTo(LEAST_CASES);
  }
}
