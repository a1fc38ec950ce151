package io.kahkm.bench.soak.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;

/**
 * Compares what was published with what the sequential run expects, stream by stream, in order,
 * byte by byte, and counts what is lost, doubled or wrong.
 *
 * <p>A record that should have come later leaves those before it lost; if one of them comes
 * afterwards it is wrong instead, because its order is. A record that has come before is doubled. A
 * record that nobody expects is wrong and stands for the one expected in its place, if there is one
 * that does not come itself.
 */
public final class Reconciliation {
  private final String name;
  private final List<Bytes> expected = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final boolean[] come;
  private long lost;
  private long doubled;
  private long wrong;

  /** First expected record that is still to come in order. */
  private int next;

  private Reconciliation(String name, List<byte[]> expected) {
    this.name = name;
    expected.forEach(value -> this.expected.add(Bytes.wrap(value)));
    come = new boolean[expected.size()];
  }

  /**
   * Compares two sets of streams.
   *
   * @param actual published values of each stream in order; not modified
   * @param expected values of the sequential run of each stream in order; not modified
   * @return the counts
   */
  public static Tally compare(
      Map<String, List<byte[]>> actual, Map<String, List<byte[]>> expected) {
    Set<String> streams = new TreeSet<>(expected.keySet());
    streams.addAll(actual.keySet());
    Tally tally = Tally.NOTHING;
    for (String stream : streams) {
      List<byte[]> wanted = expected.getOrDefault(stream, List.of());
      tally =
          tally.and(
              new Reconciliation(stream, wanted).read(actual.getOrDefault(stream, List.of())));
    }
    return tally;
  }

  private Tally read(List<byte[]> actual) {
    int foreign = 0;
    for (int i = 0; i < actual.size(); i++) {
      Bytes value = Bytes.wrap(actual.get(i));
      int later = next < expected.size() && expected.get(next).equals(value) ? next : -1;
      later = later < 0 ? indexFrom(next, value) : later;
      if (later >= 0) {
        come[later] = true;
        next = later + 1;
      } else {
        int before = expected.indexOf(value);
        if (before < 0) {
          foreign++;
          say("record " + i + " is no expected one");
        } else if (come[before]) {
          doubled++;
          say("record " + i + " has come before");
        } else {
          come[before] = true;
          wrong++;
          say("record " + i + " comes late");
        }
      }
    }
    for (int i = 0; i < come.length; i++) {
      if (!come[i]) {
        lost++;
        say("expected record " + i + " has not come");
      }
    }
    // An altered record is one fault, not a foreign record and a lost one.
    lost -= Math.min(lost, foreign);
    wrong += foreign;
    return new Tally(expected.size(), lost, doubled, wrong, problems);
  }

  private int indexFrom(int from, Bytes value) {
    int index = expected.subList(from, expected.size()).indexOf(value);
    return index < 0 ? -1 : from + index;
  }

  private void say(String problem) {
    problems.add(name + ": " + problem);
  }
}
