package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file of single values says of its tags, at the limits where that changes. */
class TagProfileTest {
  @TempDir Path folder;
  private StringBuilder text;

  @BeforeEach
  void header() {
    text = new StringBuilder("line,tag,time,value,quality\n");
  }

  private void reading(String stream, String tag, long second, String value, String quality) {
    text.append(stream).append(',').append(tag).append(',');
    text.append(second < 0 ? "never" : Long.toString(1_767_225_600L + second)).append(',');
    text.append(value).append(',').append(quality).append('\n');
  }

  private void reading(String tag, long second, String value) {
    reading("a", tag, second, value, "good");
  }

  /** Numbers at some seconds. */
  private void numbers(String tag, long... seconds) {
    for (long second : seconds) {
      reading(tag, second, Long.toString(second % 7));
    }
  }

  private void every(String tag, int count, long step) {
    for (int i = 0; i < count; i++) {
      reading(tag, i * step, Integer.toString(i));
    }
  }

  private TagProfile profile() throws IOException {
    Path file = Files.writeString(folder.resolve("tags.csv"), text);
    return TagProfile.of(LongFile.of(file.toString()).orElseThrow());
  }

  private List<String> lines() throws IOException {
    return profile().lines().stream().map(line -> line.replace(folder + "/", "")).toList();
  }

  @Test
  void saysOfEveryTagWhatItIs() throws IOException {
    every("speed", 12, 60);
    numbers("gate", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000, 2_000, 3_000, 4_000);
    reading("mode", 5, "auto");
    reading("mode", 65, "manual");
    reading("b", "mode", 5, "", "good");
    reading("b", "dead", 7, "1", "bad");
    reading("lone", 100, "1");
    reading("speed", -1, "5");

    assertThat(lines())
        .containsExactly(
            "tags.csv: 30 readings of 5 tags in 2 streams",
            "lateness: 12 readings came behind a later one of their stream, by at most 4000s",
            "1 reading without a readable time",
            "  speed: numbers at a rate, 12 readings, every 1m",
            "  gate: numbers, sent on change, 13 readings, every 1s to 1000s",
            "  mode: text, 3 readings, every 1m to 1m, words auto, manual, 1 without a value",
            "  dead: no values, 1 reading, once, 1 without a value",
            "  lone: numbers, sent on change, 1 reading, once");
    assertThat(profile().streams()).isEqualTo(2);
    assertThat(profile().sensors()).containsExactly("speed", "gate", "lone");
    assertThat(profile().onChange()).containsExactly("gate", "lone");
    assertThat(profile().textTags()).isEqualTo(Map.of("mode", Set.of("auto", "manual")));
  }

