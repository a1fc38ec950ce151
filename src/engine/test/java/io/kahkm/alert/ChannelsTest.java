package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.icegreen.greenmail.util.DummySSLSocketFactory;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.config.AlertsConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.MailTls;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.PostConfig;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import jakarta.mail.BodyPart;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What arrives at a mail server and at addresses that are posted to. */
class ChannelsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HOST = "127.0.0.1";
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};

  private final List<JsonNode> bodies = new ArrayList<>();
  private final List<String> headers = new ArrayList<>();
  private int status = 200;
  private HttpServer server;
  private GreenMail mails;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
    if (mails != null) {
      mails.stop();
    }
  }

  private static Alert alert(String stream, Optional<byte[]> picture) {
    ObjectNode json =
        AlertQueueTest.incident("s", 1_790_000_000_000L, 1_790_000_000_000L, false, false)
            .json()
            .deepCopy();
    json.put("since", 1_789_999_990_000L);
    json.put("words", stream + " has been unlike the recording: <flow> & vibration stand out.");
    json.putArray("channels").add("relations").add("map");
    json.putArray("sensors").addObject().put("name", "<flow>").put("share", 0.614);
    IncidentEntry.Happening incident =
        new IncidentEntry.Happening(
            stream + "@2026", stream, 1_790_000_000_000_000_000L, false, Map.of(), json);
    Alert alert =
        new AlertComposer(
                "plant",
                () -> Optional.of("https://kahkm.plant.example"),
                new IncidentCurves((path, query) -> Optional.empty()))
            .compose(incident);
    return new Alert(
        alert.id(),
        alert.title(),
        alert.words(),
        alert.facts(),
        alert.link(),
        alert.record(),
        picture);
  }

  private static AlertsConfig config(String alerts, Map<String, String> environment)
      throws Exception {
    return TopologyConfig.parse(
            "name: a\nmodel: {file: f}\ninput: {state: [q]}\nincidents: {topic: t}\nalerts: "
                + alerts,
            "test.yaml",
            environment)
        .alerts();
  }

  private MailConfig mail(MailTls tls, String login) throws Exception {
    ServerSetup setup =
        new ServerSetup(
            0, HOST, tls == MailTls.TLS ? ServerSetup.PROTOCOL_SMTPS : ServerSetup.PROTOCOL_SMTP);
    mails = new GreenMail(setup);
    mails.start();
    int port = tls == MailTls.TLS ? mails.getSmtps().getPort() : mails.getSmtp().getPort();
    return config(
            "{mail: {server: 127.0.0.1, port: %d, tls: %s, from: 'Engine <k@p.example>', to: [night@p.example, b@p.example]%s}}"
                .formatted(port, tls.label(), login),
            Map.of("PASSWORD", "hush"))
        .mail()
        .orElseThrow();
  }

  private String url() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
          headers.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hush/token";
  }

  private static Part part(Part whole, String type) throws Exception {
    if (whole.isMimeType(type)) {
      return whole;
    }
    if (whole.getContent() instanceof Multipart many) {
      for (int i = 0; i < many.getCount(); i++) {
        BodyPart inner = many.getBodyPart(i);
        Part found = part(inner, type);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  @Test
  void anEmailHasWordsLinkAndPicture() throws Exception {
    MailChannel channel = new MailChannel(mail(MailTls.NONE, ""));
    channel.deliver(alert("pümp\r\nBcc: x@y.z", Optional.of(PNG)));
    channel.deliver(alert("pümp\r\nBcc: x@y.z", Optional.empty()));

    MimeMessage[] received = mails.getReceivedMessages();
    assertThat(received).as("two recipients of two").hasSize(4);
    MimeMessage mail = received[0];
    assertThat(mail.getSubject()).isEqualTo("pümp Bcc: x@y.z: Unlike the recording");
    assertThat(mail.getHeader("Bcc")).isNull();
    assertThat(mail.getFrom()[0]).hasToString("Engine <k@p.example>");
    assertThat(mail.getAllRecipients()).hasSize(2);
    assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    String text = (String) part(mail, "text/plain").getContent();
    assertThat(text)
        .contains("<flow> & vibration stand out")
        .contains("Since: 21 September 2026 14:13:10 UTC")
        .contains("Sensors: <flow> (61 %)")
        .contains("https://kahkm.plant.example/#/incident/p%C3%BCmp%0D%0ABcc%3A%20x%40y.z%402026");
    String html = (String) part(mail, "text/html").getContent();
    assertThat(html)
        .contains("&lt;flow&gt; &amp; vibration", "cid:curves", "Open the page")
        .doesNotContain("<flow>");
    try (InputStream picture = part(mail, "image/png").getInputStream()) {
      assertThat(picture.readAllBytes()).isEqualTo(PNG);
    }
    Part drawn = part(mail, "image/png");
    assertThat(drawn.getHeader("Content-ID")).containsExactly("<curves>");
    assertThat(drawn.getDisposition()).isEqualTo(Part.INLINE);
    assertThat(drawn.getFileName()).isEqualTo("curves.png");
    assertThat(mail.getMessageID()).matches("<[0-9a-f]{64}@kahkm>");
    assertThat(mail.getSentDate().toInstant())
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    assertThat(part(received[1], "image/png")).isNull();
    assertThat((String) part(received[1], "text/html").getContent()).doesNotContain("cid:");
    assertThat(received[1].getMessageID()).as("the same incident").isEqualTo(mail.getMessageID());
  }

  @Test
  void otherIncidentsAreOtherMails() throws Exception {
    MailChannel channel = new MailChannel(mail(MailTls.NONE, ""));
    channel.deliver(alert("a", Optional.empty()));
    channel.deliver(alert("b", Optional.empty()));

    Set<String> ids = new HashSet<>();
    for (MimeMessage received : mails.getReceivedMessages()) {
      ids.add(received.getMessageID());
    }
    assertThat(ids).as("of four mails").hasSize(2);
    assertThat(channel.name()).isEqualTo("mail");
    assertThat(channel.place()).matches("127\\.0\\.0\\.1:\\d+");
  }

  /** A mail server that knows some recipients only; it says what it was sent. */
  private static List<String> refusing(Set<String> unknown, MailDelivery delivery)
      throws Exception {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket socket = port.accept()) {
                  BufferedReader in =
                      new BufferedReader(
                          new InputStreamReader(
                              socket.getInputStream(), StandardCharsets.US_ASCII));
                  boolean data = false;
                  answer(socket, "220 here");
                  for (String line = in.readLine(); line != null; line = in.readLine()) {
                    heard.add(line);
                    if (data && !line.equals(".")) {
                      continue;
                    }
                    data = line.equals("DATA");
                    String said = line;
                    boolean refused =
                        line.startsWith("RCPT") && unknown.stream().anyMatch(said::contains);
                    answer(socket, data ? "354 go on" : refused ? "550 unknown here" : "250 ok");
                  }
                } catch (IOException gone) {
                  heard.add(gone.toString());
                }
              });
      answering.setDaemon(true);
      answering.start();
      delivery.to(port.getLocalPort());
      answering.join(10_000);
    }
    return heard;
  }

  private static void answer(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private interface MailDelivery {
    void to(int port) throws Exception;
  }

  private static MailChannel channel(int port) {
    return new MailChannel(
        new MailConfig(
            new PeerAddress(HOST, port),
            MailTls.NONE,
            "k@p.example",
            List.of("night@p.example", "b@p.example"),
            Optional.empty()));
  }

  /** It would be sent to the first again and again otherwise. */
  @Test
  void aMailThatOneRecipientGetsIsDelivered() throws Exception {
    List<String> heard =
        refusing(
            Set.of("b@p.example"), port -> channel(port).deliver(alert("a", Optional.empty())));

    assertThat(heard).contains("DATA", "Subject: a: Unlike the recording", "QUIT");
  }

  @Test
  void aMailThatNobodyGetsIsAFailedDelivery() throws Exception {
    List<String> heard =
        refusing(
            Set.of("p.example>"),
            port ->
                assertThatThrownBy(() -> channel(port).deliver(alert("a", Optional.empty())))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageStartingWith("no recipient was taken: "));

    assertThat(heard).doesNotContain("DATA");
  }

  @Test
  void theLoginIsSentOverTlsOnly() throws Exception {
    MailConfig config = mail(MailTls.TLS, ", user: ops, password: '${PASSWORD}'");
    mails.setUser("k@p.example", "ops", "hush");
    Properties trusting = new Properties();
    trusting.put("mail.smtps.ssl.socketFactory", new DummySSLSocketFactory());
    trusting.put("mail.smtps.ssl.checkserveridentity", "false");

    new MailChannel(config, trusting).deliver(alert("a", Optional.empty()));
    assertThat(mails.getReceivedMessages()).hasSize(2);

    mails.setUser("k@p.example", "ops", "another");
    assertThatThrownBy(
            () -> new MailChannel(config, trusting).deliver(alert("a", Optional.empty())))
        .isInstanceOf(DeliveryException.class)
        .hasMessageNotContaining("hush");
    assertThatThrownBy(() -> new MailChannel(config).deliver(alert("a", Optional.empty())))
        .as("a certificate that nobody trusts")
        .isInstanceOf(DeliveryException.class);
  }

  /** GreenMail's plain server offers no STARTTLS, as somebody between would have it. */
  @Test
  void nothingIsSentWhereTheServerDoesNotChangeToTls() throws Exception {
    MailConfig config = mail(MailTls.STARTTLS, ", user: ops, password: '${PASSWORD}'");
    mails.setUser("k@p.example", "ops", "hush");

    assertThatThrownBy(() -> new MailChannel(config).deliver(alert("a", Optional.empty())))
        .isInstanceOf(DeliveryException.class)
        .hasMessageContaining("STARTTLS");
    assertThat(mails.getReceivedMessages()).isEmpty();
  }

  @Test
  void aServerThatIsGoneIsAFailedDelivery() throws Exception {
    MailConfig config = mail(MailTls.NONE, "");
    mails.stop();
    assertThatThrownBy(() -> new MailChannel(config).deliver(alert("a", Optional.empty())))
        .isInstanceOf(DeliveryException.class);
    assertThat(new MailChannel(config).place()).isEqualTo(config.server().toString());
  }

  @Test
  void aWebhookGetsTheRecordWithPictureAndItsHeaders() throws Exception {
    PostConfig config =
        config(
                "{webhook: {url: '%s', headers: {authorization: '${TOKEN}'}}}".formatted(url()),
                Map.of("TOKEN", "Bearer hush"))
            .webhook()
            .orElseThrow();
    Alert alert = alert("pump", Optional.of(PNG));
    new PostChannel("webhook", config, AlertBodies::webhook).deliver(alert);

    JsonNode body = bodies.get(0);
    assertThat(headers).containsExactly("Bearer hush");
    assertThat(body.path("id").asText()).isEqualTo("pump@2026");
    assertThat(body.path("incident")).isEqualTo(alert.record());
    assertThat(body.path("title").asText()).isEqualTo("pump: Unlike the recording");
    assertThat(Base64.getDecoder().decode(body.path("picture").path("base64").asText()))
        .isEqualTo(PNG);
    new PostChannel("webhook", config, AlertBodies::webhook)
        .deliver(alert("pump", Optional.empty()));
    assertThat(bodies.get(1).has("picture")).isFalse();
  }

  @Test
  void onlyASuccessIsADelivery() throws Exception {
    PostConfig config =
        config("{slack: {url: '${SLACK}'}}", Map.of("SLACK", url())).slack().orElseThrow();
    PostChannel channel = new PostChannel("slack", config, AlertBodies::slack);
    try (CapturedLog log = new CapturedLog("io.kahkm")) {
      for (int wrong : new int[] {301, 400, 404, 429, 500}) {
        status = wrong;
        assertThatThrownBy(() -> channel.deliver(alert("a", Optional.empty())))
            .isInstanceOf(DeliveryException.class)
            .hasMessage("it answers with status " + wrong);
      }
      server.stop(0);
      assertThatThrownBy(() -> channel.deliver(alert("a", Optional.empty())))
          .isInstanceOf(DeliveryException.class)
          .hasMessageStartingWith("no answer (")
          .hasMessageNotContaining("hush");
      assertThat(log.lines()).noneMatch(line -> line.contains("hush"));
    }
    assertThat(channel.place()).startsWith("127.0.0.1:").doesNotContain("hush");
  }

  @Test
  void slackGetsTextThatIsNoMarkup() throws Exception {
    PostConfig config =
        config("{slack: {url: '${SLACK}'}}", Map.of("SLACK", url())).slack().orElseThrow();
    new PostChannel("slack", config, AlertBodies::slack)
        .deliver(alert("<!channel>" + "x".repeat(4_000), Optional.of(PNG)));

    JsonNode body = bodies.get(0);
    assertThat(body.path("text").asText()).startsWith("&lt;!channel&gt;").hasSizeLessThan(3_000);
    JsonNode blocks = body.path("blocks");
    assertThat(blocks.get(0).path("text").path("type").asText()).isEqualTo("plain_text");
    assertThat(blocks.get(0).path("text").path("text").asText()).hasSize(150).endsWith("…");
    assertThat(blocks.get(1).path("text").path("type").asText()).isEqualTo("plain_text");
    assertThat(blocks.get(1).path("fields")).hasSize(4);
    assertThat(blocks.get(2).path("text").path("text").asText())
        .startsWith("<https://kahkm.plant.example/#/incident/%3C%21channel%3Ex")
        .endsWith("|Open the page>");
  }

  @Test
  void teamsGetsAnAdaptiveCard() throws Exception {
    PostConfig config =
        config("{teams: {url: '${TEAMS}'}}", Map.of("TEAMS", url())).teams().orElseThrow();
    status = 202;
    new PostChannel("teams", config, AlertBodies::teams).deliver(alert("pump", Optional.of(PNG)));

    JsonNode attachment = bodies.get(0).path("attachments").get(0);
    assertThat(bodies.get(0).path("type").asText()).isEqualTo("message");
    assertThat(attachment.path("contentType").asText())
        .isEqualTo("application/vnd.microsoft.card.adaptive");
    JsonNode card = attachment.path("content");
    assertThat(card.path("body").findValuesAsText("text"))
        .contains("pump: Unlike the recording", "Stream: pump", "Incident: pump@2026");
    assertThat(card.path("actions").get(0).path("url").asText())
        .startsWith("https://kahkm.plant.example/#/incident/pump%402026");
  }

  /** A file of a single stream has no name for it. */
  @Test
  void aStreamWithoutANameIsCalledAsTheApplication() {
    assertThat(alert("", Optional.empty()).title()).isEqualTo("plant: Unlike the recording");
    assertThat(alert("", Optional.empty()).facts().get(0))
        .isEqualTo(new Alert.Fact("Stream", "plant"));
  }

  /** A certificate that is trusted, of another name than the server has in the file. */
  @Test
  void aServerWithTheCertificateOfAnotherGetsNoMail() throws Exception {
    MailConfig config = mail(MailTls.TLS, "");
    Properties trusting = new Properties();
    trusting.put("mail.smtps.ssl.socketFactory", new DummySSLSocketFactory());

    assertThatThrownBy(
            () -> new MailChannel(config, trusting).deliver(alert("a", Optional.empty())))
        .isInstanceOf(DeliveryException.class);
    assertThat(mails.getReceivedMessages()).isEmpty();
  }

  /** Wherever a long text is cut, what stands for a sign is whole. */
  @Test
  void aTextThatIsCutForSlackHasNoHalfOfAnEscape() {
    for (int shift = 0; shift < 5; shift++) {
      Alert alert = alert("x".repeat(shift) + "&".repeat(4_000), Optional.empty());
      String text = AlertBodies.slack(alert).path("text").asText();

      assertThat(text).endsWith("…");
      assertThat(text.replace("&amp;", "")).doesNotContain("&", "amp", ";");
    }
  }
}
