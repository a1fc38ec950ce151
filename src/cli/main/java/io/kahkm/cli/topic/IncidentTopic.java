package io.kahkm.cli.topic;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.text.NearName;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The incidents topic of a topology file, as the commands on incidents use it. */
public final class IncidentTopic {
  /** Forecasts that are read to find streams which never had an incident. */
  private static final int NEWEST_FORECASTS = 100_000;

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file with incidents.topic; its kafka section says how to connect.")
  private String topology;

  @Mixin private SetOption set = new SetOption();

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT,...",
      description = "Brokers, instead of those of the topology file.")
  private String bootstrap;

  private TopologyConfig config;

  /**
   * The topic of a file that is known already.
   *
   * @param topology path of the topology file
   * @param bootstrap brokers, null for those of the file
   * @param set settings in place of the file's
   * @return the topic
   */
  public static IncidentTopic of(String topology, String bootstrap, SetOption set) {
    IncidentTopic topic = new IncidentTopic();
    topic.topology = topology;
    topic.bootstrap = bootstrap;
    topic.set = set;
    return topic;
  }

  /** What the topology file says. */
  public TopologyConfig config() throws IOException {
    config = config == null ? set.load(topology) : config;
    return config;
  }

  private String topic() throws IOException {
    return config()
        .incidents()
        .topic()
        .orElseThrow(
            () ->
                new UsageException(
                    topology + ": incidents.topic is missing, there are no records of incidents"));
  }

  /** Where the brokers are. */
  public String brokers() throws IOException {
    String brokers =
        bootstrap != null
            ? bootstrap
            : config().kafka().get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG);
    if (brokers == null) {
      throw new UsageException(topology + ": kafka.bootstrap.servers is missing, or --bootstrap");
    }
    return brokers;
  }

  /**
   * How a consumer of committed records connects, as the file says.
   *
   * @return new settings
   */
  public Properties consumer() throws IOException {
    Properties settings = client(ConsumerConfig.configNames());
    settings.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    return settings;
  }

  /** What the file says of connections, without what only Kafka Streams knows. */
  private Properties client(Set<String> known) throws IOException {
    Properties settings = new Properties();
    config()
        .kafka()
        .forEach(
            (name, value) -> {
              if (known.contains(name)) {
                settings.setProperty(name, value);
              }
            });
    return settings;
  }

  /** All that is on the topic. */
  public IncidentBook read() throws IOException {
    IncidentBook book = new IncidentBook();
    TopicRecords.newest(
        brokers(),
        topic(),
        Integer.MAX_VALUE,
        consumer(),
        record -> {
          if (record.value() != null) {
            IncidentRecords.read(record.value()).ifPresent(book::add);
          }
        });
    return book;
  }

  /**
   * What to say where there is no incident of an identity.
   *
   * @param id the identity that was asked for
   * @param known those that might have been meant
   * @return a sentence without an end
   */
  public static String unknown(String id, List<IncidentEntry.Happening> known) {
    List<String> ids = known.stream().map(IncidentEntry.Happening::id).toList();
    return "there is no incident "
        + id
        + NearName.of(id, ids).map(near -> "; did you mean " + near + "?").orElse("")
        + "; kahkm incidents lists them";
  }

  /**
   * The streams that are known: those that had an incident or are shelved, and those of the newest
   * forecasts, where there is a topic of them.
   */
  public Set<String> streams() throws IOException {
    IncidentBook book = read();
    Set<String> known = new TreeSet<>(book.shelvedStreams());
    book.latest().forEach(incident -> known.add(incident.stream()));
    try {
      TopicRecords.newest(
          brokers(),
          config().forecasts().topic(),
          NEWEST_FORECASTS,
          consumer(),
          forecast -> {
            if (forecast.key() != null) {
              known.add(new String(forecast.key(), StandardCharsets.UTF_8));
            }
          });
    } catch (DataException noTopic) {
      // Forecasts need not be kept where incidents are.
    }
    return known;
  }

  /** Writes what a person says; returns once the brokers have it. */
  public void write(IncidentEntry entry) throws IOException {
    try (TopicWriter writer =
        new TopicWriter(brokers(), topic(), client(ProducerConfig.configNames()))) {
      writer.send(entry.key(), IncidentRecords.json(entry));
      writer.flush();
    }
  }
}
