package io.kahkm.telemetry;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks over HTTP and waits for the whole answer; the client's own timeout ends with its head. */
public final class WholeAnswer {
  private WholeAnswer() {}

  /**
   * Sends a request and waits; one that is not answered in time is cut off.
   *
   * @param <T> what the body becomes
   * @param client asked
   * @param request sent
   * @param body reads the body
   * @param longest how long to wait, above 0
   * @return the answer, of any status
   * @throws TimeoutException if it is not whole in time
   * @throws ExecutionException if there is none; the cause says why
   * @throws InterruptedException if interrupted meanwhile
   */
  public static <T> HttpResponse<T> of(
      HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> body, Duration longest)
      throws TimeoutException, ExecutionException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
    try {
      return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      answer.cancel(true);
    }
  }
}
