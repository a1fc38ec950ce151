package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.json.SkillJson;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.quarantine.FailureCause;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitors of the second map of a task: they are shown what those of the main map take, and
 * nothing that they do can change what the main map publishes. Their views and incidents are told;
 * forecasts, certificates and rejects are not theirs to publish.
 *
 * <p>One owner, the task's thread.
 */
final class ShadowMonitors {
  private static final Logger LOGGER = LoggerFactory.getLogger(ShadowMonitors.class);

  /** What the main map is called beside the map on trial; no topology file can name anyone so. */
  static final String MAIN = "the main map";

  private final MonitorStore store;
  private final IncidentComposer incidents;
  private final EngineListener listener;
  private final int partition;
  private final Consumer<byte[]> failed;

  /** Whether the log has told that the map on trial fails. */
  private boolean toldFailure;

  /**
   * Begins with what is stored.
   *
   * @param store monitors of the second map
   * @param incidents writes its incidents, marked as the shadow's
   * @param listener told of its views
   * @param partition of the task
   * @param failed told of each stream on whose record the map failed
   */
  ShadowMonitors(
      MonitorStore store,
      IncidentComposer incidents,
      EngineListener listener,
      int partition,
      Consumer<byte[]> failed) {
    this.failed = failed;
    this.store = store;
    this.incidents = incidents;
    this.listener = listener;
    this.partition = partition;
  }

  /**
   * Tells the monitor of a stream that the machine is in another mode from now on.
   *
   * @param key the stream's key; retained
   * @param elsewhere a reading of another mode
   */
  void leave(byte[] key, Observation elsewhere) {
    take(key, elsewhere, List.of(), false);
  }

  /**
   * Shows a record to the monitor of its stream.
   *
   * @param key the stream's key; retained
   * @param observation what the main map's monitor has taken
   * @param main what the main map forecast from it, to be compared; not retained
   * @return the record of an incident that opened, changed or ended by it
   */
  Optional<ObjectNode> take(byte[] key, Observation observation, List<IssuedForecast> main) {
    return take(key, observation, main, true);
  }

  private Optional<ObjectNode> take(
      byte[] key, Observation observation, List<IssuedForecast> main, boolean counted) {
    HeldMonitor held = null;
    long sequence = 0;
    try {
      held = store.get(key);
      sequence = held.sequence + 1;
      if (!held.monitor.admit(observation).changesState()) {
        return Optional.empty();
      }
      store.journal(held, observation);
      RowAssessment assessment = held.monitor.advance(observation);
      Optional<ObjectNode> incident = incident(held, assessment);
      if (counted) {
        listener.shadowed(partition, held.stream, assessment);
      }
      store.advanced(held);
      for (IssuedForecast forecast : main) {
        sequence = held.sequence + 1;
        compare(held, observation.time(), forecast);
      }
      return incident;
    } catch (RuntimeException | Error failure) {
      passOver(key, held, sequence, failure);
      return Optional.empty();
    }
  }

  /**
   * Shows what is known ahead to the monitor of its stream.
   *
   * @param key the stream's key; retained
   * @param values for the stream's sensors; not retained
   */
  void take(byte[] key, KnownValues values) {
    HeldMonitor held = null;
    long sequence = 0;
    try {
      held = store.get(key);
      sequence = held.sequence + 1;
      if (held.monitor.admit(values) == KnownAdmission.ACCEPTED) {
        store.journal(held, values);
        held.monitor.advance(values);
        store.advancedBeside(held);
      }
    } catch (RuntimeException | Error failure) {
      passOver(key, held, sequence, failure);
    }
  }

  /**
   * Whether the evidence lets it publish for a stream: its forecasts are certified to be better
   * than those of the other map at one horizon at least, and worse at none, and no incident is
   * open.
   *
   * @param key the stream's key
   * @return false too where its monitor is not on the heap: it has just failed
   */
  boolean isProven(byte[] key) {
    HeldMonitor held = store.onHeap(key);
    return held != null && held.monitor.beats(MAIN) && !held.monitor.isInIncident();
  }

  /** What is certified of its forecasts for a stream beside those of the other map. */
  String evidence(byte[] key) {
    // The first sentence is of its own forecasts, and nobody else is judged besides.
    ForecasterStatus all = store.get(key).monitor.forecasterStatus();
    return SkillJson.words(new ForecasterStatus(all.time(), List.of(), all.others())).get(0);
  }

  /** To the map on trial, the main map's forecast is that of another forecaster. */
  private void compare(HeldMonitor held, long time, IssuedForecast main) {
    double[] state = main.state();
    if (state == null || !Arrays.stream(state).allMatch(Double::isFinite)) {
      return;
    }
    OtherForecast forecast = new OtherForecast(MAIN, main.horizon(), time, time, state.clone());
    if (held.monitor.admit(forecast) == OtherAdmission.ACCEPTED) {
      store.journal(held, forecast);
      held.monitor.advance(forecast);
      store.advancedBeside(held);
    }
  }

  /**
   * A map on trial stops nothing: its stream goes on from before the record. What is not of the
   * record goes on to the caller.
   */
  private void passOver(byte[] key, @Nullable HeldMonitor held, long sequence, Throwable failure) {
    if (held != null) {
      store.undo(held, sequence, failure);
    }
    if (!FailureCause.isOfRecord(failure)) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
    String stream = StreamIds.of(key).orElseThrow();
    listener.shadowFailed(partition, stream);
    failed.accept(key);
    if (!toldFailure) {
      toldFailure = true;
      LOGGER.error(
          "The map on trial failed on a record of partition {}; the record was skipped for it"
              + " alone, the main map is not affected. Do not promote the map on trial; keep this"
              + " log for the developers. Later failures are only counted.",
          partition,
          failure);
    }
  }

  private Optional<ObjectNode> incident(HeldMonitor held, RowAssessment assessment) {
    return assessment.incidentChange() == IncidentChange.NONE
        ? Optional.empty()
        : Optional.of(held.incident(incidents, assessment));
  }

  /**
   * Tells the present view of a stream, if it is on the heap.
   *
   * @param stream its id
   * @param key its key
   */
  void report(String stream, byte[] key) {
    if (store.holds(key)) {
      listener.shadowStatus(partition, stream, store.get(key).monitor.status());
    }
  }
}
