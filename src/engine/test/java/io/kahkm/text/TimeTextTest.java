package io.kahkm.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2013-12-02T21:15:00Z          | 2013-12-02T21:15:00Z",
        "2013-12-02 21:15:00           | 2013-12-02T21:15:00Z",
        "2013-12-02T21:15:00.25        | 2013-12-02T21:15:00.25Z",
        "2013-12-02 21:15:00,25        | 2013-12-02T21:15:00.25Z",
        "2013-12-02 21:15              | 2013-12-02T21:15:00Z",
        "2013-12-02 9:15               | 2013-12-02T09:15:00Z",
        "2013-12-02                    | 2013-12-02T00:00:00Z",
        "2013/12/2 21:15:00            | 2013-12-02T21:15:00Z",
        "02.12.2013 21:15:00           | 2013-12-02T21:15:00Z",
        "2013-12-02 21:15:00+01:00     | 2013-12-02T20:15:00Z",
        "2013-12-02T21:15:00-0530      | 2013-12-03T02:45:00Z",
        "2013-12-02 21:15:00 UTC       | 2013-12-02T21:15:00Z",
        "2013-12-02 9:15 PM            | 2013-12-02T21:15:00Z",
        "2013-12-02 12:15:30 am        | 2013-12-02T00:15:30Z",
        "2013-12-02 12:15 p.m.         | 2013-12-02T12:15:00Z",
        "2013-12-02 09:15PM +01:00     | 2013-12-02T20:15:00Z",
        "1386018900                    | 2013-12-02T21:15:00Z",
        "1386018900.5                  | 2013-12-02T21:15:00.5Z",
        "1386018900500                 | 2013-12-02T21:15:00.5Z",
        "1386018900500000              | 2013-12-02T21:15:00.5Z",
        "1386018900500000000           | 2013-12-02T21:15:00.5Z",
        "100000000                     | 1973-03-03T09:46:40Z",
        "100000000000                  | 1973-03-03T09:46:40Z",
        "100000000000000               | 1973-03-03T09:46:40Z",
        "100000000000000000            | 1973-03-03T09:46:40Z",
      })
  void autoTellsTheForm(String text, Instant expected) {
    TimeText time = new TimeText(TimeFormat.AUTO);

    assertThat(time.read(text)).isEqualTo(TimeText.Result.READ);

    assertThat(Instant.ofEpochSecond(0, time.nanos())).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "noon",
        "3",
        "99999999",
        "12/02/2013 21:15:00",
        "2013-13-02",
        "2013-12-02 25:00",
        "2013-12-02 13:15 PM",
        "2013-12-02 0:15 AM",
        "2013-12-02 21:15:00 Mars"
      })
  void autoDoesNotGuess(String text) {
    assertThat(new TimeText(TimeFormat.AUTO).read(text)).isEqualTo(TimeText.Result.NO_TIME);
  }

  @ParameterizedTest
  @CsvSource({
    "MIN, 1.5, 90000000000",
    "S, 3, 3000000000",
    "MS, -0.25, -250000",
    "US, 7, 7000",
    "NS, 7, 7"
  })
  void aDeclaredUnitIsTakenAsDeclared(TimeFormat format, String text, long nanos) {
    TimeText time = new TimeText(format);

    assertThat(time.read(text)).isEqualTo(TimeText.Result.READ);

    assertThat(time.nanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "S, noon, NO_NUMBER",
    "S, NaN, OUT_OF_RANGE",
    "S, 1e300, OUT_OF_RANGE",
    "NS, 99999999999999999999, OUT_OF_RANGE",
    "ISO, 5, NO_TIME"
  })
  void whatIsNoTimeIsToldApart(TimeFormat format, String text, TimeText.Result result) {
    assertThat(new TimeText(format).read(text)).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DMY | 02/12/2013 21:15    | 2013-12-02T21:15:00Z",
        "MDY | 02/12/2013 21:15    | 2013-02-12T21:15:00Z",
        "DMY | 2-12-13 9:15 PM     | 2013-12-02T21:15:00Z",
        "MDY | 2.12.2013           | 2013-02-12T00:00:00Z",
      })
  void daysBeginAsTheFormatSays(TimeFormat format, String text, Instant expected) {
    TimeText time = new TimeText(format);
    assertThat(time.read(text)).isEqualTo(TimeText.Result.READ);
    assertThat(Instant.ofEpochSecond(0, time.nanos())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "DMY, 12/31/2013",
    "MDY, 31/12/2013",
    "DMY, 1386018900",
    "DMY, 1/2",
    "MDY, a/1/2013",
    "MDY, 1//2013"
  })
  void otherDaysAreNoTimes(TimeFormat format, String text) {
    assertThat(new TimeText(format).read(text)).isEqualTo(TimeText.Result.NO_TIME);
    assertThat(new TimeText(format).read(5L)).isEqualTo(TimeText.Result.NO_TIME);
    assertThat(new TimeText(format).read(5.0)).isEqualTo(TimeText.Result.NO_TIME);
  }
}
