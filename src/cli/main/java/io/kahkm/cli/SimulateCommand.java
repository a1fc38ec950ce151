package io.kahkm.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.option.ClientOptions;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.topic.Pace;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Fault;
import io.kahkm.system.FirstReading;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.ProducerConfig;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm simulate}: readings of simulated sensors, to a CSV file or a topic. */
@Command(
    name = "simulate",
    sortOptions = false,
    header = {"Simulate a fleet of sensors, to a CSV file or a topic.", ""},
    showDefaultValues = true,
    description =
        "Simulates a fleet of sensors on one of the paper's systems, or pumps of a waterworks, to a CSV file or live to a Kafka topic. "
            + "Every episode restarts independently from the system's start distribution. The same seed "
            + "gives the same readings.",
    footer = {
      "",
      "Examples:",
      "  kahkm simulate vanderpol --streams 3 --episodes 1 --output train.csv",
      "  kahkm simulate vanderpol --streams 8 --rate 50 --duration 60s \\",
      "      --bootstrap localhost:9092 --topic vanderpol.states \\",
      "      --fault stream=sensor-03,kind=drift,sensor=q,from=20s,to=40s,size=0.5"
    })
public final class SimulateCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "SYSTEM",
      description = "What is simulated: ${COMPLETION-CANDIDATES}.",
      completionCandidates = SystemNames.class)
  private String systemName;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Target target;

  /** Where readings go. */
  static final class Target {
    @Option(
        names = "--output",
        paramLabel = "FILE",
        description =
            "CSV file to write, one stream after the other: stream, t (ms), run, the sensors; with "
                + "--pairs no run, but the successors.")
    private Path output;

    @ArgGroup(exclusive = false)
    private Broker broker;
  }

  /** A topic on a broker. */
  static final class Broker {
    @Option(
        names = "--bootstrap",
        required = true,
        paramLabel = "HOST:PORT",
        description = "Kafka brokers.")
    private String bootstrap;

    @Option(
        names = "--topic",
        required = true,
        paramLabel = "TOPIC",
        description =
            "Topic for JSON messages: t (ms), the sensors, run, and done in an episode's last one; "
                + "key = stream.")
    private String topic;
  }

  @Mixin private ClientOptions client;

  @Option(
      names = "--streams",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of streams: sensor-01, sensor-02, ..., or pump-01, ...")
  private int streams;

  @Option(
      names = "--episode-length",
      defaultValue = "1200",
      paramLabel = "N",
      description =
          "Transitions of an episode; with --pairs, a pair is at a random step below it after a "
              + "fresh start.")
  private int episodeLength;

  @Option(
      names = "--start-spread",
      defaultValue = "0",
      paramLabel = "N",
      description = {
        "Every episode reports from an independent, uniformly drawn number of steps below N after",
        "its start; 0 for the start distribution itself."
      })
  private int startSpread;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      description = "Episodes of every stream (with --pairs: pairs). Default: see --duration.")
  private Integer episodes;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "Simulated time, for example 60s. Without --duration and --episodes, a CSV file gets one "
              + "episode per stream and a topic readings until Ctrl-C.")
  private String duration;

  @Option(
      names = "--pairs",
      description = "Report independent pairs (state and successor) instead of episodes.")
  private boolean pairs;

  @Option(
      names = "--rate",
      defaultValue = "50",
      paramLabel = "R",
      description = "Readings per second and stream written to the topic; a file ignores it.")
  private double rate;

  @Option(names = "--seed", defaultValue = "0", description = "Seed of everything random.")
  private long seed;

  @Option(
      names = "--fault",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "FAULT",
      description =
          "A scheduled fault, repeatable: stream=sensor-03,kind=KIND,sensor=q,from=20s,to=40s,"
              + "size=0.5 without spaces. KIND: frozen, drift, bias, noise, dynamics or wear (the last "
              + "two take no sensor, but with pumps part=filter, bearing or demand). Without sensor, all "
              + "sensors of the stream. Times are simulated time.")
  private List<String> faults = List.of();

  /** Names of the systems, for the help. */
  static final class SystemNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return DynamicalSystems.names().iterator();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    DynamicalSystem system;
    List<SimulatedSensor> sensors;
    long stepMillis;
    long readings;
    try {
      system = DynamicalSystems.named(systemName);
      stepMillis = system.stepMillis();
      readings = readingsPerStream(stepMillis);
      List<Fault> scheduled = faults.stream().map(FaultParser::parse).toList();
      SimulationSettings settings =
          new SimulationSettings(
              system.streamName(), streams, rate, episodeLength, startSpread, seed, scheduled);
      long start =
          target.broker == null
              ? FirstReading.ofFile(system)
              : FirstReading.live(system, System.currentTimeMillis());
      sensors =
          SimulatedSensor.fleet(
              system,
              pairs ? SimulatedSensor.Mode.PAIRS : SimulatedSensor.Mode.EPISODES,
              settings,
              start,
              stepMillis);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    if (target.broker == null) {
      replacing.check("--output", target.output);
      writeFile(system, sensors, readings);
    } else {
      writeTopic(system, sensors, readings);
    }
    return ExitCode.OK;
  }

  private long readingsPerStream(long stepMillis) {
    if (duration != null && episodes != null) {
      throw new UsageException("--duration and --episodes exclude each other");
    }
    if (duration != null) {
      Duration time = Durations.parse(duration);
      return Math.max(1, time.toMillis() / stepMillis);
    }
    if (episodes == null) {
      boolean endless = target.broker != null;
      return endless ? Long.MAX_VALUE : readingsOfEpisodes(1);
    }
    if (episodes < 1) {
      throw new UsageException("--episodes is " + episodes + ", at least 1 is needed");
    }
    return readingsOfEpisodes(episodes);
  }

  private long readingsOfEpisodes(int count) {
    return pairs ? count : count * (episodeLength + 1L);
  }

  private void writeFile(DynamicalSystem system, List<SimulatedSensor> sensors, long readings)
      throws IOException {
    List<String> header = new ArrayList<>(List.of("stream", "t"));
    if (!pairs) {
      header.add("run");
    }
    header.addAll(system.sensors());
    if (pairs) {
      system.sensors().forEach(sensor -> header.add(successorName(sensor)));
    }
    try (CsvSink sink = CsvSink.create(target.output, header)) {
      for (SimulatedSensor sensor : sensors) {
        for (long i = 0; i < readings; i++) {
          SimulatedReading reading = sensor.next();
          List<Object> row = new ArrayList<>(List.of(sensor.stream(), reading.time()));
          if (!pairs) {
            row.add(reading.episode());
          }
          row.addAll(reading.state());
          reading.next().ifPresent(row::addAll);
          sink.write(row);
        }
      }
    }
  }

  private void writeTopic(DynamicalSystem system, List<SimulatedSensor> sensors, long readings)
      throws IOException, InterruptedException {
    Properties settings = client.settings(ProducerConfig.configNames());
    try (TopicWriter writer =
        new TopicWriter(target.broker.bootstrap, target.broker.topic, settings)) {
      Pace pace = new Pace(rate);
      for (long i = 0; i < readings; i++) {
        pace.await();
        for (SimulatedSensor sensor : sensors) {
          writer.send(sensor.stream(), message(system.sensors(), sensor.next()));
        }
      }
      writer.flush();
      spec.commandLine().getOut().println(writer.sent() + " readings sent");
      spec.commandLine().getOut().flush();
    }
  }

  private static String successorName(String sensor) {
    return sensor + "_next";
  }

  /**
   * The flat message of a reading, as a topology file's defaults read it.
   *
   * @param sensors names of the sensors
   * @param reading the reading
   * @return {@code t}, sensors, {@code run}, {@code done} when true; or successors instead of both
   */
  public static ObjectNode message(List<String> sensors, SimulatedReading reading) {
    ObjectNode message = Json.object();
    message.put("t", reading.time());
    for (int i = 0; i < sensors.size(); i++) {
      message.put(sensors.get(i), reading.state().get(i));
    }
    if (reading.next().isPresent()) {
      for (int i = 0; i < sensors.size(); i++) {
        message.put(successorName(sensors.get(i)), reading.next().get().get(i));
      }
      return message;
    }
    message.put("run", reading.episode());
    if (reading.end()) {
      message.put("done", true);
    }
    return message;
  }
}
