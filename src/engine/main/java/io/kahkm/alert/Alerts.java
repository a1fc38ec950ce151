package io.kahkm.alert;

import io.kahkm.config.AlertsConfig;
import io.kahkm.incident.IncidentBook;
import io.kahkm.telemetry.AlertCounts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** All channels of a topology file, each with its thread. Thread-safe. */
public final class Alerts implements AutoCloseable {
  private final List<AlertFeed> feeds;

  private Alerts(List<AlertFeed> feeds) {
    this.feeds = List.copyOf(feeds);
  }

  /**
   * Whose incidents are sent, and where they come from.
   *
   * @param application id of the application
   * @param topic the incidents topic, which exists
   * @param client settings of a consumer for it, without a group; not modified
   */
  public record Source(String application, String topic, Properties client) {}

  /**
   * Where alerts learn of the engine.
   *
   * @param book what people wrote, followed by somebody else
   * @param api the API, asked from the threads of the channels
   * @param page address of the live page, asked when an alert is made; empty where there is none
   * @param clock wall clock
   */
  public record Engine(
      IncidentBook book, EngineApi api, Supplier<Optional<String>> page, InstantSource clock) {}

  /**
   * Starts the channels.
   *
   * @param config the section {@code alerts}
   * @param source where incidents come from
   * @param engine where alerts learn of the engine
   * @param counts what came of deliveries
   * @param failed is told what ended a channel's thread, from that thread
   * @return to be closed before the engine's HTTP port
   */
  public static Alerts start(
      AlertsConfig config,
      Source source,
      Engine engine,
      AlertCounts counts,
      Consumer<Throwable> failed) {
    AlertComposer composer =
        new AlertComposer(
            source.application(),
            () -> config.link().map(Object::toString).or(engine.page()),
            new IncidentCurves(engine.api()));
    AlertRules rules =
        new AlertRules(config.fleet().isPresent(), engine.book(), engine.api(), engine.clock());
    List<AlertFeed> feeds = new ArrayList<>();
    for (AlertChannel channel : channels(config)) {
      Properties settings = settings(source, channel.name());
      feeds.add(
          new AlertFeed(
              () ->
                  new KafkaConsumer<>(
                      settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
              source.topic(),
              new AlertFeed.Delivery(composer, channel, counts.channel(channel.name())),
              rules,
              failed));
    }
    feeds.forEach(AlertFeed::start);
    return new Alerts(feeds);
  }

  private static List<AlertChannel> channels(AlertsConfig config) {
    List<AlertChannel> channels = new ArrayList<>();
    config.mail().ifPresent(mail -> channels.add(new MailChannel(mail)));
    config
        .slack()
        .ifPresent(post -> channels.add(new PostChannel("slack", post, AlertBodies::slack)));
    config
        .teams()
        .ifPresent(post -> channels.add(new PostChannel("teams", post, AlertBodies::teams)));
    config
        .webhook()
        .ifPresent(post -> channels.add(new PostChannel("webhook", post, AlertBodies::webhook)));
    return channels;
  }

  /** The settings of a channel's consumer: those of another client, but for what it needs. */
  static Properties settings(Source source, String channel) {
    Properties settings = new Properties();
    settings.putAll(source.client());
    String name = source.application() + "-alerts-" + channel;
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, name);
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return settings;
  }

  /** Ends; a delivery under way is waited for, for some seconds. */
  @Override
  public void close() {
    feeds.forEach(AlertFeed::close);
  }
}
