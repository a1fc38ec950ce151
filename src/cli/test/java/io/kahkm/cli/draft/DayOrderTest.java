package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.text.TimeFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DayOrderTest {
  private static DayOrder of(String pattern, LocalDate first, int days) {
    DayOrder order = new DayOrder();
    IntStream.range(0, days)
        .mapToObj(first::plusDays)
        .map(DateTimeFormatter.ofPattern(pattern)::format)
        .forEach(order::add);
    return order;
  }

  @Test
  void aDayAboveTwelveDecides() {
    assertThat(of("dd/MM/uuuu", LocalDate.of(2026, 1, 1), 20).format()).isEqualTo(TimeFormat.DMY);
    assertThat(of("MM/dd/uuuu", LocalDate.of(2026, 1, 1), 20).format()).isEqualTo(TimeFormat.MDY);
    assertThat(of("MM/dd/uuuu", LocalDate.of(2026, 1, 1), 20).count()).isEqualTo(20);
  }

  @Test
  void elsewhereTheDaysOfOneMonthDo() {
    DayOrder days = of("dd/MM/uuuu", LocalDate.of(2026, 4, 1), 10);
    assertThat(days.format()).isEqualTo(TimeFormat.DMY);
    assertThat(days.note()).isEqualTo("text, the day first; without a zone it is taken as UTC");
    assertThat(of("MM/dd/uuuu", LocalDate.of(2026, 4, 1), 10).format()).isEqualTo(TimeFormat.MDY);
  }

  @Test
  void oneDayIsAGuess() {
    DayOrder day = of("dd/MM/uuuu", LocalDate.of(2026, 4, 3), 1);
    assertThat(day.format()).isEqualTo(TimeFormat.DMY);
    assertThat(day.note()).contains("the day comes first is a GUESS");
  }

  @Test
  void textIsNoDay() {
    DayOrder order = new DayOrder();
    order.add("pump");
    assertThat(order.count()).isZero();
  }
}
