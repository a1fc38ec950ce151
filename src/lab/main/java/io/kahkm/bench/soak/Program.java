package io.kahkm.bench.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * What an engine's process runs.
 *
 * @param classPath where its classes are
 * @param main its main class
 * @param words its first arguments
 */
record Program(String classPath, String main, List<String> words) {
  /** Copies the words. */
  Program {
    words = List.copyOf(words);
  }

  /** {@code kahkm run} of this program. */
  static Program own() {
    return run(System.getProperty("java.class.path"));
  }

  /** {@code kahkm run} of a program. */
  static Program run(String classPath) {
    return new Program(classPath, "io.kahkm.cli.Main", List.of("run"));
  }

  /** The same from another place. */
  Program at(String otherClassPath) {
    return new Program(otherClassPath, main, words);
  }

  /** Arguments of the Java command, after the options of the machine. */
  List<String> arguments(String... more) {
    List<String> arguments = new ArrayList<>(List.of("-cp", classPath, main));
    arguments.addAll(words);
    arguments.addAll(List.of(more));
    return arguments;
  }
}
