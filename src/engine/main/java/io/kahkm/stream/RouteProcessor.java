package io.kahkm.stream;

import io.kahkm.decode.InputFormat;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.NameFinder;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.engine.EngineListener;
import io.kahkm.topology.HeaderPolicy;
import io.kahkm.topology.InputConfig;
import io.kahkm.topology.TagsConfig;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record of tags on under the name of its stream, so that all of a stream meet in one
 * partition: once for every stream whose tags it holds. Payloads of Sparkplug go under the name of
 * their edge node, whose births say what their aliases mean.
 */
final class RouteProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final TagsConfig tags;
  private final HeaderPolicy headers;
  private final TagTable table;
  private final EngineListener listener;
  private final Quarantine quarantine;
  private ProcessorContext<byte[], byte[]> context;
  private OutputHeaders outputs;
  private @Nullable TagSource source;

  /** Null where the stream is a field, or the node of Sparkplug. */
  private @Nullable NameFinder streams;

  private @Nullable SparkplugDecoder sparkplug;

  RouteProcessor(InputConfig input, EngineListener listener, Quarantine quarantine) {
    tags = input.tags().orElseThrow();
    headers = input.headers();
    this.listener = listener;
    this.quarantine = quarantine;
    table = new TagTable(tags);
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    outputs = new OutputHeaders(headers, context.applicationId(), MonitorTopology.ROUTE);
    if (tags.format() == InputFormat.SPARKPLUG) {
      sparkplug =
          new SparkplugDecoder(
              tags.fields().stream(), tags.fields().tag(), SparkplugDecoder.Nodes.onHeap());
    } else {
      source = TagSource.of(tags, null);
      NameRule rule = tags.fields().stream();
      streams = rule.origin() == NameRule.Origin.FIELD ? null : new NameFinder(rule);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordOrigin origin = RecordOrigin.direct(record, context.recordMetadata().orElseThrow());
    InputRecord input = origin.input();
    Set<String> targets = new LinkedHashSet<>();
    RejectCause problem;
    try {
      problem = targets(input, targets);
    } catch (RuntimeException | Error failure) {
      if (!quarantine.takes(origin, failure)) {
        throw failure;
      }
      context.forward(
          outputs.reject(RejectRecords.failed(record, origin, failure, headers), origin),
          MonitorTopology.ROUTE_REJECTS_SINK);
      listener.rejected(origin.partition(), RejectCause.of(RejectReason.FAILED));
      return;
    }
    if (problem != null) {
      context.forward(
          outputs.reject(RejectRecords.of(record, origin, problem, headers), origin),
          MonitorTopology.ROUTE_REJECTS_SINK);
      listener.rejected(origin.partition(), problem);
    }
    for (String target : targets) {
      context.forward(
          origin.routed(target.getBytes(StandardCharsets.UTF_8)), MonitorTopology.TAGS_FILTER);
    }
  }

  /** Finds where the record goes; returns why it, or a part of it, goes nowhere. */
  private @Nullable RejectCause targets(InputRecord input, Set<String> targets) {
    if (sparkplug != null) {
      String node = sparkplug.node(input);
      if (node != null) {
        targets.add(node);
      }
      return node == null ? sparkplug.decode(input, reading -> {}) : null;
    }
    if (streams != null) {
      String name = streams.find(input);
      if (name != null) {
        targets.add(name);
      }
      return name == null ? RejectCause.of(RejectReason.MISSING_KEY) : null;
    }
    boolean[] nameless = new boolean[1];
    RejectCause problem =
        Objects.requireNonNull(source)
            .decode(
                input,
                reading -> {
                  if (table.knows(reading.tag()) && reading.stream() != null) {
                    targets.add(reading.stream());
                  } else if (table.knows(reading.tag())) {
                    nameless[0] = true;
                  }
                });
    return problem == null && nameless[0] ? RejectCause.of(RejectReason.MISSING_KEY) : problem;
  }
}
