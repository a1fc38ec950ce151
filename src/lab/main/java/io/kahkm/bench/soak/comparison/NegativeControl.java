package io.kahkm.bench.soak.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Faults planted in copies of published records, which the comparison has to notice: a check that
 * cannot fail says nothing.
 *
 * @param planted faults planted
 * @param noticed of which the comparison counted exactly one record as lost, doubled or wrong
 */
public record NegativeControl(int planted, int noticed) {
  static final NegativeControl NONE = new NegativeControl(0, 0);

  NegativeControl and(NegativeControl other) {
    return new NegativeControl(planted + other.planted, noticed + other.noticed);
  }

  /**
   * Tells whether the comparison notices what was planted.
   *
   * @return whether every planted difference was noticed
   */
  public boolean passed() {
    return planted == noticed;
  }

  /**
   * Drops, doubles and alters the middle record of the stream that has most.
   *
   * @param actual what came; not modified
   * @param expected what should have come
   * @return three faults; none where there is no record to spoil or the data are faulty themselves
   */
  public static NegativeControl run(
      Map<String, List<byte[]>> actual, Map<String, List<byte[]>> expected) {
    String stream = "";
    for (Map.Entry<String, List<byte[]>> one : actual.entrySet()) {
      if (!actual.containsKey(stream) || one.getValue().size() > actual.get(stream).size()) {
        stream = one.getKey();
      }
    }
    if (!actual.containsKey(stream) || !Reconciliation.compare(actual, expected).clean()) {
      return NONE;
    }
    int middle = actual.get(stream).size() / 2;
    int noticed = 0;
    if (spoiled(actual, expected, stream, values -> values.remove(middle)).lost() == 1) {
      noticed++;
    }
    Tally doubled =
        spoiled(actual, expected, stream, values -> values.add(middle, values.get(middle)));
    if (doubled.doubled() == 1) {
      noticed++;
    }
    Tally altered = spoiled(actual, expected, stream, values -> flipBit(values, middle));
    if (altered.wrong() == 1) {
      noticed++;
    }
    return new NegativeControl(3, noticed);
  }

  private static void flipBit(List<byte[]> values, int index) {
    byte[] altered = values.get(index).clone();
    altered[altered.length / 2] = (byte) (altered[altered.length / 2] ^ 1);
    values.set(index, altered);
  }

  private static Tally spoiled(
      Map<String, List<byte[]>> actual,
      Map<String, List<byte[]>> expected,
      String stream,
      Consumer<List<byte[]>> fault) {
    Map<String, List<byte[]>> copy = new TreeMap<>(actual);
    List<byte[]> values = new ArrayList<>(actual.get(stream));
    fault.accept(values);
    copy.put(stream, values);
    return Reconciliation.compare(copy, expected);
  }
}
