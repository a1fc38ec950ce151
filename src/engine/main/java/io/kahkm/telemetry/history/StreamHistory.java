package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.json.JsonFields;
import io.kahkm.telemetry.condition.StreamState;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of one stream show: its last readings with the forecasts that were made for them,
 * about ten minutes of its statistics, its last windows, and the eigenvalues of its closure.
 * Everything sits in rings of a fixed size, so that a stream needs at most {@link #largestBytes}.
 *
 * <p>Written by the stream thread that owns the stream, read by the threads of the HTTP server: the
 * methods lock, and what they do under the lock is short. Values are kept and shown with the seven
 * digits of a float, which a chart cannot tell from the whole; nothing is computed from them.
 */
public final class StreamHistory {
  /** Readings that are kept. */
  public static final int READINGS = 300;

  /** Views that are kept; the engine reports one about every second. */
  static final int VIEWS = 600;

  /** Horizons whose forecasts are kept, the first that are met. */
  static final int MOST_HORIZONS = 4;

  private static final double COORDINATE_LEVELS = 255;

  private final int components;
  private final int classes;
  private final List<String> sensors;
  private final PastReadings past;
  private final Ring readings = new Ring(READINGS);
  private final long[] times = new long[READINGS];
  private final boolean[] continued = new boolean[READINGS];
  private final float[] states;
  private final float[] readingNovelties = new float[READINGS];
  private final float[] readingRelations = new float[READINGS];
  private final byte[] coordinates;
  private final byte[] conditions = new byte[READINGS];
  private final ForecastTrace[] forecasts = new ForecastTrace[MOST_HORIZONS];
  private final Ring views = new Ring(VIEWS);
  private final long[] viewTimes = new long[VIEWS];
  private final float[] assignmentLosses = new float[VIEWS];
  private final float[] successorVariances = new float[VIEWS];
  private final float[] novelties = new float[VIEWS];
  private final float[] relations = new float[VIEWS];
  private final HorizonViews[] horizons = new HorizonViews[MOST_HORIZONS];
  private final WindowHistory windows = new WindowHistory();
  private double @Nullable [] eigenvalues;
  private double highestNovelty = Double.NEGATIVE_INFINITY;
  private double highestRelation = Double.NaN;
  private OptionalLong incidentUpdated = OptionalLong.empty();

  /**
   * An empty history.
   *
   * @param sensors names of all sensors in the order of the state
   * @param components sensors whose readings are kept, the first of the state
   * @param classes number of reference classes C
   * @param past what is known from before, or nothing yet; written from here on
   */
  public StreamHistory(List<String> sensors, int components, int classes, PastReadings past) {
    this.sensors = sensors;
    this.components = components;
    this.classes = classes;
    this.past = past;
    states = new float[READINGS * components];
    coordinates = new byte[READINGS * classes];
  }

  /**
   * Bytes that the arrays of one history take when all are in use.
   *
   * @param components sensors whose readings are kept
   * @param classes number of reference classes C
   * @param ranges the ranges that are kept
   * @return 110 KB for the charts and 178 KB for the past of a week, for eight sensors and 25
   *     classes
   */
  public static long largestBytes(int components, int classes, HistoryRanges ranges) {
    long reading =
        Long.BYTES
            + 2
            + 2L * Float.BYTES
            + (long) Float.BYTES * components * (1 + MOST_HORIZONS)
            + classes;
    long view = Long.BYTES + 4L * Float.BYTES + MOST_HORIZONS * HorizonViews.bytes();
    return READINGS * reading
        + VIEWS * view
        + WindowHistory.LARGEST_BYTES
        + ranges.bytes(components)
        + 2L * Double.BYTES * classes;
  }

  /**
   * Adds a reading, the forecasts scored and issued at it, and the windows it closed.
   *
   * @param now wall clock in milliseconds
   */
  public synchronized void accepted(RowAssessment assessment, long now) {
    if (assessment.readiness() == Readiness.READY) {
      addReading(assessment);
      past.add(assessment, now);
    } else if (!assessment.readiness().inOperation()) {
      past.standsStill(assessment.time(), now);
    }
    if (assessment.incidentChange() != IncidentChange.NONE) {
      assessment.incident().ifPresent(incident -> past.add(incident, sensors));
    }
    if (!assessment.certificates().isEmpty()) {
      assessment.certificates().forEach(windows::add);
    }
    if (assessment.closureEigenvalues().isPresent()) {
      eigenvalues = assessment.closureEigenvalues().get().clone();
    }
  }

  private void addReading(RowAssessment assessment) {
    int slot = readings.next();
    times[slot] = assessment.time();
    continued[slot] = assessment.continues();
    double[] state = assessment.state();
    for (int i = 0; i < components; i++) {
      states[slot * components + i] = (float) state[i];
    }
    readingNovelties[slot] = (float) assessment.novelty();
    readingRelations[slot] = (float) assessment.alarms().relation();
    conditions[slot] = ReadingFlags.of(assessment);
    double[] phi = assessment.coordinates();
    for (int k = 0; k < classes; k++) {
      coordinates[slot * classes + k] = (byte) Math.round(COORDINATE_LEVELS * phi[k]);
    }
    for (ForecastTrace trace : forecasts) {
      if (trace != null) {
        trace.clear(slot);
      }
    }
    addForecasts(assessment, slot);
    highestNovelty = Math.max(highestNovelty, assessment.novelty());
    double relation = assessment.alarms().relation();
    if (!(relation <= highestRelation) && !Double.isNaN(relation)) {
      highestRelation = relation;
    }
  }

  private void addForecasts(RowAssessment assessment, int slot) {
    if (assessment.scored().isEmpty() && assessment.issued().isEmpty()) {
      return;
    }
    // Among unchained transitions a forecast is for the successor, which is no reading here.
    List<ScoredForecast> scored = assessment.continues() ? assessment.scored() : List.of();
    for (int i = 0; i < scored.size(); i++) {
      ScoredForecast forecast = scored.get(i);
      ForecastTrace trace = forecast.predictedState() == null ? null : trace(forecast.horizon());
      if (trace != null) {
        trace.scored(slot, forecast);
      }
    }
    List<IssuedForecast> issued = assessment.issued();
    for (int i = 0; i < issued.size(); i++) {
      IssuedForecast forecast = issued.get(i);
      ForecastTrace trace = forecast.state() == null ? null : trace(forecast.horizon());
      if (trace != null) {
        trace.issued(assessment.time(), forecast);
      }
    }
  }

  /** The trace of a horizon, null when other horizons have taken all of them. */
  private @Nullable ForecastTrace trace(int horizon) {
    for (int i = 0; i < MOST_HORIZONS; i++) {
      if (forecasts[i] == null) {
        forecasts[i] = new ForecastTrace(horizon, components, READINGS);
      }
      if (forecasts[i].horizon() == horizon) {
        return forecasts[i];
      }
    }
    return null;
  }

  /** Adds a view: rolling statistics, the highest novelty and relation since the one before. */
  public synchronized void status(StreamStatus status) {
    int slot = views.next();
    viewTimes[slot] = status.reading().time();
    assignmentLosses[slot] = (float) status.closure().rolling().assignmentLoss().orElse(Double.NaN);
    successorVariances[slot] =
        (float) status.closure().rolling().successorVariance().orElse(Double.NaN);
    novelties[slot] = (float) Math.max(highestNovelty, status.channels().novelty().value());
    highestNovelty = Double.NEGATIVE_INFINITY;
    relations[slot] = (float) highestRelation;
    highestRelation = Double.NaN;
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      view(slot, horizon);
    }
    status.incidents().open().ifPresent(this::incident);
    // After a restart the last window is known from the snapshot before another one closes.
    if (windows.isEmpty()) {
      status.certificates().last().ifPresent(windows::add);
    }
  }

  /** Horizons that find no place are left out. */
  private void view(int slot, HorizonStatus status) {
    for (int i = 0; i < MOST_HORIZONS; i++) {
      if (horizons[i] == null) {
        horizons[i] = new HorizonViews(status.horizon(), VIEWS);
      }
      if (horizons[i].horizon() == status.horizon()) {
        horizons[i].set(slot, status);
        return;
      }
    }
  }

  private void incident(Incident incident) {
    OptionalLong updated = OptionalLong.of(incident.ended().orElse(incident.updated()));
    if (!updated.equals(incidentUpdated)) {
      incidentUpdated = updated;
      past.add(incident, sensors);
    }
  }

  /** Tells of every horizon the last forecast whose time has come. */
  public synchronized void due(ForecastTrace.Due taker) {
    for (ForecastTrace trace : forecasts) {
      if (trace != null) {
        trace.due(taker);
      }
    }
  }

  /** What of it outlives the process. */
  public PastReadings past() {
    return past;
  }

  /**
   * Writes the history as the API shows it; arrays of one object belong together, oldest first.
   *
   * @param json receives {@code readings}, {@code views}, {@code windows} and {@code eigenvalues}
   * @param quiet state of a reading in which nothing was wrong
   */
  public synchronized void write(ObjectNode json, StreamState quiet) {
    ObjectNode shown = json.putObject("readings");
    times(shown.putArray("time"), readings, times);
    ArrayNode pairs = shown.putArray("continued");
    readings.forEach(slot -> pairs.add(continued[slot]));
    ArrayNode said = shown.putArray("condition");
    readings.forEach(slot -> said.add(ReadingFlags.state(conditions[slot], quiet).label()));
    ArrayNode sensors = shown.putArray("state");
    for (int i = 0; i < components; i++) {
      int component = i;
      FloatColumns.add(sensors.addArray(), readings, slot -> states[slot * components + component]);
    }
    FloatColumns.add(shown.putArray("novelty"), readings, slot -> readingNovelties[slot]);
    FloatColumns.add(shown.putArray("relation"), readings, slot -> readingRelations[slot]);
    ArrayNode traces = shown.putArray("forecasts");
    Arrays.stream(forecasts)
        .filter(trace -> trace != null)
        .sorted((a, b) -> Integer.compare(a.horizon(), b.horizon()))
        .forEach(trace -> trace.write(traces.addObject(), readings));
    shown.put("classes", classes);
    shown.put("coordinates", Base64.getEncoder().encodeToString(orderedCoordinates()));

    ObjectNode statistics = json.putObject("views");
    times(statistics.putArray("time"), views, viewTimes);
    FloatColumns.add(statistics.putArray("fHat"), views, slot -> assignmentLosses[slot]);
    FloatColumns.add(statistics.putArray("sHat"), views, slot -> successorVariances[slot]);
    FloatColumns.add(statistics.putArray("novelty"), views, slot -> novelties[slot]);
    FloatColumns.add(statistics.putArray("relation"), views, slot -> relations[slot]);

    ArrayNode ofHorizons = statistics.putArray("horizons");
    Arrays.stream(horizons)
        .filter(each -> each != null)
        .forEach(each -> each.write(ofHorizons.addObject(), views));

    windows.write(json.putArray("windows"));
    if (eigenvalues != null) {
      ArrayNode spectrum = json.putArray("eigenvalues");
      for (int i = 0; i < eigenvalues.length; i += 2) {
        spectrum.addArray().add((float) eigenvalues[i]).add((float) eigenvalues[i + 1]);
      }
    }
  }

  private byte[] orderedCoordinates() {
    byte[] ordered = new byte[readings.size() * classes];
    int[] row = {0};
    readings.forEach(
        slot ->
            System.arraycopy(coordinates, slot * classes, ordered, row[0]++ * classes, classes));
    return ordered;
  }

  private static void times(ArrayNode array, Ring ring, long[] values) {
    ring.forEach(slot -> JsonFields.addTime(array, values[slot]));
  }
}
