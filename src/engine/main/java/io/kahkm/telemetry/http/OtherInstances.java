package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Peers;
import io.kahkm.telemetry.PeerAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What other instances of the application hold, asked of them with the login of whoever asks.
 * Thread-safe.
 */
final class OtherInstances implements AutoCloseable {
  private final Peers peers;
  private final Consumer<PeerAnswer> asked;
  private final PeerClient client = new PeerClient();

  /**
   * Asks nothing yet.
   *
   * @param peers the other instances
   * @param asked told of every answer
   */
  OtherInstances(Peers peers, Consumer<PeerAnswer> asked) {
    this.peers = peers;
    this.asked = asked;
  }

  /** What this instance is called in lists of several. */
  String own() {
    return peers.own().map(PeerAddress::toString).orElse("this instance");
  }

  /** Asks all of them. */
  List<PeerAnswer> ask(String path, Caller caller) {
    return ask(peers.others(), path, caller);
  }

  private List<PeerAnswer> ask(List<PeerAddress> whom, String path, Caller caller) {
    List<PeerAnswer> answers = client.ask(whom, path, caller.authorization());
    answers.forEach(asked);
    return answers;
  }

  /**
   * Asks the instance that should hold a stream, then the others: keys may be placed freely.
   *
   * @param form makes the response of an answer
   * @param held what this instance holds, for the answer that nobody has it
   */
  Response find(
      String id, String path, Caller caller, Function<ObjectNode, Response> form, String held) {
    List<PeerAddress> others = peers.others();
    Optional<PeerAddress> holder = peers.holder(id).filter(others::contains);
    List<String> failed = new ArrayList<>();
    List<List<PeerAddress>> rounds =
        List.of(
            holder.stream().toList(),
            others.stream().filter(peer -> !holder.equals(Optional.of(peer))).toList());
    for (List<PeerAddress> round : rounds) {
      for (PeerAnswer given : ask(round, path, caller)) {
        if (given.json().isPresent()) {
          return form.apply(given.json().get());
        }
        if (given.failed()) {
          failed.add(given.peer() + " (" + given.problem() + ")");
        }
      }
    }
    return Response.error(
        404,
        "no such stream here; "
            + held
            + (others.isEmpty() ? "" : "; other instances asked: " + others.size())
            + (failed.isEmpty() ? "" : "; not reached: " + String.join(", ", failed)));
  }

  /** Asks no more. */
  @Override
  public void close() {
    client.close();
  }
}
