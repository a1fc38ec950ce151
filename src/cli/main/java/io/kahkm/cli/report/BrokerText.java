package io.kahkm.cli.report;

import io.kahkm.stream.BrokerSurvey;
import io.kahkm.stream.BrokerSurvey.Permission;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What brokers answered, in lines for a person: what is there, what is wrong, what to do. */
public final class BrokerText {
  /** Clocks of machines that keep time differ by less. */
  private static final Duration USUAL_SKEW = Duration.ofSeconds(30);

  private BrokerText() {}

  /** One line per topic, with the remedy where it has a fault. */
  public static List<String> topics(BrokerSurvey survey) {
    int width = survey.topics().stream().mapToInt(topic -> topic.name().length()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (BrokerSurvey.Topic topic : survey.topics()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-" + width + "s  %-12s  %s",
              topic.name(),
              topic.use(),
              state(survey, topic)));
    }
    return lines;
  }

  private static String state(BrokerSurvey survey, BrokerSurvey.Topic topic) {
    if (!topic.exists()) {
      return topic.permission() == Permission.DENIED ? "this login may not look at it" : "MISSING";
    }
    StringBuilder text = new StringBuilder();
    text.append(topic.partitions()).append(topic.partitions() == 1 ? " partition" : " partitions");
    if (!topic.fits()) {
      text.append(
          String.format(
              Locale.ROOT,
              ", TOO SMALL: it accepts messages of up to %,d bytes, set max.message.bytes to %d",
              topic.messageLimit().orElseThrow(),
              topic.largestMessage()));
    }
    if (!survey.copartitioned(topic)) {
      text.append(", DIFFERENT: the input has ")
          .append(survey.topics().get(0).partitions())
          .append("; give both the same number, keys by stream and the same partitioner");
    }
    if (topic.permission() == Permission.DENIED) {
      text.append(", DENIED: this login may not ").append(topic.access()).append(" it");
    }
    return text.toString();
  }

  /** Everything that was asked, topics among it. */
  public static List<String> lines(BrokerSurvey survey, String application, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(
        survey.brokers() == 1
            ? "Brokers: 1 answers."
            : "Brokers: " + survey.brokers() + " answer.");
    lines.add("Transactions: " + transactions(survey));
    lines.add("Topics:");
    lines.addAll(topics(survey));
    boolean denied =
        survey.group().permission() == Permission.DENIED
            || survey.topics().stream().anyMatch(topic -> topic.permission() == Permission.DENIED);
    boolean told =
        survey.topics().stream().anyMatch(topic -> topic.permission() == Permission.GRANTED);
    lines.add(
        "Authorisation: "
            + (denied
                ? "some rights are missing; docs/operate/security.md lists the ACLs."
                : told
                    ? "all rights that were checked are granted."
                    : "the brokers do not report it."));
    if (survey.group().permission() == Permission.DENIED) {
      lines.add("  group " + application + "  DENIED: this login may not read as this group");
    }
    lines.add(
        survey.behind().isPresent()
            ? String.format(
                Locale.ROOT,
                "Lag: application %s has %,d records left to read.",
                application,
                survey.behind().getAsLong())
            : "Lag: application " + application + " has not read yet.");
    survey.group().instances().ifPresent(count -> lines.add(instances(survey.group(), count)));
    for (BrokerSurvey.Stop stop : survey.stops()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  STOPS: the record at %s offset %d stopped an instance %s; see"
                  + " KahkmRecordQuarantined in the runbook",
              stop.partition(),
              stop.offset(),
              stop.times() == 1 ? "once" : stop.times() + " times"));
    }
    lines.add("Clock: " + clock(survey, now));
    return lines;
  }

  private static String transactions(BrokerSurvey survey) {
    if (survey.soundTransactions()) {
      return "transaction.version " + survey.transactionVersion() + ".";
    }
    return "transaction.version is "
        + survey.transactionVersion()
        + ", below 2: exactly once does not hold where the network delays a write until its"
        + " transaction has ended. Readers may get results of an aborted transaction, a committed"
        + " one may be torn (some results missing or doubled), or a transaction hangs and readers"
        + " wait for it. Upgrade the brokers to Kafka 4, then run kafka-features.sh"
        + " --bootstrap-server BROKER upgrade --feature transaction.version=2; see \"Transactions"
        + " below version 2\" in the runbook.";
  }

  private static String instances(BrokerSurvey.Group group, int count) {
    String running = count == 0 ? "none runs" : count == 1 ? "1 runs" : count + " run";
    return "Instances: "
        + running
        + (group.rebalancing()
            ? ", partitions are moving between them; run the command again, and if this does not"
                + " stop see KahkmRebalancing in the runbook."
            : ".");
  }

  private static String clock(BrokerSurvey survey, Instant now) {
    if (survey.newest().isEmpty()) {
      return "the input holds no record to compare with.";
    }
    Instant newest = survey.newest().get();
    Duration age = Duration.between(newest, now);
    if (age.compareTo(USUAL_SKEW.negated()) < 0) {
      return "the newest record's timestamp, "
          + newest
          + ", is "
          + DurationText.of(age.negated().truncatedTo(ChronoUnit.SECONDS))
          + " ahead of this machine: one of the two clocks is wrong.";
    }
    return "the newest record is dated " + newest + ", " + past(age) + ".";
  }

  private static String past(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    return seconds == 0 ? "now" : DurationText.of(Duration.ofSeconds(seconds)) + " ago";
  }
}
