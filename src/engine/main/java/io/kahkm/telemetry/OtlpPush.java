package io.kahkm.telemetry;

import com.google.protobuf.MessageLite;
import io.kahkm.config.OtlpConfig;
import io.kahkm.engine.DaemonTimer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes what {@code /metrics} shows to a collector, again and again, on a thread of its own, and
 * the spans of traced records. A push that fails is counted and said once until one succeeds again;
 * nothing is kept for later: the next push tells all that this one would have, but for spans, which
 * are lost. The engine never waits for it.
 */
public final class OtlpPush implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(OtlpPush.class);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final EngineTelemetry telemetry;
  private final OtlpConfig config;
  private final OtlpMessage message;
  private final HttpClient client;
  private final ScheduledExecutorService thread;

  /** Whether the last push failed; of the thread alone. */
  private boolean failing;

  private OtlpPush(EngineTelemetry telemetry, OtlpConfig config, OtlpMessage message) {
    this.telemetry = telemetry;
    this.config = config;
    this.message = message;
    thread = DaemonTimer.named("otlp");
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  /**
   * Begins to push; the first time after one interval.
   *
   * @param telemetry what is pushed, and where pushes are counted
   * @param config where to and how often
   * @param application the application id, a label of every series
   * @param instance what tells this instance from the others, as {@code host:port}
   * @return what pushes until it is closed
   */
  public static OtlpPush start(
      EngineTelemetry telemetry, OtlpConfig config, String application, String instance) {
    OtlpMessage message = new OtlpMessage(application, instance, telemetry.clock().millis());
    OtlpPush push = new OtlpPush(telemetry, config, message);
    long every = config.every().toMillis();
    // Ends with the thread; a push catches what goes wrong in it.
    Future<?> unused =
        push.thread.scheduleWithFixedDelay(push::push, every, every, TimeUnit.MILLISECONDS);
    return push;
  }

  private void push() {
    try {
      metrics();
      traces();
      if (failing) {
        LOGGER.info("metrics reach {} again", config.endpoint());
      }
      failing = false;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException failure) {
      if (!failing) {
        LOGGER.warn(
            "metrics cannot be pushed to {}: {}; further failures are only counted, in {}",
            config.endpoint(),
            failure instanceof IOException ? failure.getMessage() : failure.toString(),
            EngineMeters.OTLP_PUSHES);
        LOGGER.debug("Push failed", failure);
      }
      failing = true;
    }
  }

  private void metrics() throws IOException, InterruptedException {
    boolean taken = false;
    try {
      byte[] answer =
          send(
              config.endpoint(),
              message.of(
                  telemetry.registry().getPrometheusRegistry().scrape(),
                  telemetry.clock().millis()));
      ExportMetricsPartialSuccess part =
          ExportMetricsServiceResponse.parseFrom(answer).getPartialSuccess();
      requireAll(part.getRejectedDataPoints(), "points", part.getErrorMessage());
      taken = true;
    } finally {
      telemetry.pushed(taken);
    }
  }

  /** Spans that a collector does not take are lost: what they tell of is past. */
  private void traces() throws IOException, InterruptedException {
    RecordTracer tracer = telemetry.tracer();
    List<Span> spans = tracer == null ? List.of() : tracer.take();
    if (spans.isEmpty()) {
      return;
    }
    boolean taken = false;
    try {
      byte[] answer = send(config.traceEndpoint(), message.of(spans));
      ExportTracePartialSuccess part =
          ExportTraceServiceResponse.parseFrom(answer).getPartialSuccess();
      requireAll(part.getRejectedSpans(), "spans", part.getErrorMessage());
      taken = true;
    } finally {
      telemetry.spansPushed(spans.size(), taken);
    }
  }

  private static void requireAll(long refused, String of, String why) throws IOException {
    if (refused > 0) {
      throw new IOException(
          "it refuses "
              + refused
              + " "
              + of
              + ": "
              + why.lines().findFirst().orElse("without a reason"));
    }
  }

  /** Sends a message; what the collector answers. */
  private byte[] send(URI endpoint, MessageLite body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/x-protobuf")
            .header("Content-Encoding", "gzip")
            .POST(HttpRequest.BodyPublishers.ofByteArray(zipped(body.toByteArray())));
    config.headers().forEach((name, header) -> request.header(name, header.value().reveal()));
    HttpResponse<byte[]> response = answer(request.build());
    if (response.statusCode() / 100 != 2) {
      throw new IOException("it answers with status " + response.statusCode());
    }
    return response.body();
  }

  private HttpResponse<byte[]> answer(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return WholeAnswer.of(client, request, HttpResponse.BodyHandlers.ofByteArray(), TIMEOUT);
    } catch (TimeoutException late) {
      throw new IOException("no answer within " + TIMEOUT.toSeconds() + " s", late);
    } catch (ExecutionException failure) {
      throw new IOException(String.valueOf(failure.getCause()), failure);
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  /** Ends; a push under way is cut off. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
