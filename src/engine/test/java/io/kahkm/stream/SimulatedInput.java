package io.kahkm.stream;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Input records of simulated Van der Pol streams in an order that mixes the streams. */
final class SimulatedInput {
  /** One input record. */
  record Message(String stream, String json) {
    byte[] value() {
      return json.getBytes(StandardCharsets.UTF_8);
    }
  }

  private SimulatedInput() {}

  /**
   * Streams of short episodes.
   *
   * @param streams number of streams, named a, b, ..
   * @param episodes episodes of each
   * @param transitions transitions of an episode
   * @return the records, one of each stream in turn
   */
  static List<Message> messages(int streams, int episodes, int transitions) {
    List<List<Message>> all = new ArrayList<>();
    for (int s = 0; s < streams; s++) {
      all.add(stream(Character.toString('a' + s), 100 + s, episodes, transitions));
    }
    List<Message> mixed = new ArrayList<>();
    for (int i = 0; i < all.get(0).size(); i++) {
      for (List<Message> one : all) {
        mixed.add(one.get(i));
      }
    }
    return mixed;
  }

  private static List<Message> stream(String name, long seed, int count, int transitions) {
    Episodes episodes =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, count, transitions);
    List<Message> messages = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      for (int t = 0; t <= transitions; t++) {
        String json =
            TestTopology.json(messages.size(), episodes.state(e, t), name + e, t == transitions);
        messages.add(new Message(name, json));
      }
    }
    return messages;
  }
}
