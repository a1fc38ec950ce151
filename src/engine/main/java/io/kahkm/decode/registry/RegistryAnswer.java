package io.kahkm.decode.registry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a registry answered to one request. Which answers are about the path alone and which are
 * about the registry is decided here.
 *
 * @param kind what it says
 * @param text the body of an answer that was found, else what came instead, for messages
 * @param cause what happened to the connection, or null
 */
record RegistryAnswer(Kind kind, String text, @Nullable Throwable cause) {
  /** What an answer says. */
  enum Kind {
    /** The body is what was asked for. */
    FOUND,
    /** There is nothing under this path: status 404 and other errors of the request. */
    ABSENT,
    /** Nothing usable, which may be the path's fault or the registry's: 403, a body too long. */
    REFUSED,
    /** The registry does not answer for now: no connection, 401, 408, 429, 5xx, a redirection. */
    UNAVAILABLE
  }

  /** Longest time for a whole answer, its body included. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Longest body: a schema is text that people write. */
  private static final int LARGEST = 512 * 1024;

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TIMED_OUT = 408;
  private static final int TOO_MANY = 429;

  static HttpClient client() {
    return HttpClient.newBuilder().connectTimeout(LONGEST).build();
  }

  /**
   * Asks and waits for the answer.
   *
   * @param client of {@link #client}
   * @param address what is asked for
   * @param login user and password joined by a colon
   */
  static RegistryAnswer to(HttpClient client, String address, Optional<String> login) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(LONGEST)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json, */*");
    login.ifPresent(
        text ->
            request.header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    CompletableFuture<HttpResponse<byte[]>> asked =
        client.sendAsync(request.build(), head -> new BoundedBody(LARGEST));
    try {
      return of(asked.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS), address);
    } catch (TimeoutException slow) {
      asked.cancel(true);
      return unavailable(address + " did not answer within " + LONGEST.toSeconds() + " s", slow);
    } catch (InterruptedException interrupted) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      return unavailable("interrupted while asking " + address, interrupted);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      if (isTooLong(cause)) {
        return new RegistryAnswer(
            Kind.REFUSED, address + " answered with more than " + LARGEST + " bytes", cause);
      }
      if (cause instanceof IOException) {
        return unavailable(address + " cannot be reached", cause);
      }
      throw new IllegalStateException("asking a schema registry", cause);
    }
  }

  private static boolean isTooLong(Throwable failure) {
    return failure instanceof BoundedBody.TooLongException
        || failure.getCause() instanceof BoundedBody.TooLongException;
  }

  private static RegistryAnswer unavailable(String text, Throwable cause) {
    return new RegistryAnswer(Kind.UNAVAILABLE, text, cause);
  }

  private static RegistryAnswer of(HttpResponse<byte[]> response, String address) {
    int status = response.statusCode();
    Kind kind =
        switch (status) {
          case OK -> Kind.FOUND;
          case UNAUTHORIZED, TIMED_OUT, TOO_MANY -> Kind.UNAVAILABLE;
          case FORBIDDEN -> Kind.REFUSED;
          default -> status / 100 == 4 ? Kind.ABSENT : Kind.UNAVAILABLE;
        };
    String text =
        kind == Kind.FOUND
            ? new String(response.body(), StandardCharsets.UTF_8)
            : address + " answered with status " + status;
    return new RegistryAnswer(kind, text, null);
  }
}
