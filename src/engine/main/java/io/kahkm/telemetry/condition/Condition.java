package io.kahkm.telemetry.condition;

import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a person on shift should take a stream for: the map first, then what its certificates say.
 *
 * @param state what the map says of its present readings
 * @param claim what its last window says; empty where the stream has no certificates of its own
 */
public record Condition(StreamState state, Optional<Claim> claim) {
  /**
   * The condition of a stream.
   *
   * @param status last view of the stream, null when none is known
   * @param silence whether it is still heard
   * @param outdated whether its last window is too old to say anything of the present
   * @param certified whether streams have certificates of their own
   */
  public static Condition of(
      @Nullable StreamStatus status, Silence silence, boolean outdated, boolean certified) {
    return new Condition(
        StreamState.of(status, silence),
        certified ? Optional.of(claim(status, outdated)) : Optional.empty());
  }

  private static Claim claim(@Nullable StreamStatus status, boolean outdated) {
    if (status == null || status.certificates().last().isEmpty()) {
      return Claim.WAITING;
    }
    return outdated ? Claim.OUTDATED : Claim.of(status.certificates().last().get().verdict());
  }

  /** Place in the order of attention, the most wanted first. */
  @SuppressWarnings("EnumOrdinal") // the constants stand in the order of attention
  public int rank() {
    if (state == StreamState.ENDED) {
      return Integer.MAX_VALUE - 1;
    }
    if (state == StreamState.OFF) {
      return Integer.MAX_VALUE - 2;
    }
    if (state.abnormal()) {
      return state.ordinal();
    }
    int states = StreamState.values().length;
    int ofClaim = claim.orElse(Claim.WITHIN).ordinal();
    if (alarm()) {
      return states + ofClaim;
    }
    int afterAlarms = states + Claim.values().length;
    return afterAlarms + (state == StreamState.NORMAL ? states + ofClaim : state.ordinal());
  }

  /** Whether the stream wants attention. */
  public boolean alarm() {
    return state.abnormal()
        || (state != StreamState.ENDED
            && state != StreamState.OFF
            && claim.filter(said -> said.compareTo(Claim.WAS_OUTSIDE) <= 0).isPresent());
  }
}
