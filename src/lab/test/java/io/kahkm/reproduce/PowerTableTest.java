package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTableTest {
  /** With 200 windows the interval of the units is about 8 % wide on either side. */
  @ParameterizedTest
  @CsvSource({"PAPER, 0.2, 1330", "LABEL, 0.2, 630", "MINIMUM, 0.2, 120", "MINIMUM, 0.3, 330"})
  void theReferenceNumbersOfUnitsAreFound(Bound bound, double tolerance, int reference) {
    PowerTable.Need need = PowerTable.need(bound, tolerance, 200, 20260704);

    assertThat(need.low()).isLessThanOrEqualTo(need.units());
    assertThat(need.high()).isGreaterThanOrEqualTo(need.units());
    assertThat(need.units()).isBetween((int) (0.88 * reference), (int) (1.12 * reference));
  }
}
