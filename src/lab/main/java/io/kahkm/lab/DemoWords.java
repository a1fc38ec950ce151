package io.kahkm.lab;

import io.kahkm.cli.draft.FirstSteps;
import io.kahkm.config.CertificateConfig;
import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.system.Fault;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.topology.DurationText;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a demo says to the person who watches it. */
final class DemoWords {
  private DemoWords() {}

  /**
   * What is simulated, where it can be seen, and what to try.
   *
   * @param topology as the person named it
   * @param config the same, read
   * @param bootstrap address of the broker
   * @param url address of the live page
   */
  static String introduction(String topology, TopologyConfig config, String bootstrap, String url) {
    StringBuilder text = new StringBuilder();
    config.simulate().ifPresent(simulate -> simulation(config, simulate, text));
    config
        .certificates()
        .ifPresent(
            certificates ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "certificates: window of %d %s, level %s; assumed independent and"
                            + " identically distributed%s%n",
                        certificates.window().units(),
                        certificates.fleet().isPresent()
                            ? "streams"
                            : certificates.sampling().label(),
                        certificates.decision().delta(),
                        config.simulate().isPresent() ? ": " + assumption(config) : "")));
    text.append("live page: ").append(url).append("/   metrics: ").append(url).append("/metrics");
    text.append(System.lineSeparator()).append("broker: ").append(bootstrap);
    text.append("   topics: ")
        .append(config.input().topic())
        .append(", ")
        .append(config.forecasts().topic());
    config.certificates().ifPresent(certificates -> text.append(", ").append(certificates.topic()));
    config.incidents().topic().ifPresent(topic -> text.append(", ").append(topic));
    text.append(", ").append(config.rejectsTopic()).append(System.lineSeparator());
    config.incidents().topic().ifPresent(topic -> text.append(toTry(topology, bootstrap)));
    return text.toString();
  }

  /** Commands for another terminal, as they can be copied. */
  private static String toTry(String topology, String bootstrap) {
    String broker = "kafka.bootstrap.servers=" + bootstrap;
    return "in another terminal: "
        + FirstSteps.shell(List.of("incidents", topology, "--set", broker))
        + System.lineSeparator()
        + "and with the identity of one: "
        + FirstSteps.shell(
            List.of("mark", topology, "INCIDENT", "fault", "--note", "seen", "--set", broker))
        + System.lineSeparator();
  }

  private static void simulation(
      TopologyConfig config, SimulateConfig simulate, StringBuilder text) {
    text.append(
        String.format(
            Locale.ROOT,
            "%d simulated %s, %.0f readings per second each%s%n",
            simulate.settings().streams(),
            simulate.system().equals(simulate.settings().name() + "s")
                ? simulate.system()
                : simulate.system() + " sensors",
            simulate.settings().rate(),
            pace(config, simulate)));
    config
        .input()
        .tags()
        .ifPresent(
            tags ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "every reading is %d records of one tag each, up to %d ms late: rows are"
                            + " made of them %d ms after their time%n",
                        tags.sensors().size(),
                        SimulatedTags.latest(tags.grace()).toMillis(),
                        tags.grace().toMillis())));
    for (Fault fault : simulate.settings().faults()) {
      text.append(
          String.format(
              Locale.ROOT,
              "scheduled fault: %s %s%s from %s to %s%n",
              fault.stream(),
              fault.kind().label(),
              fault.sensor().or(fault::part).map(name -> " of " + name).orElse(""),
              DurationText.of(fault.from()),
              DurationText.of(fault.to())));
    }
  }

  /** How event time passes where it is not the clock's. */
  private static String pace(TopologyConfig config, SimulateConfig simulate) {
    Duration second =
        simulated(config, simulate, Math.round(simulate.settings().rate()) * streams(simulate));
    return second.compareTo(Duration.ofSeconds(2)) < 0
        ? ""
        : ": a day passes in "
            + Math.round((double) Duration.ofDays(1).toMillis() / second.toMillis())
            + " s";
  }

  private static long streams(SimulateConfig simulate) {
    return simulate.settings().streams();
  }

  /** Event time that has passed when so many readings have been sent. */
  private static Duration simulated(TopologyConfig config, SimulateConfig simulate, long sent) {
    return simulate.step(config.input()).multipliedBy(sent / streams(simulate));
  }

  private static String assumption(TopologyConfig config) {
    return switch (config.certificates().orElseThrow().sampling()) {
      case EPISODES -> "whole episodes (each one restarts independently)";
      case RECORDS -> "single pairs (each one is drawn independently)";
      case FLEET -> "whole streams (each one has its own random numbers)";
    };
  }

  static String clock(TopologyConfig config, Duration elapsed, long sent, boolean finished) {
    String phase =
        config.simulate().stream()
            .flatMap(
                simulate ->
                    simulate.settings().faults().stream()
                        .filter(
                            fault -> fault.isActive(simulated(config, simulate, sent).toMillis())))
            .findFirst()
            .map(fault -> "   FAULT on " + fault.stream() + ": " + fault.kind().label())
            .orElse(finished ? ", all of them; Ctrl-C stops the demo" : "");
    return String.format(
            Locale.ROOT, "%n%d s, %,d readings sent%s", elapsed.toSeconds(), sent, phase)
        .stripLeading();
  }

  static LiveTable table(TopologyConfig config, Model model) {
    Optional<CertificateConfig> certificates =
        config.certificates().filter(section -> section.fleet().isEmpty());
    return new LiveTable(
        model.map().sensors(),
        config.forecasts().horizons(),
        new LiveTable.Columns(
            certificates.map(section -> "first window open"),
            certificates.flatMap(section -> section.refinements().horizons()).isPresent()));
  }

  private static boolean isFleet(TopologyConfig config) {
    return config.certificates().flatMap(CertificateConfig::fleet).isPresent();
  }

  /** The line about all streams together, where certificates are of the fleet. */
  static Optional<String> fleet(TopologyConfig config, Optional<WindowCertificate> certificate) {
    if (!isFleet(config)) {
      return Optional.empty();
    }
    return Optional.of(
        certificate
            .map(
                record ->
                    String.format(
                        Locale.ROOT,
                        "fleet: %s (%s), lower %.4f, upper %.4f, epsilon %.4f, %d streams, %d"
                            + " missing",
                        record.verdict(),
                        record.reason().label(),
                        record.alarm().lower(),
                        record.alarm().upper(),
                        record.alarm().tolerance(),
                        record.counts().units(),
                        record.counts().missing()))
            .orElse("fleet: first window open"));
  }

  /** Nothing where none was: an incomplete record is taken, and rejected all the same. */
  private static String rejected(Map<String, Long> byReason) {
    String counts =
        new TreeMap<>(byReason)
            .entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .map(one -> String.format(Locale.ROOT, "%,d %s", one.getValue(), one.getKey()))
                .collect(Collectors.joining(", "));
    return counts.isEmpty() ? "" : ", rejected: " + counts;
  }

  static String summary(TopologyConfig config, Model model, EngineTelemetry telemetry, long sent) {
    Map<String, StreamStatus> streams = telemetry.statuses();
    long taken = streams.values().stream().mapToLong(status -> status.counts().records()).sum();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%nSummary: %,d readings sent, %,d taken%s%n",
            sent,
            taken,
            rejected(telemetry.counters().rejected())));
    if (config.input().tags().isPresent()) {
      text.append("the last rows of every stream are open until later values come")
          .append(System.lineSeparator());
    }
    table(config, model)
        .render(streams)
        .forEach(line -> text.append(line).append(System.lineSeparator()));
    for (Map.Entry<String, StreamStatus> entry : new TreeMap<>(streams).entrySet()) {
      entry
          .getValue()
          .certificates()
          .last()
          .filter(record -> record.verdict() != Verdict.ATTAINABLE)
          .map(WindowCertificate::words)
          .ifPresent(
              words ->
                  text.append(entry.getKey())
                      .append(": ")
                      .append(words)
                      .append(System.lineSeparator()));
    }
    telemetry
        .fleet()
        .present()
        .ifPresent(window -> text.append("fleet: ").append(window.certificate().words()));
    return text.toString().stripTrailing();
  }
}
