package io.kahkm.stream;

import org.apache.kafka.common.TopicPartition;

/**
 * Remembers at which offset of a partition the engine crashed last, and how often in a row. It
 * outlives the process. Callers take turns.
 */
interface CrashCounts {
  /**
   * How often the engine crashed at a record.
   *
   * @param partition its partition
   * @param offset its offset
   * @return at least 0; 0 also where it cannot be found out
   */
  int at(TopicPartition partition, long offset);

  /**
   * Notes that the engine crashes at a record.
   *
   * @param partition its partition, whose last note is replaced
   * @param offset its offset
   * @param crashes how often it has, this time included
   */
  void note(TopicPartition partition, long offset, int crashes);

  /**
   * Forgets a partition's note.
   *
   * @param partition the partition
   */
  void clear(TopicPartition partition);
}
