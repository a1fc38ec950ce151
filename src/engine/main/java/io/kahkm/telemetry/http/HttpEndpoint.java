package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.kahkm.engine.EngineHealth;
import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentSink;
import io.kahkm.telemetry.BadRequestException;
import io.kahkm.telemetry.EngineMeters;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.Refusal;
import io.kahkm.telemetry.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one HTTP port of an instance: {@code /metrics}, {@code /healthz}, {@code /readyz}, {@code
 * /api/streams[?limit=200&after=ID&contains=TEXT&state=any|present|outside...&order=id|attention|...]},
 * {@code /api/streams/ID}, {@code /api/streams/ID/history[?range=live|hour|shift|day|week]}, {@code
 * /api/fleet}, {@code /api/incidents} and the live page. Where there are operators they may POST
 * what {@link OperatorActions} says; nothing else than GET and HEAD is answered otherwise, other
 * requests with a body are refused, and no answer shows what went wrong inside. With a login
 * everything wants it but the two probes, which then say no more than ok or not ok. Without one it
 * answers only under its own names.
 *
 * <p>Whoever sends slowly or reads slowly holds a thread of the JDK's server. There are as many
 * threads as connections, so that nobody takes them from the probes; but few answers are made and
 * sent at once, so that they do not fill the heap. Thread-safe.
 *
 * <p>What another instance holds is asked of it, with the login of whoever asks; a request that
 * comes from an instance goes no further.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Longest path with query, in characters: ids may be long, an address line of a megabyte not. */
  private static final int LONGEST_TARGET = 8192;

  /** Answers being made or sent at once: Prometheus and three people. Probes are not counted. */
  static final int ANSWERS = 4;

  private static final long LONGEST_WAIT_SECONDS = 2;

  /** How often a refused request is worth a line in the log. */
  private static final long NOTICE_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final HttpPort port;
  private final Routes routes;
  private final EngineTelemetry telemetry;
  private final Logins logins;
  private final Optional<OperatorActions> actions;
  private final AdmittedHosts hosts;
  private final Semaphore answers = new Semaphore(ANSWERS);

  /** Apart from the others, or two instances that ask each other would wait for each other. */
  private final Semaphore answersToInstances = new Semaphore(ANSWERS);

  private final AtomicLong lastNotice = new AtomicLong(System.nanoTime() - NOTICE_INTERVAL_NANOS);

  private HttpEndpoint(HttpPort port, Routes routes, EngineTelemetry telemetry, Access access) {
    this.port = port;
    this.routes = routes;
    this.telemetry = telemetry;
    logins = new Logins(access.login(), access.operators());
    actions =
        access
            .written()
            .map(sink -> new OperatorActions(telemetry.incidents(), sink, telemetry.clock()));
    hosts = new AdmittedHosts(access.names());
  }

  /**
   * Who is answered.
   *
   * @param login who may read, empty for everybody who reaches the port
   * @param names host names under which the port answers without a login, beside localhost and IP
   *     addresses
   * @param operators who may also write
   * @param written takes what operators write, empty where nobody may
   */
  public record Access(
      Optional<BasicLogin> login,
      Set<String> names,
      List<BasicLogin> operators,
      Optional<IncidentSink> written) {
    /** Copies names and operators. */
    public Access {
      names = Set.copyOf(names);
      operators = List.copyOf(operators);
    }

    /**
     * A port that is only read.
     *
     * @param login who may read, empty for everybody who reaches the port
     * @param names as {@link #names}
     */
    public Access(Optional<BasicLogin> login, Set<String> names) {
      this(login, names, List.of(), Optional.empty());
    }
  }

  /**
   * Opens the port and starts to serve.
   *
   * @param bind address or host name to listen on
   * @param port port, 0 for any free one
   * @param telemetry what is shown
   * @param health what the probes ask
   * @param login who may read it, empty for everybody who reaches the port
   * @return the running endpoint
   * @throws IOException if the port cannot be opened; the message names address and port
   */
  public static HttpEndpoint start(
      String bind,
      int port,
      EngineTelemetry telemetry,
      EngineHealth health,
      Optional<BasicLogin> login)
      throws IOException {
    return start(bind, port, telemetry, health, new Access(login, Set.of()), Peers.NONE);
  }

  /**
   * Opens the port of an instance that answers for all instances.
   *
   * @param bind address or host name to listen on
   * @param port port, 0 for any free one
   * @param telemetry what is shown
   * @param health what the probes ask
   * @param access who is answered, and under which names
   * @param peers the other instances; asked with the login of whoever asks
   * @return the running endpoint
   * @throws IOException if the port cannot be opened; the message names address and port
   */
  public static HttpEndpoint start(
      String bind,
      int port,
      EngineTelemetry telemetry,
      EngineHealth health,
      Access access,
      Peers peers)
      throws IOException {
    HttpPort opened = HttpPort.open(bind, port);
    HttpEndpoint endpoint =
        new HttpEndpoint(
            opened,
            new Routes(telemetry, health, peers, access.written().isPresent()),
            telemetry,
            access);
    opened.serve(endpoint::handle);
    return endpoint;
  }

  /**
   * The port in use.
   *
   * @return the port number, never 0
   */
  public int port() {
    return port.number();
  }

  /**
   * Answers a question of this process as a client's, from whichever instance holds the stream.
   *
   * @param path path, escaped
   * @param query parameters, escaped; possibly empty
   * @param authorization the login with which other instances are asked, empty for none
   * @return the answer; empty where there is none or it says that something is wrong
   */
  public Optional<ObjectNode> ask(String path, String query, String authorization) {
    Response response =
        orBad(() -> routes.answer(Request.of(path, query, ""), new Caller(false, authorization)));
    try {
      return response.status() == 200 && MAPPER.readTree(response.body()) instanceof ObjectNode json
          ? Optional.of(json)
          : Optional.empty();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getRawPath();
      if (path != null && Routes.PROBES.contains(path)) {
        ResponseWriter.send(exchange, answer(exchange));
      } else {
        answerInTurn(exchange, isOfInstance(exchange) ? answersToInstances : answers);
      }
    }
  }

  private static boolean isOfInstance(HttpExchange exchange) {
    return exchange.getRequestHeaders().containsKey(PeerClient.HOP);
  }

  private void answerInTurn(HttpExchange exchange, Semaphore turns) throws IOException {
    if (entered(turns)) {
      try {
        ResponseWriter.send(exchange, answer(exchange));
      } finally {
        turns.release();
      }
    } else {
      exchange.getResponseHeaders().set("Retry-After", Long.toString(LONGEST_WAIT_SECONDS));
      ResponseWriter.send(exchange, refuse(Refusal.BUSY, 503, "too many requests at once"));
    }
  }

  private static boolean entered(Semaphore turns) {
    try {
      return turns.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Response answer(HttpExchange exchange) {
    try {
      return respond(exchange);
    } catch (RuntimeException e) {
      LOGGER.warn("Request failed: {}", e.toString());
      LOGGER.debug("Request failed", e);
      return Response.error(500, "internal error");
    }
  }

  private Response refuse(Refusal refusal, int status, String message) {
    telemetry.refused(refusal);
    return Response.error(status, message);
  }

  private Response respond(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    boolean writing = "POST".equals(method) && actions.isPresent();
    if (!writing && !"GET".equals(method) && !"HEAD".equals(method)) {
      return readOnly(exchange);
    }
    Headers headers = exchange.getRequestHeaders();
    String length = headers.getFirst("Content-Length");
    if (!writing
        && (headers.containsKey("Transfer-Encoding") || (length != null && !"0".equals(length)))) {
      return refuse(Refusal.BODY, 413, "a request has no body here");
    }
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    if (path == null || exchange.getRequestURI().toString().length() > LONGEST_TARGET) {
      return refuse(
          Refusal.ADDRESS, 414, "the address is longer than " + LONGEST_TARGET + " characters");
    }
    String sent = headers.getFirst("Authorization");
    Optional<String> operator = logins.operator(sent);
    boolean admitted = operator.isPresent() || logins.isReader(sent);
    boolean wrong = sent != null && !logins.operators().isEmpty() && !admitted;
    boolean known = logins.wanted() ? admitted : hosts.admits(headers.getFirst("Host")) && !wrong;
    if (!known && Routes.PROBES.contains(path)) {
      return routes.plainProbe(path);
    }
    if (!known) {
      return logins.wanted() || wrong
          ? denied(exchange)
          : refuse(
              Refusal.HOST,
              421,
              "without a login this port answers under localhost, IP addresses, telemetry.bind and"
                  + " telemetry.advertised only");
    }
    // Only a login that was asked for, and was right, is passed on.
    Caller caller =
        new Caller(isOfInstance(exchange), !logins.wanted() || sent == null ? "" : sent, operator);
    Request request = Request.of(path, query, headers.getFirst("Accept"));
    return orBad(() -> writing ? write(exchange, request, caller) : routes.answer(request, caller));
  }

  /** An answer, or what is wrong with the request. */
  private static Response orBad(Supplier<Response> answer) {
    try {
      return answer.get();
    } catch (BadRequestException e) {
      return Response.error(400, Objects.requireNonNull(e.getMessage()));
    }
  }

  private Response readOnly(HttpExchange exchange) {
    exchange.getResponseHeaders().set("Allow", "GET, HEAD");
    return refuse(Refusal.METHOD, 405, "only GET and HEAD are answered here");
  }

  /** Writes what an operator says; the body is read only if everything else is right. */
  private Response write(HttpExchange exchange, Request request, Caller caller) {
    Optional<WriteRules.Broken> broken = WriteRules.broken(exchange.getRequestHeaders());
    if (broken.isPresent()) {
      WriteRules.Broken rule = broken.get();
      return refuse(rule.refusal(), rule.status(), rule.message());
    }
    if (caller.operator().isEmpty()) {
      return refuse(Refusal.ROLE, 403, "the login of an operator is needed here");
    }
    byte[] body;
    try {
      body = exchange.getRequestBody().readNBytes(WriteRules.LONGEST_BODY);
    } catch (IOException cutOff) {
      return Response.error(400, "the body ended too early");
    }
    return actions
        .orElseThrow()
        .answer(
            request,
            body,
            new OperatorActions.Operator(
                caller.operator().get(), exchange.getRemoteAddress().getAddress().getHostAddress()),
            stream -> routes.knows(stream, caller))
        .orElseGet(() -> readOnly(exchange));
  }

  private Response denied(HttpExchange exchange) {
    if (logins.wanted()) {
      exchange.getResponseHeaders().set("WWW-Authenticate", BasicLogin.CHALLENGE);
    }
    // A browser asks without credentials first: only wrong ones are worth a line.
    long now = System.nanoTime();
    long last = lastNotice.get();
    if (exchange.getRequestHeaders().containsKey("Authorization")
        && now - last >= NOTICE_INTERVAL_NANOS
        && lastNotice.compareAndSet(last, now)) {
      LOGGER.warn(
          "Wrong user or password for the HTTP port from {}; further attempts within a minute are"
              + " only counted in {}",
          exchange.getRemoteAddress().getAddress().getHostAddress(),
          EngineMeters.HTTP_REFUSED);
    }
    return refuse(Refusal.CREDENTIALS, 401, "user and password are needed here");
  }

  /** Stops serving; requests under way are cut off. */
  @Override
  public void close() {
    port.close();
    routes.close();
  }
}
