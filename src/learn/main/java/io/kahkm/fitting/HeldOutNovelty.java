package io.kahkm.fitting;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Novelty of every held-out row, in the order of the rows.
 *
 * @param episodes in time order, one list per declared episode, none empty
 * @param streams number of the stream of every episode; those of one stream follow each other
 */
public record HeldOutNovelty(List<List<Double>> episodes, List<Integer> streams) {
  /** Copies the lists. */
  public HeldOutNovelty {
    if (episodes.size() != streams.size()) {
      throw new IllegalArgumentException(
          "streams: has " + streams.size() + " entries, must have " + episodes.size());
    }
    episodes = episodes.stream().map(List::copyOf).toList();
    streams = List.copyOf(streams);
  }

  /** How many rows there are. */
  public int rows() {
    return episodes.stream().mapToInt(List::size).sum();
  }

  /** That of every row. */
  public List<Double> all() {
    return episodes.stream().flatMap(List::stream).toList();
  }

  /** Whether the rows are those of more than one stream. */
  public boolean severalStreams() {
    return new HashSet<>(streams).size() > 1;
  }

  /** That of the first third of the rows of every stream. */
  public List<Double> firstThirds() {
    List<Double> thirds = new ArrayList<>();
    for (List<Double> stream : byStream()) {
      thirds.addAll(stream.subList(0, stream.size() / 3));
    }
    return thirds;
  }

  /**
   * That of the last third of the rows of every stream. They are as many as the first ones, so what
   * differs between streams is in both.
   */
  public List<Double> lastThirds() {
    List<Double> thirds = new ArrayList<>();
    for (List<Double> stream : byStream()) {
      thirds.addAll(stream.subList(stream.size() - stream.size() / 3, stream.size()));
    }
    return thirds;
  }

  private List<List<Double>> byStream() {
    List<List<Double>> byStream = new ArrayList<>();
    for (int e = 0; e < episodes.size(); e++) {
      if (e == 0 || !streams.get(e).equals(streams.get(e - 1))) {
        byStream.add(new ArrayList<>());
      }
      byStream.get(byStream.size() - 1).addAll(episodes.get(e));
    }
    return byStream;
  }
}
