package io.kahkm.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares outputs with those of the plain loop, stream by stream, in order, byte by byte. */
final class Reconciliation {
  private Reconciliation() {}

  /** What is missing, doubled or different; empty if nothing is. */
  static List<String> problems(
      Map<String, List<byte[]>> actual, Map<String, List<byte[]>> expected) {
    List<String> problems = new ArrayList<>();
    Set<String> streams = new TreeSet<>(expected.keySet());
    streams.addAll(actual.keySet());
    for (String stream : streams) {
      List<byte[]> wanted = expected.getOrDefault(stream, List.of());
      List<byte[]> found = actual.getOrDefault(stream, List.of());
      if (wanted.size() != found.size()) {
        problems.add(stream + " has " + found.size() + " records, not " + wanted.size());
      }
      for (int i = 0; i < Math.min(wanted.size(), found.size()); i++) {
        if (!Arrays.equals(wanted.get(i), found.get(i))) {
          problems.add(stream + " differs from record " + i + " on");
          break;
        }
      }
    }
    return problems;
  }
}
