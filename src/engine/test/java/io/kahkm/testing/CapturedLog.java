package io.kahkm.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged until it is closed, from level INFO on. */
public final class CapturedLog implements AutoCloseable {
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger;
  private final Level level;

  /**
   * Begins to listen.
   *
   * @param name of the logger: a class's, or a package's for all below it
   */
  public CapturedLog(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    level = logger.getLevel();
    logger.setLevel(Level.INFO);
    appender.start();
    logger.addAppender(appender);
  }

  /**
   * The lines so far.
   *
   * @return their messages, in order
   */
  public List<String> lines() {
    return List.copyOf(appender.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /**
   * The errors so far.
   *
   * @return their messages, in order
   */
  public List<String> errors() {
    return List.copyOf(appender.list).stream()
        .filter(event -> event.getLevel() == Level.ERROR)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(level);
  }
}
