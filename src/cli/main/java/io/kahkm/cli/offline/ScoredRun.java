package io.kahkm.cli.offline;

import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.RowsAhead;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.json.SkillJson;
import io.kahkm.telemetry.condition.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The readings of a file with what each of them meant. Mutable until scored, for one thread. */
public final class ScoredRun {
  private static final int MOST_SENSORS = 3;
  private static final int REPORT_EVERY = 1000;

  private final Model model;
  private final StateData data;
  private final NamedSensors named;
  private final ScoredRow[] rows;
  private final List<StreamIncident> incidents = new ArrayList<>();
  private final List<StreamForecasts> forecasts = new ArrayList<>();

  /**
   * An incident of a stream.
   *
   * @param stream 0-based stream of the file
   * @param incident as it ended, or as it was when the file did
   */
  public record StreamIncident(int stream, Incident incident) {}

  /**
   * What is certified of a stream's forecasts at its end.
   *
   * @param stream 0-based stream of the file
   * @param sentences one for each reference, without full stops, as the live page has them
   */
  public record StreamForecasts(int stream, List<String> sentences) {
    /** Copies the list. */
    public StreamForecasts {
      sentences = List.copyOf(sentences);
    }
  }

  /** Is shown what happens while a file is scored, one stream after the other. */
  public interface Follower {
    /** Looks at nothing. */
    Follower NONE = new Follower() {};

    /**
     * A stream begins.
     *
     * @param stream 0-based stream of the file
     */
    default void begins(int stream) {}

    /**
     * A reading was taken.
     *
     * @param assessment what was made of it
     * @param monitor of the stream, after it
     */
    default void advanced(RowAssessment assessment, StreamMonitor monitor) {}

    /**
     * An incident ended, or the stream did before it.
     *
     * @param incident as {@link ScoredRun#incidents} has it
     */
    default void happened(StreamIncident incident) {}

    /**
     * The stream has no more readings; open incidents have been told before.
     *
     * @param monitor of the stream
     */
    default void ended(StreamMonitor monitor) {}
  }

  /**
   * Scores every row of a file.
   *
   * @param units units of sensors by name
   */
  public ScoredRun(Model model, StateData data, Map<String, String> units) {
    this.model = model;
    this.data = data;
    named = new NamedSensors(model.map().sensors(), units);
    rows = new ScoredRow[Math.toIntExact(data.report().rows())];
  }

  /**
   * Runs every stream through a monitor of its own, as live.
   *
   * @param monitors begins one
   * @param others forecasts of others that they are shown
   * @param follower shown every reading
   */
  public void score(
      Supplier<StreamMonitor> monitors, List<ForecastFile> others, Follower follower) {
    score(monitors, others, Progress.NONE, follower);
  }

  /**
   * Runs every stream through a monitor of its own, as live, and says how far it is.
   *
   * @param monitors begins one
   * @param others forecasts of others that they are shown
   * @param progress told now and then
   */
  public void score(
      Supplier<StreamMonitor> monitors, List<ForecastFile> others, Progress progress) {
    score(monitors, others, progress, Follower.NONE);
  }

  private void score(
      Supplier<StreamMonitor> monitors,
      List<ForecastFile> others,
      Progress progress,
      Follower follower) {
    StreamMonitor monitor = null;
    Incident last = null;
    int stream = -1;
    boolean watched = false;
    RowsAhead ahead = null;
    for (int number = 0; number < data.rows().size(); number++) {
      if (number % REPORT_EVERY == 0) {
        progress.update("readings replayed", number, data.rows().size());
      }
      StateData.Row row = data.rows().get(number);
      if (row.stream() != stream) {
        keep(stream, last, follower);
        judge(stream, monitor, others, follower);
        last = null;
        stream = row.stream();
        monitor = monitors.get();
        follower.begins(stream);
        watched = monitor.status().watched();
        ahead = data.ahead(number, monitor);
      }
      ahead.before(number);
      for (ForecastFile file : others) {
        file.before(stream(stream), row.observation().time(), monitor);
      }
      RowAssessment assessment = monitor.advance(row.observation());
      if (!assessment.admission().changesState()) {
        continue;
      }
      follower.advanced(assessment, monitor);
      if (assessment.incidentNumber() > 0 || assessment.incidentChange() == IncidentChange.ENDED) {
        last = assessment.incident().orElseThrow();
      }
      if (assessment.incidentChange() == IncidentChange.ENDED) {
        keep(stream, last, follower);
        last = null;
      }
      rows[Math.toIntExact(row.line())] = scored(row, assessment, watched);
    }
    keep(stream, last, follower);
    judge(stream, monitor, others, follower);
    progress.update("readings replayed", data.rows().size(), data.rows().size());
  }

