package io.kahkm.fitting;

import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.StatePreparation;
import io.kahkm.internal.monitor.StreamScaling;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fitting rows as states of the map, by the object that prepares live readings: readings that give
 * no state, because they are incomplete, fill delays or teach a stream's own scaling, take no part.
 */
final class PreparedEpisodes {
  private final Episodes states;
  private final Episodes readings;
  private final List<Integer> rawTransitions;
  private final Optional<Scaling> scaling;
  private final List<Optional<StreamScaling>> own;

  private PreparedEpisodes(
      Episodes states,
      Episodes readings,
      List<Integer> rawTransitions,
      Optional<Scaling> scaling,
      List<Optional<StreamScaling>> own) {
    this.states = states;
    this.readings = readings;
    this.rawTransitions = rawTransitions;
    this.scaling = scaling;
    this.own = own;
  }

  /**
   * Prepares rows.
   *
   * @param settings of the map to be fitted
   * @param raw rows in sensor units, NaN where a value is missing; not modified
   * @throws MapFitException if no transition is left, or no sensor varies in any stream
   */
  static PreparedEpisodes of(MapSettings settings, Episodes raw) {
    Optional<Scaling> scaling =
        settings.states().scaling() == ScalingKind.PER_STREAM
            ? Optional.of(typicalStream(settings, raw))
            : Optional.empty();
    Collector collector =
        new Collector(settings, scaling.orElse(Scaling.none(settings.dimension())), null);
    int transition = 0;
    for (int e = 0; e < raw.count(); e++) {
      collector.startEpisode(raw.stream(e));
      for (int t = 0; t < raw.length(e); t++) {
        collector.add(raw.state(e, t), transition + t - 1);
      }
      transition += raw.length(e) - 1;
    }
    return collector.finish(scaling);
  }

