package io.kahkm.bench.soak;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.process.EngineProcess;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;

/**
 * {@code kahkm run} with a mistake in it: it throws on every reading with a certain timestamp, when
 * the monitor has taken it and before anything of it is stored or sent. Started by {@link
 * Poisoned}.
 */
final class DefectiveRun {
  /** What the mistake says of itself. */
  static final String MISTAKE = "a reading that cannot be";

  private static final Duration POLL = Duration.ofSeconds(1);

  private DefectiveRun() {}

  /**
   * Runs until it is killed, told to stop, or stops on the record.
   *
   * @param arguments the timestamp in milliseconds, the topology file
   */
  public static void main(String[] arguments)
      throws IOException,
          TopologyConfigException,
          ModelFileException,
          EngineException,
          InterruptedException {
    long timestamp = Long.parseLong(arguments[0]);
    TopologyConfig config = TopologySource.load(arguments[1]);
    EngineProcess process =
        EngineProcess.start(
            config, TopologySource.models(config), 0, telemetry -> throwing(telemetry, timestamp));
    Runtime.getRuntime().addShutdownHook(new Thread(process::close));
    // In the words of kahkm run, of which the port is read.
    System.err.println("engine started url=" + process.url(config));
    while (!process.engine().awaitStop(POLL)) {
      // It works.
    }
    System.exit(process.engine().deadThread() ? ExitCode.STREAM_DIED : ExitCode.OK);
  }

  private static EngineListener throwing(EngineListener telemetry, long timestamp) {
    return (EngineListener)
        Proxy.newProxyInstance(
            EngineListener.class.getClassLoader(),
            new Class<?>[] {EngineListener.class},
            (proxy, method, given) -> {
              if (method.getName().equals("accepted") && given[3].equals(timestamp)) {
                throw new IllegalStateException(MISTAKE);
              }
              try {
                return method.invoke(telemetry, given);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
