package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP port with a login, and against those who do not play by the rules. */
class HttpSecurityTest {
  private static final String USER = "ops";
  private static final String PASSWORD = "pä$s:word";
  private static final int PATIENCE_MILLIS = 30_000;

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
  private final HealthStub health = new HealthStub();
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    endpoint =
        HttpEndpoint.start(
            "127.0.0.1", 0, telemetry, health, Optional.of(new BasicLogin(USER, PASSWORD)));
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port()), 5000);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  private String get(String path, String authorization) throws IOException {
    String header = authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n";
    return raw("GET " + path + " HTTP/1.0\r\n" + header + "\r\n");
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/metrics",
        "/api/streams",
        "/api/streams/x",
        "/api/streams/x/history",
        "/api/fleet",
        "/page/app.js",
        "/nothing",
        "/healthz/",
        "/healthz/../metrics",
        "/HEALTHZ",
        "/readyz;/metrics"
      })
  void showsNothingWithoutTheLogin(String path) throws Exception {
    String answer = get(path, "");

    assertThat(answer).startsWith("HTTP/1.1 401").containsIgnoringCase("www-authenticate: Basic");
    assertThat(body(answer)).isEqualTo("{\"error\":\"user and password are needed here\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/api/streams", "/page/app.js", "/readyz"})
  void showsEverythingWithIt(String path) throws Exception {
    assertThat(get(path, basic(USER + ":" + PASSWORD))).startsWith("HTTP/1.1 200");
    assertThat(get(path, basic(USER + ":" + PASSWORD).replace("Basic", "bAsIc")))
        .startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ops:pä$s:wor",
        "ops:pä$s:wordd",
        "ops:",
        ":",
        "",
        "Ops:pä$s:word",
        "ops:pä$s",
        "pä$s:word:ops",
        "ops:pä$s:word\n"
      })
  void refusesWrongCredentials(String credentials) throws Exception {
    assertThat(get("/metrics", basic(credentials))).startsWith("HTTP/1.1 401");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Basic", "Basic ", "Basic %%%", "Bearer abc", "Digest x", "ops:pä$s:word"})
  void refusesWhatIsNoBasicHeader(String header) throws Exception {
    assertThat(get("/metrics", header)).startsWith("HTTP/1.1 401");
  }

  @Test
  void countsRefusalsByReason() throws Exception {
    get("/metrics", "");
    get("/metrics", basic("ops:guess"));
    raw("POST / HTTP/1.0\r\n\r\n");

    assertThat(body(get("/metrics", basic(USER + ":" + PASSWORD))))
        .contains(
            "kahkm_http_refused_requests_total{reason=\"credentials\"} 2.0",
            "kahkm_http_refused_requests_total{reason=\"method\"} 1.0",
            "kahkm_http_refused_requests_total{reason=\"busy\"} 0.0");
  }

  @Test
  void tellsProbesTheStatusAndNothingElse() throws Exception {
    health.warm = false;

    assertThat(get("/healthz", "")).startsWith("HTTP/1.1 200");
    assertThat(body(get("/healthz", ""))).isEqualTo("{\"status\":\"ok\"}");
    assertThat(get("/readyz", "")).startsWith("HTTP/1.1 503");
    assertThat(body(get("/readyz", ""))).isEqualTo("{\"status\":\"not ok\"}");
    assertThat(new ObjectMapper().readTree(body(get("/readyz", basic(USER + ":" + PASSWORD)))))
        .hasSizeGreaterThan(4);
  }

  @Test
  void wantsAUserAndAPassword() {
    assertThatThrownBy(() -> new BasicLogin("a:b", PASSWORD))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BasicLogin(USER, "")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void answersProbesWhileOthersSendSlowly() throws Exception {
    List<Socket> slow = sendSlowly();
    try {
      assertThat(get("/healthz", "")).startsWith("HTTP/1.1 200");
      assertThat(get("/metrics", basic(USER + ":" + PASSWORD))).startsWith("HTTP/1.1 200");
    } finally {
      closeAll(slow);
    }
  }

  /** A byte now and then does not buy more time: the whole request has five seconds. */
  @Tag("full")
  @Test
  void cutsThoseOffWhoSendSlowly() throws Exception {
    List<Socket> slow = sendSlowly();
    try {
      for (Socket socket : slow) {
        assertThat(ends(socket)).isTrue();
      }
    } finally {
      closeAll(slow);
    }
  }

  /** What the server then does takes its time: {@link #cutsThoseOffWhoSendSlowly}. */
  @Test
  void tellsTheServerHowLongASlowSenderHas() {
    assertThat(System.getProperty("sun.net.httpserver.maxReqTime")).isEqualTo("5");
    assertThat(System.getProperty("sun.net.httpserver.maxRspTime")).isEqualTo("30");
  }

  private List<Socket> sendSlowly() throws IOException {
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < HttpPort.CONNECTIONS - 4; i++) {
      Socket socket = connect();
      socket
          .getOutputStream()
          .write("GET /metrics HTTP/1.1\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      slow.add(socket);
    }
    return slow;
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** Whether the server closes the connection while it still gets a byte now and then. */
  private static boolean ends(Socket socket) throws IOException {
    socket.setSoTimeout(500);
    long end = System.nanoTime() + 1_000_000L * PATIENCE_MILLIS;
    while (System.nanoTime() < end) {
      try {
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException stillOpen) {
        try {
          socket.getOutputStream().write('x');
        } catch (SocketException closed) {
          return true;
        }
      } catch (SocketException reset) {
        return true;
      }
    }
    return false;
  }

  @Test
  void makesFewAnswersAtOnceAndStillAnswersProbes() throws Exception {
    health.obstacle = new CountDownLatch(1);
    String login = basic(USER + ":" + PASSWORD);
    ExecutorService clients = Executors.newFixedThreadPool(5);
    try {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        answers.add(clients.submit(() -> get("/api/streams", login)));
      }
      // Four are being made, the fifth is told so as soon as it has waited long enough.
      Future<String> refused = null;
      while (refused == null) {
        refused = answers.stream().filter(Future::isDone).findFirst().orElse(null);
        assertThat(get("/healthz", "")).startsWith("HTTP/1.1 200");
      }
      assertThat(refused.get()).startsWith("HTTP/1.1 503").containsIgnoringCase("retry-after: 2");

      health.obstacle.countDown();
      for (Future<String> answer : answers) {
        if (answer != refused) {
          assertThat(answer.get()).startsWith("HTTP/1.1 200");
        }
      }
    } finally {
      health.obstacle.countDown();
      clients.shutdownNow();
    }
    assertThat(get("/metrics", login))
        .contains("kahkm_http_refused_requests_total{reason=\"busy\"} 1.0");
  }

  @Test
  void closesConnectionsBeyondItsLimitAtOnce() throws Exception {
    List<Socket> held = new ArrayList<>();
    try {
      for (int i = 0; i < HttpPort.CONNECTIONS; i++) {
        held.add(connect());
      }
      // The last ones accepted prove that the earlier ones were counted.
      Socket last = held.get(held.size() - 1);
      last.getOutputStream()
          .write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(last.getInputStream().read()).isEqualTo('H');

      assertThat(closedAtOnce()).isTrue();

      held.remove(0).close();
      // On a busy machine the endpoint sees later that there is room.
      String answer = "";
      for (int i = 0; i < 500 && answer.isEmpty(); i++) {
        TimeUnit.MILLISECONDS.sleep(20);
        answer = getOrNothing();
      }
      assertThat(answer).startsWith("HTTP/1.1 200");
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  private boolean closedAtOnce() throws IOException {
    return getOrNothing().isEmpty();
  }

  private String getOrNothing() throws IOException {
    try {
      return get("/healthz", "");
    } catch (SocketException closed) {
      return "";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"line", "one header", "many headers"})
  void boundsWhatItReadsOfARequest(String where) throws Exception {
    long sent = 0;
    long most = 8L << 20;
    byte[] block = "a".repeat(8192).getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(where.equals("line") ? "GET /".getBytes(StandardCharsets.US_ASCII) : start(where));
      while (sent < most) {
        out.write(
            where.equals("many headers")
                ? "a: b\r\n".repeat(1000).getBytes(StandardCharsets.US_ASCII)
                : block);
        sent += block.length;
      }
      assertThat(where).as("took " + sent + " bytes of a request").isEqualTo("closed");
    } catch (SocketException closed) {
      assertThat(sent).isLessThan(most);
    }
    assertThat(get("/healthz", "")).startsWith("HTTP/1.1 200");
  }

  private static byte[] start(String where) {
    return ("GET / HTTP/1.1\r\n" + (where.equals("one header") ? "X: " : ""))
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** After as many clients that broke off as there are places, others must still be answered. */
  @Test
  void clientsThatBreakOffGiveTheirPlacesBack() throws Exception {
    String login = basic(USER + ":" + PASSWORD);
    for (int round = 0; round < 2; round++) {
      health.obstacle = new CountDownLatch(1);
      health.waiting = new CountDownLatch(HttpEndpoint.ANSWERS);
      List<Socket> broken = new ArrayList<>();
      for (int i = 0; i < HttpEndpoint.ANSWERS; i++) {
        Socket socket = connect();
        broken.add(socket);
        socket
            .getOutputStream()
            .write(
                ("GET /api/streams HTTP/1.0\r\nAuthorization: " + login + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(health.waiting.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      for (Socket socket : broken) {
        // With a linger of nothing the connection is reset: what is sent then fails.
        socket.setSoLinger(true, 0);
        socket.close();
      }
      health.obstacle.countDown();
    }

    assertThat(get("/api/streams", login)).startsWith("HTTP/1.1 200");
    assertThat(get("/metrics", login)).doesNotContain("{reason=\"busy\"} 1.0");
  }

  /** Nothing here reads a body, so that one of unknown length would be read as a next request. */
  @Test
  void refusesABodyThatComesInPieces() throws Exception {
    String answer =
        raw(
            "GET /api/streams HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: "
                + basic(USER + ":" + PASSWORD)
                + "\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 413").contains("a request has no body here");
    assertThat(get("/metrics", basic(USER + ":" + PASSWORD)))
        .contains("kahkm_http_refused_requests_total{reason=\"body\"} 1.0");
  }
}
