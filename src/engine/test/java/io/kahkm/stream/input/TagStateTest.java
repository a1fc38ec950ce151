package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener.TagOutcome;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.assembly.SensorRule;
import java.util.Collections;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a reading, and how long the journal of open cells may grow. */
class TagStateTest {
  @ParameterizedTest
  @CsvSource({
    "DUPLICATE, duplicate, DUPLICATE",
    "CONFLICT, conflict, CONFLICT",
    "LATE, late, LATE",
    "AHEAD, ahead, AHEAD",
    "CROWDED, crowded, CROWDED",
    "OUT_OF_RANGE, not-finite, AHEAD"
  })
  void aReadingThatIsNotAcceptedHasItsReason(OfferOutcome offer, String reason, TagOutcome told) {
    assertThat(TagState.reason(offer).label()).isEqualTo(reason);
    assertThat(TagState.outcome(offer)).isEqualTo(told);
  }

  @Test
  void anAcceptedReadingHasNone() {
    assertThatThrownBy(() -> TagState.reason(OfferOutcome.ACCEPTED))
        .hasMessage("an accepted reading is not rejected");
    assertThatThrownBy(() -> TagState.outcome(OfferOutcome.ACCEPTED))
        .hasMessage("an accepted reading is not rejected");
  }

  private static AssemblySettings settings(int tags, long step, long grace) {
    return new AssemblySettings(
        step,
        grace,
        0,
        0,
        Collections.nCopies(tags, new SensorRule(CellValue.LAST, false, 0)),
        OptionalLong.empty());
  }

  /** A tag has 48 bytes, and 16 for each of its readings: those of the grace and two more. */
  @ParameterizedTest
  @CsvSource({
    "1, 10, 10, 96, 64",
    "1, 10, 19, 96, 64",
    "1, 10, 20, 112, 64",
    "40, 10, 10, 3840, 64",
    "43, 10, 10, 4128, 64",
    "44, 10, 10, 4224, 66",
    "1000, 10, 100, 240000, 3750",
    "4000, 10, 140, 1216000, 16384"
  })
  void theJournalGrowsToTheSizeOfASnapshot(
      int tags, long step, long grace, long bytes, int records) {
    AssemblySettings settings = settings(tags, step, grace);
    assertThat(TagState.usualBytes(settings)).isEqualTo(bytes);
    assertThat(TagState.journalLength(settings)).isEqualTo(records);
  }
}
