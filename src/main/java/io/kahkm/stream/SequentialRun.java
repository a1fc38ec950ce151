package io.kahkm.stream;

import io.kahkm.monitor.Admission;
import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.Pairing;
import io.kahkm.monitor.Readiness;
import io.kahkm.monitor.StreamMonitor;
import io.kahkm.stream.config.TopologyConfig;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The plain loop that every other way of running is compared with: the records of all streams, one
 * after the other, through the same parser, monitors and writers as the engine, without stores,
 * transactions or threads. It tells the bytes that the engine has to publish.
 *
 * <p>Fleet windows, which need every stream, are left out. For one thread.
 */
public final class SequentialRun {
  /** Where a result of the engine goes. */
  public enum Output {
    /** The forecasts topic. */
    FORECASTS,
    /** The certificates topic. */
    CERTIFICATES,
    /** The rejects topic, of which only the values are told. */
    REJECTS
  }

  /** Takes results in the order in which their stream gives them. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Takes one result.
     *
     * @param output where the engine has to publish it
     * @param stream the stream's id
     * @param value its bytes, owned by the receiver
     */
    void take(Output output, String stream, byte[] value);
  }

  private final Map<String, StreamMonitor> monitors = new TreeMap<>();
  private final MonitorBlueprint blueprint;
  private final InputParser parser;
  private final JsonOutput output;
  private final Receiver receiver;
  private final boolean seesIncomplete;

  /**
   * Begins without streams.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   * @param receiver takes the results
   */
  public SequentialRun(TopologyConfig config, MonitorBlueprint blueprint, Receiver receiver) {
    this.blueprint = blueprint;
    this.receiver = receiver;
    parser = new InputParser(config.input(), blueprint.model().map().sensors().size());
    output =
        new JsonOutput(blueprint.model().map().fingerprint(), config.forecasts().coordinates());
    seesIncomplete =
        blueprint.settings().pairing() == Pairing.STATES
            && blueprint.settings().timing().seesIncomplete();
  }

  /**
   * The same run, continued under a topology file whose changes stored state allows.
   *
   * @param config the changed file
   * @param changed the changed file resolved with its model
   * @return a run whose streams stand where the streams of this one do
   * @throws io.kahkm.monitor.IncompatibleStateException if stored state does not allow the change
   */
  public SequentialRun continued(TopologyConfig config, MonitorBlueprint changed) {
    SequentialRun run = new SequentialRun(config, changed, receiver);
    monitors.forEach(
        (stream, monitor) ->
            run.monitors.put(
                stream,
                StreamMonitor.restore(changed.settings(), changed.model(), monitor.snapshot())));
    return run;
  }

  /**
   * Takes the next record of a stream.
   *
   * @param stream the stream's id
   * @param value the record's value; not modified
   * @param timestamp the record's timestamp in milliseconds, the time of inputs without a time
   *     field
   * @return what the stream's monitor made of it, valid until the next call; empty for a record
   *     that no monitor was shown
   */
  public Optional<Assessment> take(String stream, byte[] value, long timestamp) {
    if (!(parser.parse(value, timestamp) instanceof ParsedInput.Accepted accepted)
        || (accepted.missing().isPresent() && !seesIncomplete)) {
      receiver.take(Output.REJECTS, stream, value);
      return Optional.empty();
    }
    StreamMonitor monitor =
        monitors.computeIfAbsent(
            stream, name -> StreamMonitor.create(blueprint.settings(), blueprint.model()));
    Assessment assessment = monitor.advance(accepted.observation());
    boolean taken = assessment.admission().changesState();
    if (taken && !assessment.issued().isEmpty()) {
      receiver.take(Output.FORECASTS, stream, output.forecasts(stream, assessment));
    }
    if (taken) {
      assessment
          .certificates()
          .forEach(
              certificate ->
                  receiver.take(
                      Output.CERTIFICATES, stream, output.certificate(stream, certificate)));
    }
    if (!taken
        || assessment.readiness() == Readiness.INCOMPLETE
        || assessment.admission() == Admission.IRREGULAR) {
      receiver.take(Output.REJECTS, stream, value);
    }
    return Optional.of(assessment);
  }

  /**
   * The monitors of all streams seen so far.
   *
   * @return unmodifiable live view by stream id, ordered; the monitors are this run's own and must
   *     not be advanced
   */
  public Map<String, StreamMonitor> monitors() {
    return Collections.unmodifiableMap(monitors);
  }
}
