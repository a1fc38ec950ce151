package io.kahkm.engine;

import io.kahkm.config.PeerAddress;
import java.util.List;
import java.util.Optional;

/**
 * The other instances of the application, as the group's metadata name them. Called from the
 * threads of the HTTP server; implementations are thread-safe, return at once and never throw.
 */
public interface Peers {
  /** Knows of no other instance. */
  Peers NONE =
      new Peers() {
        @Override
        public Optional<PeerAddress> own() {
          return Optional.empty();
        }

        @Override
        public List<PeerAddress> others() {
          return List.of();
        }

        @Override
        public Optional<PeerAddress> holder(String stream) {
          return Optional.empty();
        }
      };

  /**
   * Under which address the other instances know this one.
   *
   * @return empty where it has none
   */
  Optional<PeerAddress> own();

  /**
   * The other instances that hold partitions.
   *
   * @return in order of their addresses, this instance left out
   */
  List<PeerAddress> others();

  /**
   * Which other instance should hold a stream, if the usual partitioner placed it.
   *
   * @param stream stream id
   * @return one of {@link #others()}, empty if it is not known
   */
  Optional<PeerAddress> holder(String stream);
}
