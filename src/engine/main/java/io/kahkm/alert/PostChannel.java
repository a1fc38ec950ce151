package io.kahkm.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PostConfig;
import io.kahkm.telemetry.WholeAnswer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Posts alerts as JSON. An address is never part of a message: it may be a secret. */
final class PostChannel implements AlertChannel {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String name;
  private final PostConfig config;
  private final Function<Alert, ObjectNode> body;
  private final HttpClient client;

  /**
   * A channel that has not connected.
   *
   * @param name the word of settings and metrics
   * @param config where to
   * @param body makes what is posted
   */
  PostChannel(String name, PostConfig config, Function<Alert, ObjectNode> body) {
    this.name = name;
    this.config = config;
    this.body = body;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String place() {
    return config.host();
  }

  @Override
  public void deliver(Alert alert) throws DeliveryException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(config.url().reveal()))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(bytes(alert)));
    config.headers().forEach((header, value) -> request.header(header, value.value().reveal()));
    int status = answer(request.build()).statusCode();
    if (status / 100 != 2) {
      throw new DeliveryException("it answers with status " + status);
    }
  }

  private byte[] bytes(Alert alert) {
    try {
      return MAPPER.writeValueAsBytes(body.apply(alert));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private HttpResponse<Void> answer(HttpRequest request)
      throws DeliveryException, InterruptedException {
    try {
      return WholeAnswer.of(client, request, HttpResponse.BodyHandlers.discarding(), TIMEOUT);
    } catch (TimeoutException late) {
      throw new DeliveryException("no answer within " + TIMEOUT.toSeconds() + " s");
    } catch (ExecutionException failure) {
      throw new DeliveryException(words(failure.getCause()));
    }
  }

  /** The kind of failure alone: its message may repeat the address. */
  private static String words(@Nullable Throwable cause) {
    return cause == null ? "no answer" : "no answer (" + cause.getClass().getSimpleName() + ")";
  }
}
