package io.kahkm.stream;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * An encoder of states that come again and again: it encodes each of them once, and says the same
 * of it, to the bit, as often as it comes. Used by one thread.
 */
final class RepeatedStates implements Encoder {
  private final Encoder encoder;
  private final int most;
  private final Map<State, Encoding> known = new HashMap<>();

  /** A state, equal to one of the same bits. */
  @SuppressWarnings("ArrayRecordComponent")
  private record State(double[] values) {
    @Override
    public boolean equals(Object other) {
      return other instanceof State state && Arrays.equals(values, state.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }
  }

  /**
   * Knows no state yet.
   *
   * @param encoder encodes what is new
   * @param most states that are remembered; any that come after as many others are encoded each
   *     time
   */
  RepeatedStates(Encoder encoder, int most) {
    this.encoder = encoder;
    this.most = most;
  }

  @Override
  public void encode(double[] state, Encoding result) {
    Encoding before = known.get(new State(state));
    if (before != null) {
      result.set(before);
      return;
    }
    encoder.encode(state, result);
    if (known.size() < most) {
      Encoding copy = new Encoding(result.classes());
      copy.set(result);
      known.put(new State(state.clone()), copy);
    }
  }

  @Override
  public void shares(double[] state, int classIndex, double[] shares) {
    encoder.shares(state, classIndex, shares);
  }
}
