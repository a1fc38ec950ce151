package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.report.CellCosts;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TagShuffleTest {
  private static final long SECOND = 1_000_000_000L;

  /** Values of three tags each second, in the order of time. */
  private static List<TagShuffle.TagValue> sent() {
    List<TagShuffle.TagValue> values = new ArrayList<>();
    for (int k = 0; k < 500; k++) {
      for (String tag : List.of("a", "b", "c")) {
        values.add(new TagShuffle.TagValue("s", tag, k * SECOND, tag + k));
      }
    }
    return values;
  }

  private static List<TagShuffle.TagValue> arrived(long longest, long seed) throws Exception {
    List<TagShuffle.TagValue> values = new ArrayList<>();
    TagShuffle shuffle = new TagShuffle(longest, seed, values::add);
    for (TagShuffle.TagValue value : sent()) {
      shuffle.add(value);
    }
    shuffle.finish();
    return values;
  }

  @Test
  void valuesArriveLessThanTheDelayBehindTheLatest() throws Exception {
    List<TagShuffle.TagValue> values = arrived(5 * SECOND, 1);
    long latest = 0;
    long behind = 0;
    for (TagShuffle.TagValue value : values) {
      latest = Math.max(latest, value.nanos());
      behind = Math.max(behind, latest - value.nanos());
    }
    assertThat(values).hasSize(1500).doesNotHaveDuplicates();
    assertThat(behind).isBetween(3 * SECOND, 5 * SECOND - 1);
  }

  /** Each at its time and a random part of the delay; what has arrived waits for nothing. */
  @Test
  void valuesAreSentOnceTheyHaveArrived() throws Exception {
    Random random = new Random(4);
    List<Double> arrivals = new ArrayList<>();
    List<TagShuffle.TagValue> sent = new ArrayList<>();
    TagShuffle shuffle = new TagShuffle(5 * SECOND, 4, sent::add);
    for (int k = 0; k < 50; k++) {
      double now = k * (double) SECOND;
      shuffle.add(new TagShuffle.TagValue("s", "a", k * SECOND, Integer.toString(k)));
      assertThat(sent)
          .as("before value " + k)
          .hasSize((int) arrivals.stream().filter(at -> at < now).count());
      arrivals.add(now + random.nextDouble() * 5 * SECOND);
    }
    shuffle.finish();

    assertThat(sent)
        .extracting(value -> Integer.parseInt(value.text()))
        .isSortedAccordingTo(Comparator.comparing(arrivals::get))
        .hasSize(50);
  }

  @Test
  void seedsDecideTheOrderAndNoDelayKeepsIt() throws Exception {
    assertThat(arrived(5 * SECOND, 1)).isEqualTo(arrived(5 * SECOND, 1));
    assertThat(arrived(5 * SECOND, 1)).isNotEqualTo(arrived(5 * SECOND, 2));
    assertThat(arrived(0, 1)).isEqualTo(sent());
  }

  private static List<String> costs(String names) throws Exception {
    return CellCosts.lines(
        TopologyConfig.parse(
            "name: plant\nmodel: {file: m}\ninput: {layout: tags, sensors: {q: Q, p: P}, step: 1s,"
                + " grace: 5s, hold: 10s"
                + names
                + "}",
            "test",
            Map.of()));
  }

  @Test
  void checkSaysWhereTagsMeetAndWhatOpenStepsTake() throws Exception {
    assertThat(costs(""))
        .containsExactly(
            "Tags: joined in place, because the key of their records is their stream.",
            "Open steps: up to 42 at a time hold values of a tag. Bytes per stream: 320 with one"
                + " value a step and tags that arrive together, 1,344 with all those steps filled,"
                + " never more than 524,288.");
    assertThat(costs(", stream: {from: key, pattern: '(.*)/.*'}").get(0))
        .startsWith("Tags: go through the topic plant-tags-by-stream-repartition");
  }
}
