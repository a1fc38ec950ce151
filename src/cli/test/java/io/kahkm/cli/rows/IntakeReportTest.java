package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.monitor.input.Admission;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a file: each count in its place, none that is nothing. */
class IntakeReportTest {
  private static void times(int count, Runnable what) {
    for (int i = 0; i < count; i++) {
      what.run();
    }
  }

  @Test
  void everyCountIsNamedOnce() {
    IntakeReport report = new IntakeReport("plant.csv", List.of("decimal comma"));
    report.note("the day comes first");
    times(1_234, report::row);
    report.used(true);
    times(2, () -> report.used(false));
    report.used(true);
    times(2, report::missing);
    report.held(3);
    report.held(4);
    times(5, () -> report.text("b", "bad", "line 7"));
    report.text("a", "off", "line 3");
    Excluded stretch = Excluded.of("3/8", false);
    times(6, () -> report.excluded(stretch));
    assertThat(report.matched(stretch)).isTrue();
    assertThat(report.matched(Excluded.of("9/9", false))).isFalse();
    times(7, report::elsewhere);
    times(8, report::withoutMode);
    times(2, () -> report.notInOperation(true));
    times(7, () -> report.notInOperation(false));
    times(10, report::incomplete);
    times(11, report::infinite);
    report.untimed("soon", "line 9");
    times(11, () -> report.untimed("later", "line 10"));
    times(13, () -> report.skipped(Admission.DUPLICATE));
    times(14, () -> report.skipped(Admission.OUT_OF_ORDER));
    times(15, report::irregular);
    times(16, () -> report.gap(false));
    times(17, () -> report.gap(true));

    assertThat(report.lines())
        .containsExactly(
            "plant.csv: decimal comma",
            "plant.csv: the day comes first",
            "plant.csv: 1,234 rows read, 4 used in 2 uninterrupted runs",
            "  cells: 2 missing, 6 with text, 7 filled with the last value",
            "  rows skipped: 6 excluded, 7 of other modes, 8 without a mode, 9 not in operation,"
                + " 10 incomplete, 11 with an infinite value, 12 without a readable time, 13 with"
                + " the time of the row before, 14 earlier than a row before",
            "  breaks: 15 irregular steps, 2 stops, 16 gaps, 17 times the clock was set back",
            "  Time runs back within a stream. If the file holds several machines, name their"
                + " column with --stream. If its times are local, write them with their offset from"
                + " UTC.",
            "  text in b: 5 cells, the first \"bad\" at line 7",
            "  text in a: 1 cell, the first \"off\" at line 3");
    assertThat(report.rows()).isEqualTo(1_234);
    assertThat(report.recorded()).as("of which some were not used").isEqualTo("4 of 1,234 rows");
    assertThat(report.rowsWithoutTime()).isEqualTo(12);
    assertThat(report.firstWithoutTime()).isEqualTo("\"soon\" at line 9");
  }

  @Test
  void oneOfAKindIsNamedAsOne() {
    IntakeReport report = new IntakeReport("plant.csv", List.of());
    report.row();
    report.used(true);
    report.irregular();
    report.gap(false);
    report.gap(true);
    report.notInOperation(true);
    assertThat(report.recorded()).isEqualTo("1 row");
    assertThat(report.lines())
        .startsWith(
            "plant.csv: 1 row read, 1 used in 1 uninterrupted run",
            "  rows skipped: 1 not in operation",
            "  breaks: 1 irregular step, 1 stop, 1 gap, 1 time the clock was set back")
        .hasSize(4);
    assertThat(new IntakeReport("plant.csv", List.of()).lines())
        .containsExactly("plant.csv: 0 rows read, 0 used in 0 uninterrupted runs");
  }

  @Test
  void readingsOfTagsAndColumnsBeyondThoseNamed() {
    IntakeReport report = new IntakeReport("tags.csv", List.of());
    times(3, () -> report.tag(OfferOutcome.ACCEPTED));
    report.tag(OfferOutcome.OUT_OF_RANGE);
    report.unknownTag("TI-9");
    times(2, () -> report.unknownTag("TI-8"));
    assertThat(report.lines().get(0))
        .isEqualTo(
            "tags.csv: readings of tags: 3 accepted, 1 out of range, 3 of other tags (TI-8, TI-9)");

    IntakeReport texts = new IntakeReport("texts.csv", List.of());
    for (int column = 0; column < 12; column++) {
      texts.text("c" + (char) ('a' + column), "x", "line 2");
    }
    List<String> lines = texts.lines();
    int named = (int) lines.stream().filter(line -> line.startsWith("  text in")).count();
    assertThat(lines).endsWith("  and text in " + (12 - named) + " more columns");
    assertThat(named).isBetween(1, 11);
  }
}
