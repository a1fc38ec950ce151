package io.kahkm.stream;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.NameFinder;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.input.RoutedReadings;
import io.kahkm.stream.input.SortedReadings;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.input.TagSource;
import io.kahkm.stream.input.TagTable;
import io.kahkm.stream.output.OutputHeaders;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.RecordWatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record of tags on under the name of its stream, so that all of a stream meet in one
 * partition. Where the payload names the streams, it is read here, and each of them is sent its
 * readings; what is wrong with it is told here then. Payloads of Sparkplug go under the name of
 * their edge node, whose births say what their aliases mean.
 */
final class RouteProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final TagsConfig tags;
  private final HeaderPolicy headers;
  private final SortedReadings sorted;
  private final EngineListener listener;
  private final Quarantine quarantine;
  private final Optional<SchemaRegistry> registry;

  /** What the present record becomes; sent when all of it is known. */
  private final List<Record<byte[], byte[]>> routed = new ArrayList<>();

  private ProcessorContext<byte[], byte[]> context;
  private RecordWatch watch;
  private OutputHeaders outputs;
  private @Nullable TagSource source;

  /** Null where the stream is a field, or the node of Sparkplug. */
  private @Nullable NameFinder streams;

  private @Nullable SparkplugDecoder sparkplug;

  RouteProcessor(
      InputConfig input,
      EngineListener listener,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry) {
    this.registry = registry;
    tags = input.tags().orElseThrow();
    headers = input.headers();
    this.listener = listener;
    this.quarantine = quarantine;
    sorted = new SortedReadings(new TagTable(tags, input.steps()), listener);
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    watch = quarantine.watch(context, RecordStage.ROUTE, listener);
    outputs = new OutputHeaders(headers, context.applicationId(), TopologyNodes.ROUTE);
    if (tags.format() == InputFormat.SPARKPLUG) {
      sparkplug =
          new SparkplugDecoder(
              tags.fields().stream(), tags.fields().tag(), SparkplugDecoder.Nodes.onHeap());
    } else {
      source = TagSource.of(tags, registry, null);
      NameRule rule = tags.fields().stream();
      streams = rule.origin() == NameRule.Origin.FIELD ? null : new NameFinder(rule);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordOrigin origin = RecordOrigin.direct(record, context.recordMetadata().orElseThrow());
    RuntimeException stopped = watch.begins(record, origin);
    try {
      if (stopped == null) {
        process(origin);
      } else {
        putAside(origin, stopped);
      }
    } finally {
      watch.ends();
    }
  }

  private void putAside(RecordOrigin origin, Throwable failure) {
    context.forward(
        outputs.reject(RejectRecords.failed(origin.record(), origin, failure, headers), origin),
        TopologyNodes.ROUTE_REJECTS_SINK);
    listener.rejected(origin.partition(), RejectCause.of(RejectReason.FAILED));
  }

  private void process(RecordOrigin origin) {
    routed.clear();
    sorted.clear();
    RejectCause tooLong = RecordLimits.headers(origin.record().headers(), headers);
    if (tooLong != null) {
      reject(origin, tooLong);
      return;
    }
    try {
      route(origin);
    } catch (RuntimeException | Error failure) {
      if (!quarantine.takes(origin, failure)) {
        throw failure;
      }
      putAside(origin, failure);
      return;
    }
    sorted.problems().forEach(problem -> reject(origin, problem));
    routed.forEach(target -> context.forward(target, TopologyNodes.TAGS_FILTER));
  }

  private void reject(RecordOrigin origin, RejectCause cause) {
    context.forward(
        outputs.reject(RejectRecords.of(origin.record(), origin, cause, headers), origin),
        TopologyNodes.ROUTE_REJECTS_SINK);
    listener.rejected(origin.partition(), cause);
  }

  /** Makes what is sent on, and notes why the record, or a part of it, goes nowhere. */
  private void route(RecordOrigin origin) {
    InputRecord input = origin.input();
    if (sparkplug != null) {
      String node = sparkplug.node(input);
      if (node != null) {
        whole(origin, node);
      } else {
        note(sparkplug.decode(input, reading -> {}));
      }
    } else if (streams != null) {
      String name = streams.find(input);
      if (name != null) {
        whole(origin, name);
      } else {
        sorted.note(RejectCause.of(RejectReason.MISSING_KEY));
      }
    } else {
      note(Objects.requireNonNull(source).decode(input, sorted::take));
      split(origin);
    }
  }

  private void note(@Nullable RejectCause problem) {
    if (problem != null) {
      sorted.note(problem);
    }
  }

  /** A record that belongs to one stream. */
  private void whole(RecordOrigin origin, String target) {
    Record<byte[], byte[]> record = origin.routed(target.getBytes(StandardCharsets.UTF_8));
    if (RecordLimits.canBeRouted(record)) {
      routed.add(record);
    } else {
      sorted.note(RejectCause.of(RejectReason.TOO_LARGE));
    }
  }

  /** Each stream is sent its readings; the record goes nowhere if they become too much together. */
  private void split(RecordOrigin origin) {
    long bytes = 0;
    for (Map.Entry<String, List<TagReading>> stream : sorted.streams().entrySet()) {
      Record<byte[], byte[]> record =
          origin.routed(
              stream.getKey().getBytes(StandardCharsets.UTF_8),
              RoutedReadings.value(stream.getValue()),
              headers);
      bytes += RecordLimits.bytes(record);
      if (!RecordLimits.canBeRouted(record) || bytes > RecordLimits.MOST_ROUTED_TOGETHER) {
        routed.clear();
        sorted.note(RejectCause.of(RejectReason.TOO_LARGE, tags.fields().stream().name()));
        return;
      }
      routed.add(record);
    }
  }
}
