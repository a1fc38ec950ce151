package io.kahkm.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings of the assembler may be, and what `check` says of their memory. */
class AssemblySettingsTest {
  private static final long LONGEST = AssemblySettings.LONGEST;
  private static final SensorRule LAST = new SensorRule(CellValue.LAST, false, 0);

  private static AssemblySettings of(long step, long grace, long hold, long setBack) {
    return new AssemblySettings(
        step, grace, hold, setBack, List.of(LAST, LAST), OptionalLong.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 5, 0, step is 0",
    "-1, 5, 5, 0, step is -1",
    "1, 0, 5, 0, grace is 0",
    "1, 5, -1, 0, hold is -1",
    "1, 5, 5, -1, setBack is -1",
    "576460752303423489, 5, 5, 0, step is 576460752303423489",
    "1, 576460752303423489, 5, 0, grace is 576460752303423489",
    "1, 5, 576460752303423489, 0, hold is 576460752303423489",
    "1, 5, 5, 576460752303423489, setBack is 576460752303423489",
    "2, 4097, 4095, 0, span more than 4096 cells",
  })
  void refusesByName(long step, long grace, long hold, long setBack, String message) {
    assertThatThrownBy(() -> of(step, grace, hold, setBack))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesSkewsThatAreNoDuration() {
    for (long skew : new long[] {LONGEST + 1, -LONGEST - 1}) {
      assertThatThrownBy(() -> new SensorRule(CellValue.LAST, false, skew))
          .hasMessageContaining("clockSkew is " + skew);
      assertThatThrownBy(
              () -> new AssemblySettings(1, 1, 0, 0, List.of(LAST), OptionalLong.of(skew)))
          .hasMessageContaining("episodeSkew is " + skew);
    }
    assertThat(new SensorRule(CellValue.LAST, false, -LONGEST).clockSkew()).isEqualTo(-LONGEST);
    assertThatThrownBy(() -> new AssemblySettings(1, 1, 0, 0, List.of(), OptionalLong.empty()))
        .hasMessageContaining("sensors is empty");
  }

  @Test
  void takesWhatIsJustAllowed() {
    assertThat(of(LONGEST, LONGEST, LONGEST, LONGEST).grace()).isEqualTo(LONGEST);
    // 2049 cells of grace, the last of them begun, and 2047 of hold.
    assertThat(of(2, 4097, 4094, 0).hold()).isEqualTo(4094);
  }

  /**
   * By hand: step 10, grace 25, hold 40. Grace waits for 3 cells and the open one, and a reach of
   * 25 + 40 + 2 x 10 = 85 spans 9 cells, once for clocks that are right and once for one that is
   * ahead, each with its own cell.
   */
  @ParameterizedTest
  @CsvSource({"10, 25, 40, 85, 24", "10, 30, 40, 90, 24", "10, 31, 40, 91, 27", "1, 1, 0, 3, 10"})
  void openCellsAreThoseOfGraceAndOfTwoReaches(
      long step, long grace, long hold, long reach, int cells) {
    AssemblySettings settings = of(step, grace, hold, 0);

    assertThat(settings.reach()).isEqualTo(reach);
    assertThat(settings.mostOpenCells()).isEqualTo(cells);
    assertThat(settings.tags()).isEqualTo(2);
    assertThat(settings.openBytes()).isEqualTo(cells * 2L * 16);
    assertThat(settings.mostBytes()).isEqualTo(16_384L * 2 * 16);
  }

  @Test
  void theNameOfTheEpisodeIsATagOfItsOwn() {
    AssemblySettings settings =
        new AssemblySettings(10, 25, 40, 0, List.of(LAST, LAST), OptionalLong.of(0));

    assertThat(settings.tags()).isEqualTo(3);
    assertThat(settings.dimension()).isEqualTo(2);
    assertThat(settings.openBytes()).isEqualTo(24 * 3L * 16);
  }
}
