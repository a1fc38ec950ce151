package io.kahkm.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Looks for secrets, plain or as Base64, in logs down to DEBUG and in whatever it is shown. */
public final class SecretHunter {
  /** Those that know secrets. Everything at DEBUG would be the broker's own chatter. */
  private static final List<String> TALKATIVE =
      List.of(
          "io.kahkm",
          "org.apache.kafka.clients",
          "org.apache.kafka.streams",
          "org.apache.kafka.common.config",
          "org.apache.kafka.common.network",
          "org.apache.kafka.common.security");

  private final List<String> secrets;
  private final Queue<String> found = new ConcurrentLinkedQueue<>();
  private final AtomicLong lines = new AtomicLong();
  private final Map<Logger, Level> before = new HashMap<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.incrementAndGet();
          look("log of " + event.getLoggerName(), event.getFormattedMessage());
          for (IThrowableProxy t = event.getThrowableProxy(); t != null; t = t.getCause()) {
            look("exception in the log of " + event.getLoggerName(), t.getMessage());
          }
        }
      };

  /** Hunts for these. */
  public SecretHunter(String... secrets) {
    this.secrets = List.of(secrets);
  }

  /** Begins to read the log. */
  public void listen() {
    appender.start();
    for (String name : TALKATIVE) {
      Logger logger = (Logger) LoggerFactory.getLogger(name);
      before.put(logger, logger.getLevel());
      logger.setLevel(Level.DEBUG);
      logger.setAdditive(false);
      logger.addAppender(appender);
    }
  }

  /** Ends reading the log. */
  public void stop() {
    before.forEach(
        (logger, level) -> {
          logger.detachAppender(appender);
          logger.setLevel(level);
          logger.setAdditive(true);
        });
    before.clear();
    appender.stop();
  }

  /** Looks at a text. */
  public void look(String where, String text) {
    for (String secret : secrets) {
      String encoded = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
      if (text != null && (text.contains(secret) || text.contains(encoded))) {
        found.add(where + ": " + text);
      }
    }
  }

  /** Texts with a secret. */
  public List<String> found() {
    return List.copyOf(found);
  }

  /** Lines of the log that were read. */
  public long lines() {
    return lines.get();
  }
}
