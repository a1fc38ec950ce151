package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.NegativeControl;
import io.kahkm.bench.soak.comparison.Published;
import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.stream.SequentialRun;
import io.kahkm.stream.SequentialRun.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** An application's whole input computed one after the other, and everything it published. */
final class WholeRun {
  private final Map<Output, Map<String, List<byte[]>>> expected = new EnumMap<>(Output.class);
  private final Map<Output, Map<String, List<byte[]>>> actual = new EnumMap<>(Output.class);
  private final SequentialRun run;

  private WholeRun(SequentialRun run) {
    this.run = run;
  }

  /** Computes and reads; the application must have taken everything. */
  static WholeRun of(Site site, SoakTopology topology) throws IOException, InterruptedException {
    Map<Output, Map<String, List<byte[]>>> given = new EnumMap<>(Output.class);
    WholeRun whole =
        new WholeRun(
            new SequentialRun(
                site.config(topology),
                site.blueprint(topology),
                (output, stream, value) -> add(given, output, stream, value)));
    site.cluster()
        .read(
            List.of(topology.input()),
            record -> whole.run.take(text(record.key()), record.value(), record.timestamp()));
    whole.expected.putAll(given);
    site.cluster()
        .read(
            List.copyOf(topology.outputs().keySet()),
            record ->
                Published.of(topology.outputs().get(record.topic()), record)
                    .ifPresent(
                        came -> add(whole.actual, came.output(), came.key(), came.value().get())));
    return whole;
  }

  /** Compares what was published with what was computed, both as they are seen so. */
  Verified published(UnaryOperator<byte[]> seen) {
    Verified verified = Verified.NOTHING;
    for (Output output : Output.values()) {
      Map<String, List<byte[]>> came = seen(actual, output, seen);
      Map<String, List<byte[]>> wanted = seen(expected, output, seen);
      verified =
          verified.and(
              new Verified(
                  Reconciliation.compare(came, wanted), NegativeControl.run(came, wanted)));
    }
    return verified;
  }

  /** Snapshot of every stream as it should be stored. */
  Map<String, byte[]> snapshots() {
    Map<String, byte[]> snapshots = new TreeMap<>();
    run.monitors().forEach((stream, monitor) -> snapshots.put(stream, monitor.snapshot()));
    return snapshots;
  }

  private static Map<String, List<byte[]>> seen(
      Map<Output, Map<String, List<byte[]>>> values, Output output, UnaryOperator<byte[]> seen) {
    Map<String, List<byte[]>> all = new TreeMap<>();
    values
        .getOrDefault(output, Map.of())
        .forEach((stream, of) -> all.put(stream, of.stream().map(seen).toList()));
    return all;
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  private static void add(
      Map<Output, Map<String, List<byte[]>>> values, Output output, String stream, byte[] value) {
    values
        .computeIfAbsent(output, name -> new TreeMap<>())
        .computeIfAbsent(stream, name -> new ArrayList<>())
        .add(value);
  }
}
