package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PeerAddress;
import io.kahkm.decode.registry.BoundedBody;
import io.kahkm.telemetry.PeerAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances. Bounded in every direction: one hop, no redirect, no proxy, two seconds for
 * all of them together, some megabytes for each answer. It goes to addresses that it is handed,
 * which come from the group's metadata alone. Thread-safe.
 */
final class PeerClient implements AutoCloseable {
  /** An instance that is asked under it answers for itself alone. */
  static final String HOP = "Kahkm-Hop";

  /** Longest wait for all instances together. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Largest answer: a page of a thousand streams with many sensors. */
  static final int LARGEST_ANSWER = 8 << 20;

  private static final Duration CONNECTING = Duration.ofSeconds(1);
  private static final int THREADS = 2;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client;
  private final ExecutorService threads;

  /** Connects to nothing yet. */
  PeerClient() {
    AtomicInteger number = new AtomicInteger();
    threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "http-peers-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECTING)
            .executor(threads)
            .build();
  }

  /**
   * Asks instances at once and waits for all.
   *
   * @param peers whom
   * @param path path with query, escaped
   * @param authorization the login of whoever asks, empty for none
   * @return an answer of each, in the same order
   */
  List<PeerAnswer> ask(List<PeerAddress> peers, String path, String authorization) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<CompletableFuture<HttpResponse<byte[]>>> asked = new ArrayList<>();
    for (PeerAddress peer : peers) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://" + peer + path))
              .timeout(PATIENCE)
              .header(HOP, "1")
              .header("Accept", "application/json");
      if (!authorization.isEmpty()) {
        request.header("Authorization", authorization);
      }
      asked.add(client.sendAsync(request.build(), head -> new BoundedBody(LARGEST_ANSWER)));
    }
    List<PeerAnswer> answers = new ArrayList<>();
    for (int i = 0; i < peers.size(); i++) {
      answers.add(answer(peers.get(i), asked.get(i), end - System.nanoTime()));
    }
    return answers;
  }

  /** Asks nobody any more. */
  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static PeerAnswer answer(
      PeerAddress peer, CompletableFuture<HttpResponse<byte[]>> asked, long nanos) {
    try {
      HttpResponse<byte[]> response = asked.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      return switch (response.statusCode()) {
        case 200 -> understood(peer, response.body());
        case 401 -> PeerAnswer.failed(peer, "wants another login");
        case 404 -> PeerAnswer.without(peer);
        default -> PeerAnswer.failed(peer, "answered " + response.statusCode());
      };
    } catch (TimeoutException late) {
      asked.cancel(true);
      return PeerAnswer.failed(peer, "no answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException failure) {
      return PeerAnswer.failed(peer, words(failure.getCause()));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      asked.cancel(true);
      return PeerAnswer.failed(peer, "not asked");
    }
  }

  private static String words(@Nullable Throwable cause) {
    if (cause instanceof BoundedBody.TooLongException) {
      return "answered more than " + LARGEST_ANSWER + " bytes";
    }
    return cause instanceof java.net.http.HttpTimeoutException
        ? "no answer within " + PATIENCE.toSeconds() + " s"
        : "cannot be reached";
  }

  private static PeerAnswer understood(PeerAddress peer, byte[] body) {
    try {
      JsonNode json = MAPPER.readTree(body);
      return Optional.ofNullable(json)
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast)
          .map(object -> PeerAnswer.of(peer, object))
          .orElseGet(() -> PeerAnswer.failed(peer, "answered something else"));
    } catch (IOException foreign) {
      return PeerAnswer.failed(peer, "answered something else");
    }
  }
}
