package io.kahkm.stream.quarantine;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Remembers at which offset of a partition the engine stopped last, and how often in a row. It
 * outlives the process. Callers take turns.
 */
public interface CrashCounts {
  /**
   * Stops at one place of a partition.
   *
   * @param offset of the record
   * @param times how often in a row, at least 1
   * @param late whether they came after the record was done, or ended the process while it was
   *     done: then nothing is thrown that could be caught, and the record has to be put aside
   *     before it is looked at
   */
  record Stop(long offset, int times, boolean late) {}

  /**
   * The last stop of every partition.
   *
   * @return empty also where it cannot be found out
   */
  Map<TopicPartition, Stop> all();

  /**
   * Notes a stop.
   *
   * @param partition its partition, whose last note is replaced
   * @param stop this one
   */
  void note(TopicPartition partition, Stop stop);

  /**
   * Forgets a partition's note.
   *
   * @param partition the partition
   */
  void clear(TopicPartition partition);
}
