package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.AlertsConfig;
import io.kahkm.config.FleetAlerts;
import io.kahkm.config.InputConfig;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.MailTls;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.PostConfig;
import io.kahkm.config.Secret;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads which alarms are alerts and whom the engine tells of them. No message repeats a password or
 * an address that may be a secret.
 */
final class AlertsReader {
  private static final String MAIL = "mail";
  private static final String SLACK = "slack";
  private static final String TEAMS = "teams";
  private static final String WEBHOOK = "webhook";
  private static final String URL = "url";
  private static final String LINK = "link";
  private static final String SERVER = "server";
  private static final int LARGEST_PORT = 65_535;

  private final Section alerts;
  private final JsonNode written;
  private final Map<String, String> environment;

  private AlertsReader(Section alerts, JsonNode written, Map<String, String> environment) {
    this.alerts = alerts;
    this.written = written;
    this.environment = environment;
  }

  /**
   * Reads the section {@code alerts}.
   *
   * @param alerts the section
   * @param written the same before variables were put in, missing if there is none
   * @param environment environment variables
   * @param input how far apart rows are
   * @return what is right in it; errors are noted
   */
  static AlertsConfig read(
      Section alerts, JsonNode written, Map<String, String> environment, InputConfig input) {
    return new AlertsReader(alerts, written, environment).read(input);
  }

  private AlertsConfig read(InputConfig input) {
    Optional<FleetAlerts> fleet = fleet(input);
    Optional<URI> link = alerts.optionalText(LINK).flatMap(text -> address(alerts, LINK, text));
    Section mailSection = alerts.section(MAIL);
    Optional<MailConfig> mail = alerts.has(MAIL) ? mail(mailSection) : Optional.empty();
    AlertsConfig config =
        new AlertsConfig(
            fleet,
            link.map(AlertsReader::withoutSlash),
            mail,
            post(SLACK, true),
            post(TEAMS, true),
            post(WEBHOOK, false));
    alerts.rejectUnknown();
    return config;
  }

  /** The part {@code fleet}: empty where the file has no budget. */
  private Optional<FleetAlerts> fleet(InputConfig input) {
    boolean declared = alerts.has("fleet");
    Section fleet = alerts.section("fleet");
    double perDay = fleet.number("per-day", 1, value -> value > 0, "above 0");
    int streams = (int) fleet.integer("streams", 1, Integer.MAX_VALUE, 1);
    if (declared && !fleet.has("streams")) {
      fleet.error("streams", "is missing: how many streams there are at most, on all instances");
    }
    if (declared && input.steps().step().isEmpty()) {
      fleet.error("per-day", "needs input.step, which says how many rows a day has");
    }
    fleet.rejectUnknown();
    return declared ? Optional.of(new FleetAlerts(perDay, streams)) : Optional.empty();
  }

  /**
   * The channels of a file that need something else of it.
   *
   * @param alerts the section
   * @return their names
   */
  static List<String> channels(Section alerts) {
    return Stream.of(MAIL, SLACK, TEAMS, WEBHOOK).filter(alerts::has).toList();
  }

  private Optional<MailConfig> mail(Section section) {
    MailTls tls = section.choice("tls", MailTls.STARTTLS);
    String server = section.text(SERVER);
    int port = (int) section.integer("port", 1, LARGEST_PORT, tls.port());
    String from = section.text("from");
    if (section.has("from")) {
      person(section, "from", from);
    }
    List<String> to = section.texts("to");
    if (to.isEmpty()) {
      section.error("to", "is missing: a list of addresses such as [night@plant.example]");
    }
    for (int i = 0; i < to.size(); i++) {
      person(section, "to[" + i + "]", to.get(i));
    }
    Optional<LoginConfig> login =
        LoginReader.read(section, written.path(MAIL).path("password"), Map.of(), environment);
    if (login.isPresent() && tls == MailTls.NONE) {
      section.error("tls", "is none, and user and password would be readable on the wire");
    }
    section.rejectUnknown();
    if (!server.isEmpty()) {
      host(section, server);
    }
    return section.healthy()
        ? Optional.of(new MailConfig(new PeerAddress(server, port), tls, from, to, login))
        : Optional.empty();
  }

  private static void host(Section section, String host) {
    try {
      new PeerAddress(host, LARGEST_PORT);
    } catch (IllegalArgumentException wrong) {
      section.error(SERVER, "is \"" + host + "\", must be the name or address of a mail server");
    }
  }

  private static void person(Section section, String key, String text) {
    try {
      new InternetAddress(text, true).validate();
      if (text.indexOf('@') > 0) {
        return;
      }
    } catch (AddressException wrong) {
      // Said below.
    }
    section.error(key, "is \"" + text + "\", must be an address such as night@plant.example");
  }

  /**
   * An address that is posted to.
   *
   * @param secret whether everybody who knows it may post, so that it is never written out
   */
  private Optional<PostConfig> post(String name, boolean secret) {
    Section section = alerts.section(name);
    if (!alerts.has(name)) {
      return Optional.empty();
    }
    Optional<String> text = section.optionalText(URL);
    if (!section.has(URL)) {
      section.error(URL, "is missing");
    }
    JsonNode asWritten = written.path(name).path(URL);
    Optional<String> variable = Substitution.variable(asWritten);
    Map<String, OtlpConfig.Header> headers =
        secret
            ? Map.of()
            : OtlpReader.headers(
                section.section("headers"), written.path(name).path("headers"), environment);
    section.rejectUnknown();
    if (text.isEmpty() || !section.healthy()) {
      return Optional.empty();
    }
    if (secret && variable.isEmpty()) {
      section.error(
          URL,
          "must be an environment variable such as ${"
              + name.toUpperCase(Locale.ROOT)
              + "_URL}, never written out: everyone who knows the address can post");
      return Optional.empty();
    }
    if (variable.filter(known -> !environment.containsKey(known)).isPresent()) {
      // Said where variables are put in.
      return Optional.empty();
    }
    return address(section, URL, text.get())
        .map(
            address -> new PostConfig(new Secret(address.toString()), asWritten.asText(), headers));
  }

  /** The value is not repeated: it may hold a password or be a secret itself. */
  private static Optional<URI> address(Section section, String key, String text) {
    if (text.contains("@")) {
      section.error(key, "has a login, or another @; leave it out");
      return Optional.empty();
    }
    try {
      URI address = new URI(text);
      String scheme = address.getScheme() == null ? "" : address.getScheme();
      if (Set.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT))
          && address.getHost() != null) {
        return Optional.of(address);
      }
    } catch (URISyntaxException notOne) {
      // Said below, without what it repeats.
    }
    section.error(key, "is no address that begins with http:// or https:// and a host");
    return Optional.empty();
  }

  private static URI withoutSlash(URI address) {
    String text = address.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : address;
  }
}
