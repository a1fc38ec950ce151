package io.kahkm.telemetry.http;

import io.kahkm.engine.Peers;
import io.kahkm.telemetry.BadRequestException;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Request;
import io.kahkm.telemetry.Scenario;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.Mutator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Addresses and whole requests. */
public final class HttpFuzz {
  private static final List<String> ADDRESSES =
      List.of(
          "/",
          "/metrics",
          "/healthz",
          "/readyz",
          "/api/streams",
          "/api/streams?limit=10&after=a&contains=p&order=id",
          "/api/streams?order=attention",
          "/api/streams/pump-1",
          "/api/streams/a%2Fb/history",
          "/api/streams/%F0%9F%98%80",
          "/api/fleet",
          "/page/app.js");

  private static final List<String> WORDS =
      List.of(
          "/",
          "..",
          "/../",
          "%2e%2e%2f",
          "%00",
          "%",
          "%zz",
          "%ff",
          "%2F",
          "+",
          "?",
          "&",
          "=",
          "&&",
          ";",
          "#",
          "//",
          "\\",
          "limit=",
          "limit=1000",
          "after=",
          "order=",
          "contains=",
          "/history",
          "/api/streams/",
          "http://a/",
          "\u0000",
          "é",
          "<script>");

  private static final List<String> REQUESTS =
      List.of(
          "GET /metrics HTTP/1.1\r\nHost: a\r\nAccept: text/plain\r\nConnection: close\r\n\r\n",
          "HEAD / HTTP/1.0\r\nIf-None-Match: \"x\"\r\n\r\n",
          """
          GET /api/streams?limit=2 HTTP/1.1\r
          Host: a\r
          Authorization: Basic b3BzOmE=\r
          Connection: close\r
          Accept-Encoding: gzip\r
          \r
          """,
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nabcd",
          """
          GET / HTTP/1.1\r
          Transfer-Encoding: chunked\r
          Connection: close\r
          \r
          4\r
          abcd\r
          0\r
          \r
          """);

  private static final List<String> REQUEST_WORDS =
      List.of(
          "\r\n",
          "\n",
          "\r",
          "\r\n\r\n",
          " ",
          ":",
          "HTTP/1.1",
          "HTTP/9.9",
          "GET",
          "Content-Length: ",
          "Content-Length: -1\r\n",
          "99999999999999999999",
          "Transfer-Encoding: chunked\r\n",
          "Expect: 100-continue\r\n",
          "Host: \u0000\r\n",
          "\t",
          "X: y\r\n",
          " /../ ",
          "%00",
          "\u00ff");

  private HttpFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() throws IOException {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, new Scenario.StandingClock());
    telemetry.status(0, "pump-1", Scenario.healthy());
    telemetry.status(1, "a/b", Scenario.withoutWindow());
    HealthStub health = new HealthStub();
    Routes routes = new Routes(telemetry, health, Peers.NONE, false);
    Mutator addresses = new Mutator(bytes(ADDRESSES), WORDS);
    Mutator requests = new Mutator(bytes(REQUESTS), REQUEST_WORDS);
    // The port lives as long as the process, which runs tests.
    HttpEndpoint endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, health, Optional.empty());
    return List.of(
        new FuzzSubject(
            "http-address",
            addresses::input,
            bytes -> route(routes, bytes),
            List.of(BadRequestException.class, URISyntaxException.class),
            Set.of("200", "404", "BadRequestException", "URISyntaxException"),
            4_000_000,
            400,
            3_000,
            100_000),
        new FuzzSubject(
            "http-request",
            requests::input,
            bytes -> exchange(endpoint.port(), bytes),
            List.of(),
            Set.of("2", "4"),
            8_000_000,
            400,
            300,
            20_000));
  }

  private static List<byte[]> bytes(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** As the endpoint does it: the JDK's server lets through what is an URI. */
  private static String route(Routes routes, byte[] bytes) throws URISyntaxException {
    URI address = new URI(new String(bytes, StandardCharsets.ISO_8859_1));
    if (address.getRawPath() == null) {
      return "no path";
    }
    Response response =
        routes.answer(
            Request.of(address.getRawPath(), address.getRawQuery(), null), new Caller(false, ""));
    requireDiscreet(new String(response.body(), StandardCharsets.UTF_8));
    return Integer.toString(response.status());
  }

  /** The first digit of the answer's status; the server may also just close. */
  private static String exchange(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      requireDiscreet(answer);
      return answer.startsWith("HTTP/1.1 ") ? answer.substring(9, 10) : "closed";
    } catch (SocketException reset) {
      return "closed";
    }
  }

  private static void requireDiscreet(String answer) {
    // The JDK's server names the type of its own complaint about a header, and nothing more.
    String ours = answer.replaceAll("</h1>\\w+Exception thrown", "");
    for (String word : List.of("\tat ", "Exception:", "Exception ", "io.kahkm.", "java.lang")) {
      if (ours.contains(word) && !ours.contains("export ") && !ours.contains("jvm_")) {
        throw new AssertionError("an answer shows " + word + ": " + answer);
      }
    }
  }
}