  /**
   * Mean of the streams' means and root mean square of their standard deviations, over the streams
   * with enough rows; a stream in which a sensor is constant says nothing about its deviation.
   * Where it is constant in all of them, its size stands for it.
   */
  private static Scaling typicalStream(MapSettings settings, Episodes raw) {
    int sensors = settings.sensors().size();
    double[] mean = new double[sensors];
    double[] variance = new double[sensors];
    int[] varying = new int[sensors];
    int streams = 0;
    for (StreamScaling stream : streamScalings(settings, raw)) {
      if (!stream.frozen()) {
        continue;
      }
      streams++;
      for (int j = 0; j < sensors; j++) {
        mean[j] += (stream.mean(j) - mean[j]) / streams;
        double deviation = stream.deviation(j);
        if (deviation > 0) {
          varying[j]++;
          variance[j] += (deviation * deviation - variance[j]) / varying[j];
        }
      }
    }
    if (streams == 0) {
      throw new MapFitException(
          "no stream has the "
              + settings.states().scalingRows()
              + " complete rows that its own scaling is learned from, without single readings far"
              + " off; use fewer scaling rows, or name numbers that stand for no reading"
              + " (--missing)");
    }
    if (Arrays.stream(varying).sum() == 0) {
      throw new MapFitException(
          "no sensor varies in the first "
              + settings.states().scalingRows()
              + " rows of any stream, at least one must");
    }
    double[] deviation = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      deviation[j] = varying[j] == 0 ? Scaling.unitOfConstant(mean[j]) : Math.sqrt(variance[j]);
    }
    return Scaling.ofTypicalStream(mean, deviation, settings.states().delays());
  }

  private static List<StreamScaling> streamScalings(MapSettings settings, Episodes raw) {
    List<StreamScaling> scalings = new ArrayList<>();
    int stream = -1;
    for (int e = 0; e < raw.count(); e++) {
      if (raw.stream(e) != stream) {
        stream = raw.stream(e);
        scalings.add(new StreamScaling(settings.sensors().size(), settings.states().scalingRows()));
      }
      for (int t = 0; t < raw.length(e); t++) {
        double[] row = raw.state(e, t);
        if (Arrays.stream(row).allMatch(Double::isFinite)) {
          scalings.get(scalings.size() - 1).add(row);
        }
      }
    }
    return scalings;
  }

  /** Uninterrupted runs of states, in the units that the map's scaling starts from. */
  Episodes states() {
    return states;
  }

  /** The present readings of {@link #states}, in the same units. */
  Episodes readings() {
    return readings;
  }

  /**
   * The scaling of the map where every stream has its own, else empty: it is learned from the
   * states.
   */
  Optional<Scaling> scaling() {
    return scaling;
  }

  /**
   * Later rows of the same streams as states, by the scalings learned here.
   *
   * @param settings those that were given to {@link #of}
   * @param raw rows in sensor units; not modified
   * @return uninterrupted runs of states, each with at least one; possibly none
   */
  List<double[][]> later(MapSettings settings, Episodes raw) {
    Collector collector =
        new Collector(settings, scaling.orElse(Scaling.none(settings.dimension())), this);
    for (int e = 0; e < raw.count(); e++) {
      collector.startEpisode(raw.stream(e));
      for (int t = 0; t < raw.length(e); t++) {
        collector.add(raw.state(e, t), 0);
      }
    }
    collector.closeRun();
    return collector.states;
  }

  /** The stream's own scaling; empty where streams have none, or it had too few rows. */
  Optional<StreamScaling> ownScaling(int stream) {
    return stream < own.size() ? own.get(stream) : Optional.empty();
  }

  /** Of values given for every raw transition, those of the transitions between states. */
  List<Integer> ofTransitions(List<Integer> perRawTransition) {
    return rawTransitions.stream().map(perRawTransition::get).toList();
  }

  /** Half a sentence that goes on with what they make. */
  static String makes(int delays) {
    return delays == 1 ? "1 reading makes" : delays + " readings make";
  }

  private static final class Collector {
    private final MapSettings settings;
    private final Scaling scaling;

    /** Rows that came before, with the scalings learned from them; null for none. */
    private final @Nullable PreparedEpisodes before;

    private final List<double[][]> states = new ArrayList<>();
    private final List<double[][]> readings = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>();
    private final List<Integer> rawTransitions = new ArrayList<>();
    private final List<Optional<StreamScaling>> own = new ArrayList<>();
    private final List<double[]> run = new ArrayList<>();
    private StatePreparation preparation;

    /** -1 before the first. */
    private int stream = -1;

    Collector(MapSettings settings, Scaling scaling, @Nullable PreparedEpisodes before) {
      this.settings = settings;
      this.scaling = scaling;
      this.before = before;
      this.preparation = new StatePreparation(settings, scaling, 0);
    }

    void startEpisode(int newStream) {
      closeRun();
      if (newStream == stream) {
        preparation.breakEpisode();
        return;
      }
      leaveStream();
      stream = newStream;
      preparation = new StatePreparation(settings, scaling, 0);
      if (before != null) {
        preparation.startStream(before.ownScaling(newStream));
      }
    }

    private void leaveStream() {
      if (stream >= 0) {
        while (own.size() < stream) {
          own.add(Optional.empty());
        }
        own.add(preparation.ownScaling().filter(StreamScaling::frozen));
      }
    }

    void add(double[] row, int rawTransition) {
      // Rows have no missing values that could be held: whoever reads them has filled them.
      if (preparation.accept(0, row) != Readiness.READY) {
        closeRun();
        return;
      }
      if (!run.isEmpty()) {
        rawTransitions.add(rawTransition);
      }
      run.add(preparation.state().clone());
    }

    private void closeRun() {
      if (!run.isEmpty()) {
        int sensors = settings.sensors().size();
        states.add(run.toArray(double[][]::new));
        readings.add(
            run.stream().map(state -> Arrays.copyOf(state, sensors)).toArray(double[][]::new));
        streams.add(stream);
        run.clear();
      }
    }

    PreparedEpisodes finish(Optional<Scaling> given) {
      closeRun();
      leaveStream();
      if (rawTransitions.isEmpty()) {
        throw new MapFitException(
            "no transition between two states is left: "
                + makes(settings.states().delays())
                + " a state"
                + (settings.states().scalingRows() > 0
                    ? ", after "
                        + settings.states().scalingRows()
                        + " that teach a stream's own scaling"
                    : ""));
      }
      return new PreparedEpisodes(
          Episodes.of(states, streams), Episodes.of(readings, streams), rawTransitions, given, own);
    }
  }
}
