package io.kahkm.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Two builds of a release, byte by byte, without what a key made. */
final class BuildComparison {
  private BuildComparison() {}

  /** What differs, one sentence each; empty where both are the same. */
  static List<String> differences(Path one, Path other) throws IOException {
    Map<String, String> here = unsigned(one);
    Map<String, String> there = unsigned(other);
    List<String> found = new ArrayList<>();
    if (here.isEmpty()) {
      found.add("nothing in " + one);
    }
    TreeSet<String> names = new TreeSet<>(here.keySet());
    names.addAll(there.keySet());
    for (String name : names) {
      if (!here.containsKey(name) || !there.containsKey(name)) {
        found.add(name + ": only in " + (here.containsKey(name) ? one : other));
      } else if (!here.get(name).equals(there.get(name))) {
        found.add(name + ": other bytes");
      }
    }
    return found;
  }

  private static Map<String, String> unsigned(Path folder) throws IOException {
    Map<String, String> sums = Digests.sums(folder);
    sums.keySet().removeIf(ReleaseFolder::isMadeWithAKey);
    return sums;
  }
}
