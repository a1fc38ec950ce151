package io.kahkm.cli.assistant;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * One client on two streams, a message on each line. Every request is answered, those written at
 * once too, which is why this does not use the library's own transport: there, two answers at the
 * same moment end the session. One thread reads; answers come from any.
 */
final class MessageLines implements McpServerTransportProvider {
  /** Bytes of a message; arguments are short. */
  static final int LONGEST_LINE = 1 << 20;

  /** More wait on the stream: an assistant asks for a few things at once. */
  private static final int MOST_UNDER_WAY = 64;

  private static final Logger LOGGER = LoggerFactory.getLogger(MessageLines.class);

  private final McpJsonMapper mapper;
  private final InputStream in;
  private final OutputStream out;
  private final Semaphore free = new Semaphore(MOST_UNDER_WAY);
  private @Nullable McpServerSession session;

  /** The client has said that it knows this server; the session waits for that without end. */
  private boolean introduced;

  /**
   * Reads nothing yet.
   *
   * @param mapper of messages
   * @param in what the client writes
   * @param out what it reads
   */
  MessageLines(McpJsonMapper mapper, InputStream in, OutputStream out) {
    this.mapper = mapper;
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(new Answers());
  }

  @Override
  public Mono<Void> notifyClients(String method, Object parameters) {
    return Objects.requireNonNull(session, "session").sendNotification(method, parameters);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /**
   * Answers until the client has closed its end and all that it wrote is answered.
   *
   * @throws IOException if the client cannot be read
   * @throws InterruptedException if interrupted
   */
  void serve() throws IOException, InterruptedException {
    for (byte[] line = line(); line != null; line = line()) {
      free.acquire();
      answer(line)
          .doFinally(any -> free.release())
          .subscribe(nothing -> {}, failure -> LOGGER.error("An answer is lost.", failure));
    }
    free.acquire(MOST_UNDER_WAY);
  }

  /** The next line without its end, cut where it is too long; null at the end. */
  private byte @Nullable [] line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (bytes.size() <= LONGEST_LINE) {
        bytes.write(next);
      }
    }
    return bytes.toByteArray();
  }

  private Mono<Void> answer(byte[] line) {
    String text = new String(line, StandardCharsets.UTF_8);
    if (text.isBlank()) {
      return Mono.empty();
    }
    if (line.length > LONGEST_LINE) {
      return refuse(null, ErrorCodes.INVALID_REQUEST, "a message has more than a million bytes");
    }
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, text);
    } catch (IOException | IllegalArgumentException unreadable) {
      return refuse(null, ErrorCodes.PARSE_ERROR, "this is no message of JSON-RPC 2.0");
    }
    if (message instanceof JSONRPCNotification told
        && told.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
      introduced = true;
    }
    if (message instanceof JSONRPCRequest asked
        && !introduced
        && !McpSchema.METHOD_INITIALIZE.equals(asked.method())) {
      return refuse(
          asked.id(),
          ErrorCodes.INVALID_REQUEST,
          "send initialize and notifications/initialized before " + asked.method());
    }
    return Objects.requireNonNull(session, "session").handle(message);
  }

  private Mono<Void> refuse(@Nullable Object id, int code, String message) {
    return write(
        new JSONRPCResponse(
            McpSchema.JSONRPC_VERSION,
            id,
            null,
            new JSONRPCResponse.JSONRPCError(code, message, null)));
  }

  private Mono<Void> write(JSONRPCMessage message) {
    return Mono.fromRunnable(
        () -> {
          try {
            byte[] bytes =
                (mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (out) {
              out.write(bytes);
              out.flush();
            }
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        });
  }

  /** What the session writes. */
  private final class Answers implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return write(message);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return mapper.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
