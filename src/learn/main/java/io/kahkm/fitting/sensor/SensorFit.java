package io.kahkm.fitting.sensor;

import io.kahkm.internal.sensor.SensorModel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What came of fitting the sensor channel.
 *
 * @param model the channel; empty where the rows do not admit one
 * @param refusal why there is none, a sentence for people; empty where there is one
 * @param suspects stretches of the recording that it was fitted without, in time order
 * @param constant names of the sensors that always read the same, of which any other value is
 *     evidence of a fault
 * @param names of the watched sensors that vary
 * @param rowsToFind for every one of them the rows after which a shift by one of its standard
 *     deviations is an alert by itself; infinite where it never is
 * @param independent independent rows that the innovations of the sensor with the fewest are worth;
 *     0 without a channel
 */
public record SensorFit(
    Optional<SensorModel> model,
    String refusal,
    List<SuspectStretch> suspects,
    List<String> constant,
    List<String> names,
    List<Double> rowsToFind,
    double independent) {
  /** Copies the lists. */
  public SensorFit {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(refusal, "refusal");
    suspects = List.copyOf(suspects);
    constant = List.copyOf(constant);
    names = List.copyOf(names);
    rowsToFind = List.copyOf(rowsToFind);
  }

  /**
   * The same that knows how long values were missing: rows without them are no part of what the
   * rest is fitted to.
   *
   * @param gaps for every sensor, watched or not, the lengths of its runs of missing values in rows
   * @param rows of the recording
   * @return a copy
   */
  public SensorFit withMissing(List<int[]> gaps, int rows) {
    return new SensorFit(
        model.map(known -> withMissing(known, gaps, rows)),
        refusal,
        suspects,
        constant,
        names,
        rowsToFind,
        independent);
  }

  private static SensorModel withMissing(SensorModel model, List<int[]> gaps, int rows) {
    return model.withNorms(
        IntStream.range(0, model.size())
            .mapToObj(
                j ->
                    model
                        .norm(j)
                        .withMissing(ReadingNorms.missing(gaps.get(model.sensor(j)), rows)))
            .toList());
  }

  static SensorFit none(String refusal) {
    return new SensorFit(Optional.empty(), refusal, List.of(), List.of(), List.of(), List.of(), 0);
  }
}
