package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.BrokerStandIn;
import java.util.List;

/** What commands that fill a topic put there. */
final class SentRecords {
  private SentRecords() {}

  /**
   * The records of a topic of one partition after a command; a rate of a million does not make it
   * wait.
   *
   * @param command without the topic, the brokers and the rate
   * @param said all that it says
   */
  static List<String> of(String command, String said) {
    try (BrokerStandIn cluster = new BrokerStandIn()) {
      BrokerStandIn.Topic topic = cluster.topic("states", 1);
      Cli cli = Cli.words(command + " --rate 1e6 --topic states --bootstrap " + cluster.servers());
      assertThat(cli.code()).as(cli.err()).isZero();
      assertThat(cli.out()).isEqualTo(said);
      return topic.records();
    }
  }
}
