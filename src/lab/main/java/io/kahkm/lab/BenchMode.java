package io.kahkm.lab;

import java.util.List;
import picocli.CommandLine.Option;

/** What is measured instead of the cost of a record; one of them. */
final class BenchMode {
  @Option(
      names = "--streams",
      split = ",",
      paramLabel = "S",
      description =
          "Growth: throughput, heap and changelog bytes at each of these numbers of streams, such"
              + " as 1,1000,10000,100000.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  List<Integer> streams;

  @Option(
      names = "--instances",
      split = ",",
      paramLabel = "I",
      description =
          "Scaling out: throughput of each of these numbers of engines that share a topic, 1, 2 or"
              + " 4, every one pinned to a core; --records are fed, at least 500000 tell"
              + " something.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  List<Integer> instances;

  @Option(
      names = "--restore",
      description = "Time until a killed engine is back, with --records records in its journal.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  boolean restore;

  @Option(
      names = "--cold-start",
      description =
          "The slowest of the first 1,000 records after ready against later ones, in"
              + " --repetitions new processes.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  boolean coldStart;

  @Option(
      names = "--tags",
      description =
          "Rows made of 52 tags each: tags and rows per second, against a pass-through of the"
              + " same records.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  boolean tags;

  @Option(
      names = "--peers",
      description =
          "Other programs of the JVM that follow a stream beside our monitor, on simulated streams"
              + " and those of --data; a few minutes.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  boolean peers;

  @Option(
      names = "--faults",
      description =
          "Inject every fault in turn, kill one of two instances twenty times at brokers that look"
              + " for overdue transactions every second, and twenty times more while rows are"
              + " made of tags; then elections, cuts and losses of three brokers under both"
              + " versions of Kafka's transactions; about an hour.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  boolean faults;

  @Option(
      names = "--soak",
      paramLabel = "TIME",
      description = "Inject faults at random for this time, for example 30m.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  String soak;
}
