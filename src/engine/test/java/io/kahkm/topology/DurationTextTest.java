package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.000000001S, 1ns",
    "PT0.0000015S, 1500ns",
    "PT0.0015S, 1500us",
    "PT0.02S, 20ms",
    "PT1S, 1s",
    "PT90S, 90s",
    "PT2M, 2m",
    "PT90M, 90m",
    "PT36H, 36h",
    "PT168H, 7d",
    "P3654D, 3654d"
  })
  void theLargestUnitThatHoldsItAsAWholeNumberIsWritten(Duration duration, String text) {
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }

  @Test
  void everyUnitIsRead() {
    assertThat(DurationText.units().split("\\|"))
        .containsExactlyInAnyOrder("ns", "us", "ms", "s", "m", "min", "h", "d");
    assertThat(DurationText.nanosOf("min")).isEqualTo(DurationText.nanosOf("m"));
    assertThat(DurationText.nanosOf("h")).hasValue(3_600_000_000_000L);
    for (String none : new String[] {"", "S", "sec", "y"}) {
      assertThat(DurationText.nanosOf(none)).as(none).isEqualTo(OptionalLong.empty());
    }
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      long nanos = random.nextLong() >>> (1 + random.nextInt(60));
      nanos -= nanos % (long) Math.pow(10, random.nextInt(12));
      String text = DurationText.of(Duration.ofNanos(nanos));
      String number = text.replaceAll("\\D", "");
      long unit = DurationText.nanosOf(text.substring(number.length())).orElseThrow();
      assertThat(Long.parseLong(number) * unit).as(text).isEqualTo(nanos);
    }
  }
}
