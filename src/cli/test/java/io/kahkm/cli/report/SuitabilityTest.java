package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuitabilityTest {
  private static final Suitability.Reason REASON =
      new Suitability.Reason("too short", "record more");

  @Test
  void threeReasonsAreToldWithTheirRemediesAndTheRestIsCounted() {
    List<Suitability.Fact> facts = List.of(new Suitability.Fact("alarms", "none"));

    assertThat(new Suitability(Suitability.Light.GOOD, List.of(), facts).lines("m"))
        .containsExactly("m: GOOD", "  alarms       none");
    assertThat(
            new Suitability(Suitability.Light.WITH_CARE, Collections.nCopies(3, REASON), facts)
                .lines("m"))
        .hasSize(8)
        .startsWith("m: WITH CARE", "  because      too short", "  do           record more");
    assertThat(
            new Suitability(
                    Suitability.Light.NOT_USABLE,
                    List.of(new Suitability.Reason("odd", ""), REASON, REASON, REASON, REASON),
                    facts)
                .lines("m"))
        .containsExactly(
            "m: NOT USABLE",
            "  because      odd",
            "  because      too short",
            "  do           record more",
            "  because      too short",
            "  do           record more",
            "               and 2 more, see --details",
            "  alarms       none");
  }
}
