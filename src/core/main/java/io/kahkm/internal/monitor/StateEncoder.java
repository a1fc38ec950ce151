package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.OptionalDouble;

/**
 * Encodes prepared states and says on which side of the map's edge they lie. One owner; the
 * workspace may be that of other monitors too.
 */
final class StateEncoder {
  private final Encoder encoder;
  private final Encoding encoding;
  private final OptionalDouble noveltyLimit;
  private final double[] shares;
  private MonitorProbe probe = MonitorProbe.NONE;
  private long uniformFallbacks;

  StateEncoder(Model model, Encoder encoder, Encoding encoding) {
    this.encoder = encoder;
    this.encoding = encoding;
    shares = new double[model.map().sensors().size()];
    noveltyLimit = model.noveltyLimit();
  }

  void probe(MonitorProbe newProbe) {
    probe = newProbe;
  }

  /**
   * Encodes one state.
   *
   * @param readings present readings in sensor units
   * @param state in the units of the map
   * @param target overwritten
   */
  void encode(double[] readings, double[] state, EncodedState target) {
    probe.encoding();
    encoder.encode(state, encoding);
    probe.encoded();
    if (encoding.uniform()) {
      uniformFallbacks++;
    }
    target.set(
        readings,
        state,
        encoding,
        encoding.novelty() > noveltyLimit.orElse(Double.POSITIVE_INFINITY));
  }

  /** The sensors' shares of a state's novelty; a live view. */
  double[] noveltyShares(EncodedState state) {
    encoder.shares(state.state, state.bestScored(), shares);
    return shares;
  }

  /** The edge of the map, empty without calibration. */
  OptionalDouble noveltyLimit() {
    return noveltyLimit;
  }

  /** States that got uniform coordinates. */
  long uniformFallbacks() {
    return uniformFallbacks;
  }

  void transfer(StateTransfer state) {
    uniformFallbacks = state.longOf(uniformFallbacks);
  }
}
