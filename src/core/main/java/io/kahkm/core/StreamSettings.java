package io.kahkm.core;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.EpisodeSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.Pairing;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How a monitor treats its stream. Immutable; one object serves any number of monitors. Equal
 * settings, models and readings give equal bits.
 *
 * <p>Without further words: times decide what is a duplicate or late, consecutive readings are
 * transitions, forecasts are issued for 1, 5 and 20 steps at every tenth reading, the closure
 * learns at rate 0.1, and no certificates are made.
 */
public final class StreamSettings {
  private final MonitorSettings settings;
  private final Optional<CertificatePlan> certificates;

  private StreamSettings(MonitorSettings settings, Optional<CertificatePlan> certificates) {
    this.settings = settings;
    this.certificates = certificates;
  }

  /** What keeps predicted coordinates where coordinates can be. */
  public enum Projection {
    /** Nothing: predictions are as the closure gives them. */
    NONE,
    /** After every step the prediction moves to the nearest point of the simplex. */
    VECTOR,
    /** The rows of the closure move to the nearest points of the simplex before the first step. */
    ROW
  }

  /**
   * Starts settings.
   *
   * @return a builder with what the class comment says
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether times decide. */
  boolean timed() {
    return settings.timing().timed();
  }

  /** Whether it follows from a time how many steps ahead it is. */
  boolean announces() {
    return settings.timing().step() > 0;
  }

  /** The settings of a monitor with this model. */
  MonitorSettings resolve(Model model) {
    MonitorSettings.Builder resolved = settings.toBuilder().timing(timing(model));
    certificates.ifPresent(plan -> resolved.certificates(Optional.of(plan.resolve(model))));
    return resolved.build();
  }

  private InputTiming timing(Model model) {
    InputTiming placed = settings.timing().among(model.map().sensors());
    placed
        .when()
        .filter(rule -> !rule.isPlaced())
        .ifPresent(
            rule -> {
              throw new IllegalArgumentException(
                  "when is about "
                      + rule.sensor()
                      + ", the model's sensors are "
                      + model.map().sensors());
            });
    return placed;
  }

  /** Collects settings by name. Not thread-safe. */
  public static final class Builder {
    private static final double USUAL_RATE = 0.1;
    private static final int USUAL_EVERY = 10;

    private final MonitorSettings.Builder settings =
        MonitorSettings.builder()
            .horizons(List.of(1, 5, 20))
            .every(USUAL_EVERY)
            .learn(true)
            .beta(USUAL_RATE);
    private InputTiming timing = InputTiming.TIMED;
    private Optional<CertificatePlan> certificates = Optional.empty();

    private Builder() {}

    /**
     * The order of arrival is the order of time: no reading is a duplicate or late, and times serve
     * {@link #idle} only. Readings need no time then.
     *
     * @return this
     */
    public Builder arrivalOrder() {
      timing = timing.inOrderOfArrival();
      return this;
    }

    /**
     * The time between consecutive readings. A reading at another distance starts a new chain of
     * transitions; forecasts that wait for it are dropped.
     *
     * @param time above 0
     * @param tolerance allowed deviation relative to the step, in [0, 1)
     * @return this
     */
    public Builder step(Duration time, double tolerance) {
      timing = timing.withStep(Times.nanos("step", time), tolerance);
      return this;
    }

    /**
     * The gap after which the next reading starts a new episode.
     *
     * @param gap above 0
     * @return this
     */
    public Builder idle(Duration gap) {
      timing = timing.withIdle(Times.nanos("idle", gap));
      return this;
    }

    /**
     * How long the last value of a sensor stands in for a missing one. Without it a reading with a
     * missing value is counted and skipped.
     *
     * @param age above 0
     * @return this
     */
    public Builder hold(Duration age) {
      timing = timing.withHold(Times.nanos("hold", age));
      return this;
    }

    /**
     * When the machine runs: only then are its readings judged, and not until it has settled after
     * a start. It starts where the rule begins to hold, with the first reading, and after a gap of
     * {@link #idle}. Where the value is missing it goes on as it did.
     *
     * @param rule a sensor of the model, one of {@code > >= < <= = !=}, and a number, such as
     *     {@code speed > 100}
     * @param settle time after a start that is not judged; zero or more
     * @return this
     * @throws IllegalArgumentException if the rule cannot be read
     */
    public Builder when(String rule, Duration settle) {
      long time = settle.isZero() ? 0 : Times.nanos("settle", settle);
      timing = timing.withWhen(Optional.of(OperatingRule.of(rule).withSettle(time)));
      return this;
    }

    /**
     * Every reading brings its own successor ({@link Reading#transition}) and stands for itself.
     *
     * @return this
     */
    public Builder transitions() {
      settings.pairing(Pairing.TRANSITIONS);
      return this;
    }

