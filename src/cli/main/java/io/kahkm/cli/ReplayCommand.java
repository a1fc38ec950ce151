package io.kahkm.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.ProducerConfig;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm replay}: the rows of a CSV file, to a topic. */
@Command(
    name = "replay",
    sortOptions = false,
    header = {"Send the rows of a CSV file to a topic.", ""},
    showDefaultValues = true,
    description =
        "Sends every row of a CSV file to a Kafka topic as a flat JSON message with all its columns: "
            + "numbers as numbers, other text as text, empty cells left out. Rows keep their order.")
final class ReplayCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "CSV",
      description = "CSV file with a header row; - is standard input.")
  private String input;

  @Option(
      names = "--bootstrap",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Kafka brokers.")
  private String bootstrap;

  @Mixin private ClientOptions client;

  @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Key key;

  /** Where the message key, the stream, comes from. */
  static final class Key {
    @Option(
        names = "--key",
        paramLabel = "COLUMN",
        description = "The column that holds the stream.")
    private String column;

    @Option(names = "--key-value", paramLabel = "STREAM", description = "The stream of every row.")
    private String value;
  }

  @Option(
      names = "--rate",
      defaultValue = "0",
      paramLabel = "R",
      description = "Rows per second; 0 means as fast as the broker takes them.")
  private double rate;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--rate is " + rate + ", at least 0 is needed");
    }
    Properties settings = client.settings(ProducerConfig.configNames());
    try (CsvSource source = CsvSource.open(input)) {
      int keyColumn = key.column == null ? -1 : source.column(key.column, "--key");
      try (TopicWriter writer = new TopicWriter(bootstrap, topic, settings)) {
        Pace pace = new Pace(rate);
        while (source.next()) {
          pace.await();
          String stream = keyColumn < 0 ? key.value : source.text(keyColumn);
          writer.send(stream, message(source));
        }
        writer.flush();
        spec.commandLine().getOut().println(writer.sent() + " rows sent");
        spec.commandLine().getOut().flush();
      }
    }
    return ExitCode.OK;
  }

  private static ObjectNode message(CsvSource source) {
    ObjectNode message = Json.object();
    List<String> header = source.header();
    for (int i = 0; i < header.size(); i++) {
      String text = source.text(i);
      if (text.isEmpty()) {
        continue;
      }
      put(message, header.get(i), text, source.value(i));
    }
    return message;
  }

  private static void put(ObjectNode message, String field, String text, OptionalDouble number) {
    try {
      message.put(field, Long.parseLong(text));
      return;
    } catch (NumberFormatException e) {
      // Not an integer; perhaps a real number.
    }
    if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
      message.put(field, number.getAsDouble());
    } else {
      message.put(field, text);
    }
  }
}
