package io.kahkm.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.option.ClientOptions;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.recording.TagOptions;
import io.kahkm.cli.topic.Pace;
import io.kahkm.cli.topic.RowMessage;
import io.kahkm.cli.topic.TagShuffle;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
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
        "Sends every row of a CSV file to a Kafka topic as a flat JSON message with all its"
            + " columns: numbers as numbers, other text as text, empty cells left out. Rows keep"
            + " their order.")
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

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description =
          "rows: a message for each row (default). tags: a message for each value, {\"tag\","
              + " \"value\", \"ts\"}, ts in milliseconds; every column but --key and --time is a"
              + " tag.")
  private TagOptions.Layout layout = TagOptions.Layout.ROWS;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description = "With --layout tags: the column of the event time.")
  private String time;

  @Option(
      names = "--time-unit",
      defaultValue = "auto",
      paramLabel = "UNIT",
      description = "auto, iso, dmy, mdy, min, s, ms, us or ns.")
  private TimeFormat timeUnit = TimeFormat.AUTO;

  @Option(
      names = "--shuffle",
      defaultValue = "0s",
      paramLabel = "DURATION",
      description = "With --layout tags: values arrive at random up to this long after their time.")
  private Duration shuffle;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "Seed of --shuffle.")
  private long seed;

  @Option(
      names = "--key-by-tag",
      description = "With --layout tags: the key is STREAM/TAG instead of the stream.")
  private boolean keyByTag;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--rate is " + rate + ", at least 0 is needed");
    }
    if (layout == TagOptions.Layout.TAGS && time == null) {
      throw new UsageException("--layout tags needs --time, the column of the event time");
    }
    if (layout == TagOptions.Layout.ROWS && (time != null || keyByTag || !shuffle.isZero())) {
      throw new UsageException("--time, --shuffle and --key-by-tag need --layout tags");
    }
    Properties settings = client.settings(ProducerConfig.configNames());
    try (CsvSource source = CsvSource.open(input)) {
      int keyColumn = key.column == null ? -1 : source.column(key.column, "--key");
      try (TopicWriter writer = new TopicWriter(bootstrap, topic, settings)) {
        send(source, keyColumn, writer::send);
        writer.flush();
        String what = layout == TagOptions.Layout.TAGS ? " values" : " rows";
        spec.commandLine().getOut().println(writer.sent() + what + " sent");
        spec.commandLine().getOut().flush();
      }
    }
    return ExitCode.OK;
  }

  /** Where messages go. */
  interface Target {
    /** Takes a message of a stream, or of a tag of one. */
    void send(String key, ObjectNode message) throws IOException;
  }

  /**
   * Sends all rows.
   *
   * @param source at its start
   * @param keyColumn the column of the stream, -1 where every row is of the same
   * @param target takes them
   */
  void send(CsvSource source, int keyColumn, Target target)
      throws IOException, InterruptedException {
    Pace pace = new Pace(rate);
    if (layout == TagOptions.Layout.TAGS) {
      sendTags(source, keyColumn, target, pace);
    }
    while (layout == TagOptions.Layout.ROWS && source.next()) {
      pace.await();
      String stream = keyColumn < 0 ? key.value : source.text(keyColumn);
      target.send(stream, RowMessage.of(source));
    }
  }

  /** Rows per second are the pace: the values of a row come one after the other. */
  private void sendTags(CsvSource source, int keyColumn, Target target, Pace pace)
      throws IOException, InterruptedException {
    int timeColumn = source.column(time, "--time");
    TimeText reader = new TimeText(timeUnit);
    TagShuffle values =
        new TagShuffle(shuffle.toNanos(), seed, value -> send(value, source, target));
    while (source.next()) {
      pace.await();
      if (reader.read(source.text(timeColumn)) != TimeText.Result.READ) {
        throw new DataException(source.at(timeColumn) + ": is not a time");
      }
      String stream = keyColumn < 0 ? key.value : source.text(keyColumn);
      for (int i = 0; i < source.header().size(); i++) {
        if (i != timeColumn && i != keyColumn && !source.text(i).isEmpty()) {
          values.add(
              new TagShuffle.TagValue(
                  stream, source.header().get(i), reader.nanos(), source.text(i)));
        }
      }
    }
    values.finish();
  }

  private void send(TagShuffle.TagValue value, CsvSource source, Target target) throws IOException {
    ObjectNode message = Json.object().put("tag", value.tag());
    RowMessage.put(message, "value", value.text(), source.number(value.text()));
    BigDecimal millis = BigDecimal.valueOf(value.nanos(), 6).stripTrailingZeros();
    message.put("ts", millis.scale() <= 0 ? millis.setScale(0) : millis);
    target.send(keyByTag ? value.stream() + "/" + value.tag() : value.stream(), message);
  }
}