    /**
     * Closes the unit of an episode that is longer for certificates; its rest counts for none.
     *
     * @param transitions at least 1
     * @return this
     */
    public Builder longestEpisode(int transitions) {
      if (transitions < 1) {
        throw new IllegalArgumentException(
            "longestEpisode is " + transitions + ", must be at least 1");
      }
      settings.longest(transitions);
      return this;
    }

    /**
     * Asserts that what follows a gap of {@link #idle} is independent of what came before it, so
     * that it counts as an episode for certificates.
     *
     * @return this
     */
    public Builder restartsAfterIdle() {
      settings.restartAfterIdle(true);
      return this;
    }

    /**
     * Certifies every so-many-th transition only, and asserts that transitions so far apart are
     * independent.
     *
     * @param stride at least 2
     * @return this
     */
    public Builder independentEvery(int stride) {
      if (stride < 2) {
        throw new IllegalArgumentException(
            "independentEvery is " + stride + ", must be at least 2");
      }
      settings.stride(stride);
      return this;
    }

    /**
     * How far ahead is forecast.
     *
     * @param steps ahead, strictly ascending from 1; none for no forecasts
     * @return this
     */
    public Builder horizons(int... steps) {
      settings.horizons(Arrays.stream(steps).boxed().toList());
      return this;
    }

    /**
     * At every how-many-th reading of an episode forecasts are issued.
     *
     * @param readings at least 1
     * @return this
     */
    public Builder forecastEvery(int readings) {
      settings.every(readings);
      return this;
    }

    /**
     * What keeps predictions where coordinates can be; {@link Projection#NONE} where none is
     * chosen.
     *
     * @param kind of projection
     * @return this
     */
    public Builder projection(Projection kind) {
      settings.projection(io.kahkm.internal.closure.Projection.valueOf(kind.name()));
      return this;
    }

    /**
     * The rate at which the closure learns from the stream.
     *
     * @param rate between 0 and 1
     * @return this
     */
    public Builder learning(double rate) {
      settings.learn(true).beta(rate);
      return this;
    }

    /**
     * The closure stays the model's.
     *
     * @return this
     */
    public Builder frozen() {
      settings.learn(false);
      return this;
    }

    /**
     * Undoes what the closure learned while the stream was leaving the map.
     *
     * @return this
     */
    public Builder rollback() {
      settings.rollback(true);
      return this;
    }

    /**
     * How rarely alarms that accumulate evidence may be false: broken relations, and novelty below
     * its limit.
     *
     * @param readings to a false alarm, in the mean at least; above 1 and finite, 100,000 unless
     *     set
     * @return this
     */
    public Builder runLength(double readings) {
      settings.alarm(AlarmSettings.of(readings));
      return this;
    }

    /**
     * Makes certificates.
     *
     * @param plan how
     * @return this
     */
    public Builder certificates(CertificatePlan plan) {
      certificates = Optional.of(plan);
      return this;
    }

    /**
     * Checks everything and makes the settings.
     *
     * @return the settings
     * @throws IllegalArgumentException naming the first value that is not allowed, or two that do
     *     not go together, and the rule
     */
    public StreamSettings build() {
      MonitorSettings built = settings.timing(timing).build();
      requireConsistent(built);
      return new StreamSettings(built, certificates);
    }

    private void requireConsistent(MonitorSettings built) {
      boolean transitions = built.pairing() == Pairing.TRANSITIONS;
      EpisodeSettings episodes = built.episodes();
      boolean ofStates =
          timing.step() > 0
              || timing.idle() > 0
              || timing.hold() > 0
              || timing.when().isPresent()
              || episodes.longest() > 0
              || episodes.stride() > 1;
      require(
          !(transitions && ofStates),
          "transitions go without step, idle, hold, when, longestEpisode and independentEvery:"
              + " every reading is complete by itself");
      require(
          timing.timed() || timing.step() == 0,
          "a step needs times, and arrivalOrder ignores them");
      require(
          timing.timed() || timing.when().filter(rule -> rule.settle() > 0).isEmpty(),
          "a time to settle needs times, and arrivalOrder ignores them");
      require(
          !episodes.restartAfterIdle() || timing.idle() > 0,
          "restartsAfterIdle needs idle, the gap that is meant");
      require(
          !built.learning().rollback() || built.learning().learn(),
          "rollback needs a closure that learns, and this one is frozen");
      boolean records =
          certificates.filter(CertificatePlan::assertsIndependentTransitions).isPresent();
      require(
          !records || transitions || episodes.stride() > 1,
          "certificates of records need transitions or independentEvery: consecutive transitions"
              + " share a reading and are not independent");
      require(
          certificates.isEmpty() || records || !(transitions || episodes.stride() > 1),
          "certificates of episodes go without transitions and independentEvery, which assert"
              + " independent records");
    }

    private static void require(boolean holds, String rule) {
      if (!holds) {
        throw new IllegalArgumentException(rule);
      }
    }
  }
}
