package io.kahkm.decode.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps the body of an answer up to a length; a longer one is given up. For one answer. */
public final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /** The body is longer. */
  public static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * A body of which nothing has come.
   *
   * @param most bytes that are kept
   */
  public BoundedBody(int most) {
    this.most = most;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (part.remaining() > most - bytes.size()) {
        Objects.requireNonNull(subscription).cancel();
        body.completeExceptionally(new TooLongException());
        return;
      }
      byte[] read = new byte[part.remaining()];
      part.get(read);
      bytes.write(read, 0, read.length);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
