package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.decode.InputRecord;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.KnownPlans;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.topology.TopologyConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;

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
    REJECTS,
    /** The incidents topic, of which is told what the stream alone decides. */
    INCIDENTS
  }

  /** Takes results in the order in which their stream gives them. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Takes one result.
     *
     * @param output where the engine has to publish it
     * @param key the record's key: the stream's id, of incidents their own
     * @param value its bytes, owned by the receiver
     */
    void take(Output output, String key, byte[] value);
  }

  private final Map<String, StreamMonitor> monitors = new TreeMap<>();
  private final Map<String, Stored> stored = new TreeMap<>();
  private final MonitorBlueprint blueprint;
  private final String topic;
  private final RowReader parser;
  private final ResultOutput output;
  private final Receiver receiver;
  private final boolean seesIncomplete;
  private final boolean publishesIncidents;
  private final IncidentComposer incidents;

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
    topic = config.input().topic();
    List<String> sensors = blueprint.model().map().sensors();
    parser =
        RowReaders.of(
            config.input(), sensors.size(), Optional.empty(), KnownPlans.of(config, sensors));
    output = new ResultOutput(config, blueprint.model().map());
    seesIncomplete = blueprint.settings().seesIncomplete();
    publishesIncidents = config.incidents().topic().isPresent();
    incidents =
        IncidentComposer.ofMain(
            blueprint.model().map(),
            config.input().fields().unitsOf(blueprint.model().map().sensors()),
            new IncidentBook(),
            InstantSource.fixed(Instant.EPOCH),
            config.streams());
  }

  /** What the engine has stored of a stream: a snapshot, and the observations taken since. */
  private static final class Stored {
    private byte[] snapshot;
    private final List<byte[]> journal = new ArrayList<>();

    /** Observations among them, which a snapshot is due for. */
    private int observations;

    private Stored(byte[] snapshot) {
      this.snapshot = snapshot;
    }
  }

  /**
   * The same run, continued under a topology file whose changes stored state allows. As in the
   * engine, a change takes effect at the last snapshot of each stream: what was taken since is
   * replayed under the new settings.
   *
   * @param config the changed file
   * @param changed the changed file resolved with its model
   * @return a run whose streams stand where the streams of this one do
   * @throws io.kahkm.internal.monitor.setting.IncompatibleStateException if stored state does not
   *     allow the change
   */
  public SequentialRun continued(TopologyConfig config, MonitorBlueprint changed) {
    SequentialRun run = new SequentialRun(config, changed, receiver);
    stored.forEach(
        (stream, state) -> {
          StreamMonitor monitor =
              StreamMonitor.restore(changed.settings(), changed.model(), state.snapshot);
          state.journal.forEach(entry -> monitor.replay(new StateReader(entry)));
          run.monitors.put(stream, monitor);
          run.stored.put(stream, state);
        });
    return run;
  }

  /**
   * Takes the next record of a stream.
   *
   * @param stream the stream's id
   * @param value the record's value; not modified
   * @param timestamp the record's timestamp in milliseconds, the time of inputs without a time
   *     field; negative for none
   * @return what the stream's monitor made of it, valid until the next call; empty for a record
   *     that no monitor was shown
   */
  public Optional<RowAssessment> take(String stream, byte[] value, long timestamp) {
    InputRecord record =
        new InputRecord(topic, stream.getBytes(UTF_8), value, new RecordHeaders(), timestamp);
    if (!(parser.parse(record) instanceof ParsedInput.Accepted accepted)
        || (accepted.missing().isPresent() && !seesIncomplete)) {
      receiver.take(Output.REJECTS, stream, value);
      return Optional.empty();
    }
    StreamMonitor monitor = monitors.computeIfAbsent(stream, this::begin);
    boolean planned =
        !monitor.admit(accepted.observation()).changesState()
            || takes(stream, monitor, accepted.plan());
    StateWriter entry = new StateWriter();
    accepted.observation().write(entry);
    RowAssessment assessment = monitor.advance(accepted.observation());
    boolean taken = assessment.admission().changesState();
    if (taken) {
      store(stream, monitor, entry.toByteArray());
    }
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
    if (taken && output.publishesSkill(assessment)) {
      receiver.take(Output.CERTIFICATES, stream, output.skill(stream, monitor.forecasterStatus()));
    }
    if (taken && publishesIncidents && assessment.incidentChange() != IncidentChange.NONE) {
      ObjectNode incident =
          IncidentRecords.ofStreamAlone(
              HeldMonitor.incident(incidents, stream, monitor, assessment));
      receiver.take(
          Output.INCIDENTS, incident.path("incident").textValue(), IncidentRecords.bytes(incident));
    }
    if (!taken
        || assessment.readiness() == Readiness.INCOMPLETE
        || assessment.irregular()
        || !planned) {
      receiver.take(Output.REJECTS, stream, value);
    }
    return Optional.of(assessment);
  }

  /** Takes what is known ahead; false where some of it cannot be taken. */
  private boolean takes(String stream, StreamMonitor monitor, ParsedInput.Plan plan) {
    boolean sound = plan.fault().isEmpty();
    for (KnownValues values : plan.values()) {
      StateWriter entry = new StateWriter();
      values.write(entry);
      KnownAdmission admission = monitor.advance(values);
      if (admission == KnownAdmission.ACCEPTED) {
        Objects.requireNonNull(stored.get(stream)).journal.add(entry.toByteArray());
      }
      sound &= admission != KnownAdmission.AHEAD;
    }
    return sound;
  }

  private StreamMonitor begin(String stream) {
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    stored.put(stream, new Stored(monitor.snapshot()));
    return monitor;
  }

  private void store(String stream, StreamMonitor monitor, byte[] entry) {
    Stored state = Objects.requireNonNull(stored.get(stream));
    state.journal.add(entry);
    state.observations++;
    if (state.observations >= blueprint.journalLength()) {
      state.snapshot = monitor.snapshot();
      state.journal.clear();
      state.observations = 0;
    }
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
