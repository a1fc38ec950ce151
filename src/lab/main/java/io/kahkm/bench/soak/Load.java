package io.kahkm.bench.soak;

/** In which form the readings of the simulated streams come to the engine. */
enum Load {
  /** One record a reading. */
  ROWS(
      "",
      20,
      "soak",
      "{topic: %s, state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done}"),
  /**
   * One record a tag under the key of its stream, each up to three readings late, some left out so
   * that steps close by their grace and values stand in.
   */
  TAGS(
      "-tags",
      400,
      "tags",
      "{topic: %s, layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: ts, time-unit: ms,"
          + " step: 400ms, grace: 2s, hold: 1s, episode: {tag: RUN}}"),
  /**
   * One record a tag under a key of its own: the tags of a stream come from several partitions. The
   * grace is above what one of them may lie behind the others after a fault: two seconds of event
   * time pass in one, so that four minutes are two. Streams begin to give rows when it has passed
   * once.
   */
  TAGS_BY_KEY(
      "-tags-by-key",
      400,
      "tags-by-key",
      "{topic: %s, layout: tags, stream: {from: key, pattern: '(.+)/.+'}, tag: {from: key, pattern:"
          + " '.+/(.+)'}, sensors: {q: Q, p: P}, time: ts, time-unit: ms, step: 400ms, grace: 4m,"
          + " episode: {tag: RUN}}"),
  /** The rows that the tags make, as they would be sent whole: what is expected. */
  ROWS_OF_TAGS(
      "",
      400,
      "rows-of-tags",
      "{topic: %s, state: [q, p], time: t, time-unit: ms, step: 400ms, step-tolerance: 0, episode: run}");

  private final String suffix;
  private final long stepMillis;
  private final String monitor;
  private final String input;

  Load(String suffix, long stepMillis, String monitor, String input) {
    this.suffix = suffix;
    this.stepMillis = stepMillis;
    this.monitor = monitor;
    this.input = input;
  }

  /** What the names of tables and files end with. */
  String suffix() {
    return suffix;
  }

  /** Event time between two readings of a stream. */
  long stepMillis() {
    return stepMillis;
  }

  /** Name of the monitor. */
  String monitor() {
    return monitor;
  }

  /** The input section of the topology file. */
  String input(String topic) {
    return input.formatted(topic);
  }

  boolean ofTags() {
    return this == TAGS || this == TAGS_BY_KEY;
  }

  /** What a sequential run of whole rows reads. */
  Load rows() {
    return ofTags() ? ROWS_OF_TAGS : this;
  }
}