  private void judge(
      int stream, @Nullable StreamMonitor monitor, List<ForecastFile> others, Follower follower) {
    if (monitor != null) {
      follower.ended(monitor);
      others.forEach(file -> file.ended(monitor));
      StreamStatus status = monitor.status();
      List<String> sentences = SkillJson.words(status.forecasts());
      if (!sentences.isEmpty()) {
        forecasts.add(new StreamForecasts(stream, sentences));
      }
    }
  }

  private void keep(int stream, Incident incident, Follower follower) {
    if (incident != null) {
      StreamIncident happened = new StreamIncident(stream, incident);
      incidents.add(happened);
      follower.happened(happened);
    }
  }

  private ScoredRow scored(StateData.Row row, RowAssessment assessment, boolean watched) {
    boolean ready = assessment.readiness() == Readiness.READY;
    return new ScoredRow(
        row.line(),
        row.stream(),
        assessment.time(),
        StreamState.of(
            assessment.readiness().inOperation(),
            assessment.alarms().outsideMap(),
            assessment.alarms().relationBroken(),
            assessment.alarms().sensorFaulty(),
            false,
            ready,
            watched,
            !assessment.alarms().learning()),
        new ScoredRow.Novelty(
            ready ? assessment.novelty() : Double.NaN,
            ready && assessment.outside(),
            assessment.alarms().outsideMap(),
            assessment.alarms().noveltyNotice()),
        new ScoredRow.Relations(
            assessment.alarms().relation(),
            assessment.alarms().relationEvidence(),
            assessment.alarms().relationBroken(),
            assessment.alarms().relationNotice()),
        new ScoredRow.Sensors(
            assessment.alarms().sensorEvidence(),
            assessment.alarms().sensorFaulty(),
            assessment.alarms().sensorNotice(),
            fault(assessment.alarms().sensorFindings())),
        leading(assessment.contributions()),
        assessment.incidentNumber(),
        Math.sqrt(assessment.squaredError().orElse(Double.NaN)));
  }

  private String fault(List<SensorFinding> findings) {
    return findings.isEmpty()
        ? ""
        : sensors().get(findings.get(0).sensor()) + " " + findings.get(0).kind().label();
  }

  private static List<ScoredRow.Share> leading(double[] contributions) {
    return IntStream.range(0, contributions.length)
        .filter(j -> contributions[j] > 0)
        .boxed()
        .sorted((a, b) -> Double.compare(contributions[b], contributions[a]))
        .limit(MOST_SENSORS)
        .map(j -> new ScoredRow.Share(j, contributions[j]))
        .toList();
  }

  /** One element per data row of the file, null where the row was left out; not to be modified. */
  public ScoredRow[] rows() {
    return rows;
  }

  /** The incidents stream by stream, in order of time. */
  public List<StreamIncident> incidents() {
    return incidents;
  }

  /** What is certified of forecasts, of every stream in which a claim is examined. */
  public List<StreamForecasts> forecasts() {
    return forecasts;
  }

  /** What the file held. */
  public StateData data() {
    return data;
  }

  /** Name of a stream, empty where the file is one stream. */
  public String stream(int stream) {
    return data.streams().isEmpty() ? "" : data.streams().get(stream);
  }

  /** How many streams the file holds. */
  public int streams() {
    return Math.max(1, data.streams().size());
  }

  /** The sensors as people call them. */
  public NamedSensors named() {
    return named;
  }

  /** Names of the sensors. */
  public List<String> sensors() {
    return model.map().sensors();
  }

  /** The novelty limit, absent where the model has none. */
  public OptionalDouble noveltyLimit() {
    return model.noveltyLimit();
  }

  /** The limit of the relation statistic, absent where the model watches none. */
  public OptionalDouble relationLimit() {
    return model
        .alarms()
        .flatMap(Alarms::relations)
        .map(RelationChannel::normal)
        .map(normal -> OptionalDouble.of(normal.limit()))
        .orElse(OptionalDouble.empty());
  }

  /** How far a reading is beyond the limits: the larger of its ratios to them, 0 without any. */
  double excess(ScoredRow row) {
    double novelty = row.novelty().value() / noveltyLimit().orElse(Double.NaN);
    double relation = row.relations().value() / relationLimit().orElse(Double.NaN);
    return Math.max(Double.isNaN(novelty) ? 0 : novelty, Double.isNaN(relation) ? 0 : relation);
  }
}
