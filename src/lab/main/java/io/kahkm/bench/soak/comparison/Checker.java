package io.kahkm.bench.soak.comparison;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.SequentialRun;
import io.kahkm.stream.SequentialRun.Output;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs every record that is fed through the sequential run, collects what was published, and
 * compares the two. Thread-safe.
 */
public final class Checker {
  private final Map<Output, PublishedPair> outputs = new EnumMap<>(Output.class);
  private final StatisticsDrift drift = new StatisticsDrift();
  private final List<TwoMaps.Result> results = new ArrayList<>();

  /** Dead letters since the last comparison, by cause. */
  private final Map<String, Long> causes = new TreeMap<>();

  private SequentialRun run;
  private Optional<SecondMap> trial = Optional.empty();

  /** A second map that takes every record, and what both gave. */
  private record SecondMap(SequentialRun run, List<TwoMaps.Result> results, TwoMaps maps) {}

  /**
   * A checker that has seen nothing yet.
   *
   * @param config the topology file that the engines run under
   * @param blueprint the monitors that the file asks for
   */
  public Checker(TopologyConfig config, MonitorBlueprint blueprint) {
    for (Output output : Output.values()) {
      outputs.put(output, new PublishedPair());
    }
    run =
        new SequentialRun(
            config,
            blueprint,
            (output, key, value) -> results.add(TwoMaps.Result.of(output, key, value)));
  }

  /**
   * Takes a record that is about to be sent.
   *
   * @param stream the stream's name, the record's key
   * @param value the record's bytes; not modified
   */
  public synchronized void fed(String stream, byte[] value) {
    run.take(stream, value, 0).ifPresent(assessment -> drift.advanced(stream, assessment));
    if (trial.isPresent()) {
      SecondMap second = trial.get();
      second.run().take(stream, value, 0);
      second.maps().add(stream, results, second.results());
      outputs.get(Output.FORECASTS).expectMore(count(results, Output.FORECASTS));
      outputs.get(Output.REJECTS).expectMore(count(results, Output.REJECTS));
      second.results().clear();
    } else {
      results.forEach(
          result -> outputs.get(result.output()).expected(result.key(), result.value().get()));
    }
    results.clear();
  }

  /**
   * Takes a record that is about to be sent, and that no monitor may take.
   *
   * @param stream the stream's name, the record's key
   * @param value the record's bytes; not modified
   */
  public synchronized void putAside(String stream, byte[] value) {
    outputs.get(Output.REJECTS).expected(stream, value);
  }

  private static long count(List<TwoMaps.Result> results, Output output) {
    return results.stream().filter(result -> result.output() == output).count();
  }

  /**
   * From the next record on a second map takes every record too, and of each the results of one of
   * the two have to be published.
   *
   * @param config the topology file with the trial
   * @param second the monitors of the second map
   */
  public synchronized void beginTrial(TopologyConfig config, MonitorBlueprint second) {
    List<TwoMaps.Result> given = new ArrayList<>();
    SequentialRun both =
        new SequentialRun(
            config,
            second,
            (output, key, value) -> given.add(TwoMaps.Result.of(output, key, value)));
    trial = Optional.of(new SecondMap(both, given, new TwoMaps()));
  }

  /**
   * Snapshot of every stream of the second map as it should be stored now.
   *
   * @return bytes by stream, made anew
   */
  public synchronized Map<String, byte[]> trialSnapshots() {
    return snapshots(trial.orElseThrow().run());
  }

  /**
   * What was published of either map, as far as it was compared.
   *
   * @return the comparison of the running trial, which goes on counting
   */
  public synchronized TwoMaps twoMaps() {
    return trial.orElseThrow().maps();
  }

  /** From the next record on the first map is alone again. */
  public synchronized void endTrial() {
    trial = Optional.empty();
  }

  /**
   * Takes a committed record of an output topic.
   *
   * @param record the record, of whichever output topic
   */
  public synchronized void published(Published record) {
    outputs.get(record.output()).actual(record.key(), record.value().get());
    record.cause().ifPresent(cause -> causes.merge(cause, 1L, Long::sum));
  }

  /**
   * Expected records that have not come yet, by number alone.
   *
   * @return how many, over all output topics, at least 0
   */
  public synchronized long outstanding() {
    return outputs.values().stream().mapToLong(PublishedPair::outstanding).sum();
  }

  /**
   * Compares everything since the last time, tries the comparison itself, and begins anew.
   *
   * @return what was compared, and what differed
   */
  public synchronized Verified settle() {
    trial.ifPresent(
        second ->
            second
                .maps()
                .take(outputs.get(Output.FORECASTS).actual)
                .forEach((output, values) -> outputs.get(output).expected.putAll(values)));
    Verified verified = Verified.NOTHING;
    for (PublishedPair pair : outputs.values()) {
      verified = verified.and(pair.settle());
    }
    if (!verified.tally().clean()) {
      verified = verified.said("dead letters: " + causes);
    }
    causes.clear();
    return verified;
  }

  /**
   * Snapshot of every stream as it should be stored now.
   *
   * @return bytes by stream, made anew
   */
  public synchronized Map<String, byte[]> snapshots() {
    return snapshots(run);
  }

  private static Map<String, byte[]> snapshots(SequentialRun run) {
    Map<String, byte[]> snapshots = new TreeMap<>();
    for (Map.Entry<String, StreamMonitor> monitor : run.monitors().entrySet()) {
      snapshots.put(monitor.getKey(), monitor.getValue().snapshot());
    }
    return snapshots;
  }

  /**
   * Goes on under a changed topology file.
   *
   * @param config the changed file
   * @param blueprint the monitors that it asks for
   */
  public synchronized void change(TopologyConfig config, MonitorBlueprint blueprint) {
    run = run.continued(config, blueprint);
  }

  /**
   * Largest differences of the incremental statistics from a fresh computation.
   *
   * @return the largest over all streams
   */
  public synchronized StatisticsDrift.Largest drift() {
    return drift.against(run.monitors());
  }

  /** What is expected of one topic and what came, since the last comparison. */
  private static final class PublishedPair {
    private final Map<String, List<byte[]>> expected = new TreeMap<>();
    private final Map<String, List<byte[]>> actual = new TreeMap<>();
    private long outstanding;

    void expected(String stream, byte[] value) {
      expected.computeIfAbsent(stream, name -> new ArrayList<>()).add(value);
      outstanding++;
    }

    /** Of which only the number is known yet. */
    void expectMore(long count) {
      outstanding += count;
    }

    void actual(String stream, byte[] value) {
      actual.computeIfAbsent(stream, name -> new ArrayList<>()).add(value);
      outstanding--;
    }

    long outstanding() {
      return Math.max(0, outstanding);
    }

    Verified settle() {
      Verified verified =
          new Verified(
              Reconciliation.compare(actual, expected), NegativeControl.run(actual, expected));
      expected.clear();
      actual.clear();
      outstanding = 0;
      return verified;
    }
  }
}
