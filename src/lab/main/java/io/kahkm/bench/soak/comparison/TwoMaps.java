package io.kahkm.bench.soak.comparison;

import io.kahkm.stream.SequentialRun.Output;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * What two maps give for the same records while their roles change from instance to instance: of
 * every record the results of one of them have to be published, all of them and no other. Which one
 * is told by its forecast, since every forecast names its map. Mutable, one owner.
 */
public final class TwoMaps {
  /**
   * A result of one map.
   *
   * @param output where it goes
   * @param key the stream's id, of an incident its own
   * @param value its bytes
   */
  record Result(Output output, String key, Bytes value) {
    static Result of(Output output, String key, byte[] value) {
      return new Result(output, key, Bytes.wrap(value));
    }
  }

  private record Step(List<Result> first, List<Result> second) {}

  private final Map<String, List<Step>> steps = new TreeMap<>();
  private long ofFirst;
  private long ofSecond;

  /** Takes what both maps give for the next record of a stream. */
  void add(String stream, List<Result> first, List<Result> second) {
    steps
        .computeIfAbsent(stream, name -> new ArrayList<>())
        .add(new Step(List.copyOf(first), List.copyOf(second)));
  }

  /**
   * What has to have been published since the last time.
   *
   * @param forecasts that were published, by stream; not modified
   * @return the results of every stream, and of every incident, in order; a record none of whose
   *     forecasts came counts for the map of the record before
   */
  Map<Output, Map<String, List<byte[]>>> take(Map<String, List<byte[]>> forecasts) {
    Map<Output, Map<String, List<byte[]>>> expected = new EnumMap<>(Output.class);
    for (Output output : Output.values()) {
      expected.put(output, new TreeMap<>());
    }
    steps.forEach(
        (stream, records) -> {
          Set<Bytes> came = new HashSet<>();
          forecasts.getOrDefault(stream, List.of()).forEach(value -> came.add(Bytes.wrap(value)));
          boolean second = false;
          for (Step step : records) {
            boolean bySecond = forecastIn(step.second(), came);
            second = bySecond || (second && !forecastIn(step.first(), came));
            ofSecond += bySecond ? 1 : 0;
            ofFirst += second ? 0 : 1;
            for (Result result : second ? step.second() : step.first()) {
              expected
                  .get(result.output())
                  .computeIfAbsent(result.key(), name -> new ArrayList<>())
                  .add(result.value().get());
            }
          }
        });
    steps.clear();
    return expected;
  }

  private static boolean forecastIn(List<Result> results, Set<Bytes> came) {
    return results.stream()
        .anyMatch(result -> result.output() == Output.FORECASTS && came.contains(result.value()));
  }

  /**
   * Records so far whose results were the first map's.
   *
   * @return how many, from 0
   */
  public long ofFirst() {
    return ofFirst;
  }

  /**
   * Records so far whose results were the second map's.
   *
   * @return how many, from 0
   */
  public long ofSecond() {
    return ofSecond;
  }
}
