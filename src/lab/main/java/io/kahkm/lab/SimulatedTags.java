package io.kahkm.lab;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.topic.TagShuffle;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.config.TagsConfig;
import io.kahkm.system.SimulatedReading;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends simulated readings as a gateway would: a record for every tag, each a random while late but
 * within the grace of the topology file, the episode's name only when it changes. For one thread.
 */
final class SimulatedTags {
  private static final double SHARE_OF_GRACE = 0.75;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final List<String> tags;
  private final String episodeTag;
  private final long stepMillis;
  private final TagShuffle late;
  private final Map<String, String> episodes = new HashMap<>();
  private TopicWriter writer;

  /**
   * Sends nothing yet.
   *
   * @param config how tags become rows; sensors in the order of the simulated system's
   * @param stepMillis time from reading to reading
   * @param seed of the delays
   */
  SimulatedTags(TagsConfig config, long stepMillis, long seed) {
    tags = List.copyOf(config.sensors().values());
    episodeTag = config.episode().orElse(null);
    this.stepMillis = stepMillis;
    late = new TagShuffle(latest(config.grace()).toNanos(), seed, this::write);
  }

  /**
   * How late a value is at most.
   *
   * @param grace of the topology file
   * @return below it
   */
  static Duration latest(Duration grace) {
    return Duration.ofNanos((long) (SHARE_OF_GRACE * grace.toNanos()));
  }

  /** Sends the values of a reading, after those that are still on their way and due by then. */
  void send(String stream, SimulatedReading reading, TopicWriter records) throws IOException {
    writer = records;
    // On the grid, so that a value belongs to the row of its own time.
    long time = reading.time() / stepMillis * stepMillis * NANOS_PER_MILLI;
    if (episodeTag != null && !reading.episode().equals(episodes.put(stream, reading.episode()))) {
      late.add(new TagShuffle.TagValue(stream, episodeTag, time, reading.episode()));
    }
    for (int i = 0; i < tags.size(); i++) {
      String value = Double.toString(reading.state().get(i));
      late.add(new TagShuffle.TagValue(stream, tags.get(i), time, value));
    }
  }

  private void write(TagShuffle.TagValue value) throws IOException {
    ObjectNode message = Json.object();
    if (value.tag().equals(episodeTag)) {
      message.put("value", value.text());
    } else {
      message.put("value", Double.parseDouble(value.text()));
    }
    message.put("ts", value.nanos() / NANOS_PER_MILLI);
    writer.send(value.stream() + "/" + value.tag(), message);
  }
}
