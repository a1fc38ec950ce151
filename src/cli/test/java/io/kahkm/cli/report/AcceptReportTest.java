package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.OutsideCount;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What accepting readings did to labelled faults, and how an ancestor is told. */
class AcceptReportTest {
  private static final long MINUTE = 60_000_000_000L;

  /** Two streams whose rows take turns. */
  private static StateData data(List<String> streams, boolean timed) {
    return GivenRows.of(
        streams,
        new int[] {0, 1, 0, 1, 0, 1},
        new long[] {0, 0, MINUTE, MINUTE, 2 * MINUTE, 2 * MINUTE},
        timed ? InputTiming.TIMED : InputTiming.NONE);
  }

  @Test
  void faultsThatAreLostOrFoundLaterAreToldOneByOne() {
    List<LabelledFault> faults =
        List.of(
            new LabelledFault(0, 0, MINUTE, 2, 2),
            new LabelledFault(1, MINUTE, 2 * MINUTE, 0, -1),
            new LabelledFault(0, 2 * MINUTE, 3 * MINUTE, 1, 4),
            new LabelledFault(0, 3 * MINUTE, 4 * MINUTE, -1, 0));

    assertThat(AcceptReport.lines(faults, data(List.of("pump-a", "pump-b"), true)))
        .containsExactly(
            "Labelled faults: 4, found before 3, after 3; no longer found 1, later 1",
            "  NO LONGER FOUND pump-b time 0:01:00 to time 0:02:00",
            "  later pump-a time 0:02:00 to time 0:03:00, after 4 readings instead of 1");
    assertThat(AcceptReport.lines(faults, data(List.of(), true)).get(1))
        .startsWith("  NO LONGER FOUND time 0:01:00 to");
    assertThat(AcceptReport.lines(List.of(), data(List.of(), true)))
        .containsExactly(
            "Labelled faults: none in the recording, so it cannot be shown that faults are still"
                + " found.");
  }

  /** The row is counted over all streams of the file, as the incidents of score count it. */
  @Test
  void aFaultOfRowsWithoutTimesIsToldByItsRowsInTheFile() {
    StateData data = data(List.of("pump-a", "pump-b"), false);
    assertThat(AcceptReport.lines(List.of(new LabelledFault(1, 0, MINUTE, 0, -1)), data).get(1))
        .isEqualTo("  NO LONGER FOUND pump-b row 2 to row 4");
    assertThat(AcceptReport.lines(List.of(new LabelledFault(0, 0, 2 * MINUTE, 0, 2)), data).get(1))
        .isEqualTo("  later pump-a row 1 to row 5, after 2 readings instead of 0");
  }

  @Test
  void anAncestorIsToldWithWhoAndWhy() {
    assertThat(
            AcceptReport.words(
                new Ancestor(
                    "abc",
                    "pump-a",
                    "1",
                    "2",
                    30,
                    "anna",
                    "new gear",
                    "today",
                    Optional.of("rush"))))
        .isEqualTo(
            "today by anna: 30 readings of pump-a from 1 to 2, because new gear; parent abc;"
                + " forced: rush");
    assertThat(
            AcceptReport.words(
                new Ancestor(
                    "abc", "", "1", "2", 30, "anna", "new gear", "today", Optional.empty())))
        .isEqualTo("today by anna: 30 readings from 1 to 2, because new gear; parent abc");
  }

  @Test
  void readingsOutsideAreToldBeforeAndAfterWithTheirShares() {
    Acceptance acceptance =
        new Acceptance(
            new OutsideCount(180, 171),
            new OutsideCount(180, 9),
            new OutsideCount(90, 0),
            new OutsideCount(90, 9),
            new OutsideCount(120, 1),
            new OutsideCount(240, 2),
            null);

    assertThat(AcceptReport.lines(acceptance))
        .containsExactly(
            "Accepted readings: 180",
            "  outside of the parent:           171 of 180 (95.00 %)",
            "  outside of the other half's map: 9 of 180 (5.00 %)",
            "  first half 0 of 90 (0.00 %), second half 9 of 90 (10.00 %)",
            "Held-out reference readings outside before, and after of either half's map together:",
            "  1 of 120 (0.83 %), 2 of 240 (0.83 %)");
  }

  @Test
  void theTopologyFileGetsTheNewModelAsShadow() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            "name: plant\nmodel: {file: old.safetensors}\ninput: {state: [a, b]}",
            "plants/plant.yaml",
            Map.of());

    assertThat(
            AcceptReport.next(
                config, Path.of("plants/new.safetensors"), Path.of("plants/old.safetensors")))
        .hasSize(4)
        .startsWith("Wrote plants/new.safetensors. Next, in the topology file:")
        .element(1)
        .asString()
        .startsWith("  model: {file: ")
        .contains("old.safetensors, shadow: ")
        .endsWith("new.safetensors}");
  }

  @Test
  void aStretchHasItsTimes() {
    assertThat(AcceptReport.between(new AcceptedStretch(new BitSet(), 0, MINUTE)))
        .isEqualTo(" from time 0:00:00 to time 0:01:00");
  }
}