  @Test
  void aFileInOrderHasNoLateness() throws IOException {
    reading("speed", 1, "1");
    reading("flow", 1, "1");

    assertThat(lines())
        .startsWith(
            "tags.csv: 2 readings of 2 tags in 1 stream",
            "lateness: none, the sample is in the order of time; live data may not be");
    assertThat(profile().grace()).as("a step").isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aRateIsTenIntervalsOfWhichTheLongAreThreeTimesTheShort() throws IOException {
    every("eleven", 11, 60);
    every("ten", 10, 60);
    numbers("thrice", 0, 10, 20, 30, 40, 50, 60, 70, 80, 110, 140);
    numbers("more", 0, 10, 20, 30, 40, 50, 60, 70, 80, 111, 142);

    assertThat(profile().onChange()).containsExactly("ten", "more");
  }

  @ParameterizedTest
  @CsvSource({"9, 1, 0, true", "8, 1, 0, false", "9, 1, 50, true", "0, 0, 5, false"})
  void nineOfTenValuesOfASensorAreNumbers(int numbers, int words, int bad, boolean isSensor)
      throws IOException {
    for (int i = 0; i < numbers; i++) {
      reading("tag", i, "1");
    }
    for (int i = 0; i < words; i++) {
      reading("tag", 100 + i, "off");
    }
    for (int i = 0; i < bad; i++) {
      reading("a", "tag", 200 + i, "1", "bad");
    }
    assertThat(profile().sensors().equals(List.of("tag"))).isEqualTo(isSensor);
  }

  @Test
  void theStepIsTheMiddleOneOfTagsThatAreSentAtARate() throws IOException {
    every("slow", 12, 60);
    every("quick", 12, 10);
    every("middle", 12, 30);
    numbers("gate", 0, 1, 2, 3, 4, 5);
    for (int i = 0; i < 12; i++) {
      reading("mode", i, "auto");
    }

    assertThat(profile().step()).isEqualTo(Duration.ofSeconds(30));
    assertThat(profile().hold()).as("twice the slowest").isEqualTo(Duration.ofMinutes(2));
    assertThat(profile().idle()).as("ten times that").isEqualTo(Duration.ofMinutes(20));
  }

  @Test
  void tagsThatAreSentOnChangeSayNothingOfTheStep() throws IOException {
    every("speed", 12, 60);
    numbers("gate", 0, 1, 2, 3, 4, 5);
    numbers("door", 0, 1, 2, 3, 4, 5);
    numbers("lamp", 0, 1, 2, 3, 4, 5);

    assertThat(profile().step()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aTagThatComesMoreRarelyThanEveryTenthStepIsHeldAndNothingElseIsHeldForIt()
      throws IOException {
    every("quick", 40, 60);
    every("level", 40, 60);
    every("flow", 40, 60);
    every("tenth", 12, 600);
    every("laboratory", 12, 700);

    assertThat(profile().step()).isEqualTo(Duration.ofMinutes(1));
    assertThat(profile().onChange()).containsExactly("laboratory");
    assertThat(profile().hold()).isEqualTo(Duration.ofMinutes(20));
  }

  @Test
  void valuesAreHeldOverTheLongIntervalsOfATagToo() throws IOException {
    every("speed", 21, 10);
    reading("speed", 225, "1");

    assertThat(profile().onChange()).isEmpty();
    assertThat(profile().step()).isEqualTo(Duration.ofSeconds(10));
    assertThat(profile().hold()).as("twice 25 s").isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void whereNothingIsSentAtARateAllTagsOfNumbersCount() throws IOException {
    numbers("gate", 0, 4, 8, 12);
    numbers("door", 0, 6, 12);
    numbers("lamp", 0);
    reading("mode", 0, "auto");
    reading("mode", 1, "auto");

    assertThat(profile().step()).isEqualTo(Duration.ofSeconds(6));
    assertThat(profile().hold()).isEqualTo(Duration.ofSeconds(12));
    assertThat(profile().idle()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void withoutAnyIntervalTheStepIsASecond() throws IOException {
    numbers("lamp", 5);

    assertThat(profile().step()).isEqualTo(Duration.ofSeconds(1));
    assertThat(profile().hold()).isEqualTo(Duration.ofSeconds(2));
    assertThat(profile().idle()).as("at least a minute").isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void graceIsAsLongAsAnythingWasLateRoundedUp() throws IOException {
    every("speed", 12, 10);
    reading("flow", 110 - 33, "1");

    assertThat(profile().grace()).isEqualTo(Duration.ofSeconds(35));
  }

  @Test
  void anIntervalIsOfOneStreamAndAboveZero() throws IOException {
    for (int i = 0; i < 12; i++) {
      reading("a", "speed", 100L * i, "1", "good");
      reading("b", "speed", 100L * i + 1, "1", "good");
      reading("b", "speed", 100L * i + 1, "1", "good");
    }
    assertThat(profile().step()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void afterTenWordsATagIsTextOfManyWords() throws IOException {
    for (int i = 0; i < 10; i++) {
      reading("ten", i, "w" + i);
    }
    for (int i = 0; i < 11; i++) {
      reading("eleven", 20 + i, "w" + i);
    }
    assertThat(lines().get(2)).endsWith("words w0, w1, w2, w3, w4, w5, w6, w7, w8, w9");
    assertThat(lines().get(3)).isEqualTo("  eleven: text, 11 readings, every 1s");
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "99, 99",
    "100, 100",
    "104, 100",
    "105, 110",
    "999, 1000",
    "1049, 1000",
    "994999, 990000"
  })
  void intervalsAreRoundedToTwoDigits(long nanos, long rounded) {
    assertThat(TagProfile.rounded(nanos)).isEqualTo(rounded);
  }

  @Test
  void aFileWithoutAReadableTimeHasNoReading() {
    reading("speed", -1, "1");

    assertThatThrownBy(() -> TagProfile.of(file("tags.csv")))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith("tags.csv has no reading with a readable time");
  }

  private LongFile file(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return new LongFile(
        file.toString(),
        "tag",
        "value",
        "time",
        TimeFormat.AUTO,
        Optional.of("line"),
        Optional.of("quality"));
  }
}
