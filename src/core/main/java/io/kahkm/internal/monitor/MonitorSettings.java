package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.CertificateSettings;
import io.kahkm.internal.certificate.FleetSettings;
import io.kahkm.internal.certificate.Sampling;
import io.kahkm.internal.closure.Projection;
import java.util.List;
import java.util.Optional;

/**
 * Everything that decides how a monitor treats its stream. Equal settings and equal observations
 * give equal bits.
 *
 * @param pairing how transitions are formed
 * @param timed whether the input declares an event time: only then are duplicate, earlier and
 *     irregular times recognised; otherwise the order of arrival is the order of time and record
 *     timestamps only serve {@code idle}
 * @param step declared step in nanoseconds, 0 when none is declared
 * @param stepTolerance allowed relative deviation from the step, in [0, 1)
 * @param idle gap in nanoseconds after which the next state starts a new episode, 0 for never
 * @param longest pairs after which an episode's unit is closed for certificates, 0 for unlimited
 * @param restartAfterIdle whether the operator asserts that the state after a gap is an independent
 *     start
 * @param hold longest age in nanoseconds at which the last value of a sensor stands in for a
 *     missing one, 0 to hold none
 * @param stride every stride-th pair of an episode is certified, at least 1; above 1 only with
 *     asserted independence
 * @param horizons steps ahead, strictly ascending, each at least 1; empty for no forecasts
 * @param every forecasts are issued at every this-many-th state of an episode, at least 1
 * @param projection what keeps predictions on the simplex
 * @param learn whether the closure learns from the stream
 * @param beta NLMS step size, in (0, 1)
 * @param rollback whether the closure returns to what it was before an excursion from the map once
 *     the stream is said to be outside
 * @param certificates how certificates are made, empty for none
 * @param fleet how the streams become units; present exactly where certificates are of sampling
 *     fleet, and then the input is timed
 * @param runLength rows to a false page of an alarm that accumulates evidence, in the mean at
 *     least; above 1 and finite
 */
public record MonitorSettings(
    Pairing pairing,
    boolean timed,
    long step,
    double stepTolerance,
    long idle,
    int longest,
    boolean restartAfterIdle,
    long hold,
    int stride,
    List<Integer> horizons,
    int every,
    Projection projection,
    boolean learn,
    double beta,
    boolean rollback,
    Optional<CertificateSettings> certificates,
    Optional<FleetSettings> fleet,
    double runLength) {
  /** Rows to a false page where no file says it. */
  public static final double DEFAULT_RUN_LENGTH = 1e5;

  /** Step size where nothing is learned; any allowed value serves. */
  private static final double UNUSED_BETA = 0.1;

  /** Checks every field; the message names the field, the value and the rule. */
  public MonitorSettings {
    horizons = List.copyOf(horizons);
    require(step >= 0, "step", step, "at least 0 ns");
    require(stepTolerance >= 0 && stepTolerance < 1, "stepTolerance", stepTolerance, "in [0, 1)");
    require(idle >= 0, "idle", idle, "at least 0 ns");
    require(longest >= 0, "longest", longest, "at least 0");
    require(hold >= 0, "hold", hold, "at least 0 ns");
    require(stride >= 1, "stride", stride, "at least 1");
    require(every >= 1, "every", every, "at least 1");
    require(beta > 0 && beta < 1, "beta", beta, "in (0, 1)");
    boolean sharesOneMatrix = certificates.map(c -> c.sampling() == Sampling.FLEET).orElse(false);
    require(
        fleet.isPresent() == sharesOneMatrix,
        "fleet",
        fleet,
        "present exactly with certificates of sampling fleet");
    require(timed || fleet.isEmpty(), "timed", timed, "true with certificates of sampling fleet");
    require(
        runLength > 1 && runLength < Double.POSITIVE_INFINITY,
        "runLength",
        runLength,
        "above 1 and finite");
    int last = 0;
    for (int horizon : horizons) {
      require(horizon > last, "horizons", horizons, "strictly ascending from 1");
      last = horizon;
    }
  }

  private static void require(boolean holds, String field, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(field + " is " + value + ", must be " + rule);
    }
  }

  /**
   * Settings of a stream that is not part of a fleet, without held values and rollback.
   *
   * @param pairing how transitions are formed
   * @param timed whether the input declares an event time
   * @param step declared step in nanoseconds, 0 when none is declared
   * @param stepTolerance allowed relative deviation from the step, in [0, 1)
   * @param idle gap in nanoseconds after which the next state starts a new episode, 0 for never
   * @param longest pairs after which an episode's unit is closed for certificates, 0 for unlimited
   * @param restartAfterIdle whether the state after a gap is asserted to be an independent start
   * @param stride every stride-th pair of an episode is certified, at least 1
   * @param horizons steps ahead, strictly ascending, each at least 1; empty for no forecasts
   * @param every forecasts are issued at every this-many-th state of an episode, at least 1
   * @param projection what keeps predictions on the simplex
   * @param learn whether the closure learns from the stream
   * @param beta NLMS step size, in (0, 1)
   * @param certificates how certificates are made, empty for none
   */
  public MonitorSettings(
      Pairing pairing,
      boolean timed,
      long step,
      double stepTolerance,
      long idle,
      int longest,
      boolean restartAfterIdle,
      int stride,
      List<Integer> horizons,
      int every,
      Projection projection,
      boolean learn,
      double beta,
      Optional<CertificateSettings> certificates) {
    this(
        pairing,
        timed,
        step,
        stepTolerance,
        idle,
        longest,
        restartAfterIdle,
        0,
        stride,
        horizons,
        every,
        projection,
        learn,
        beta,
        false,
        certificates,
        Optional.empty(),
        DEFAULT_RUN_LENGTH);
  }

  /**
   * The same with held values.
   *
   * @param newHold longest age of a held value in nanoseconds, 0 to hold none
   * @return a copy
   */
  public MonitorSettings withHold(long newHold) {
    return with(newHold, rollback, certificates);
  }

  /**
   * The same with or without rollback.
   *
   * @param newRollback whether the closure is rolled back when the stream turns outside the map
   * @return a copy
   */
  public MonitorSettings withRollback(boolean newRollback) {
    return with(hold, newRollback, certificates);
  }

  /**
   * The same with other certificates.
   *
   * @param newCertificates how certificates are made
   * @return a copy
   */
  public MonitorSettings withCertificates(CertificateSettings newCertificates) {
    return with(hold, rollback, Optional.of(newCertificates));
  }

  private MonitorSettings with(
      long newHold, boolean newRollback, Optional<CertificateSettings> newCertificates) {
    return new MonitorSettings(
        pairing,
        timed,
        step,
        stepTolerance,
        idle,
        longest,
        restartAfterIdle,
        newHold,
        stride,
        horizons,
        every,
        projection,
        learn,
        beta,
        newRollback,
        newCertificates,
        fleet,
        runLength);
  }

  /**
   * Settings of an offline run: no event time, every state forecast, nothing learned; {@link
   * #withTiming} declares a time.
   *
   * @param pairing how transitions are formed
   * @param stride every stride-th pair of an episode is certified, at least 1
   * @param horizons steps ahead, strictly ascending
   * @param projection what keeps predictions on the simplex
   * @param certificates how certificates are made, empty for none
   * @return the settings
   */
  public static MonitorSettings offline(
      Pairing pairing,
      int stride,
      List<Integer> horizons,
      Projection projection,
      Optional<CertificateSettings> certificates) {
    return new MonitorSettings(
        pairing,
        false,
        0,
        0,
        0,
        0,
        false,
        stride,
        horizons,
        1,
        projection,
        false,
        UNUSED_BETA,
        certificates);
  }

  /**
   * Settings of an offline run of one stream of a fleet: event time decides the windows, nothing is
   * learned.
   *
   * @param pairing how transitions are formed
   * @param certificates how certificates are made, of sampling fleet
   * @param fleet how the streams become units
   * @return the settings
   */
  public static MonitorSettings offlineFleet(
      Pairing pairing, CertificateSettings certificates, FleetSettings fleet) {
    return new MonitorSettings(
        pairing,
        true,
        0,
        0,
        0,
        0,
        false,
        0,
        1,
        List.of(1),
        1,
        Projection.NONE,
        false,
        UNUSED_BETA,
        false,
        Optional.of(certificates),
        Optional.of(fleet),
        DEFAULT_RUN_LENGTH);
  }

  /**
   * The part that judges times and holds values.
   *
   * @return timing of the input
   */
  public InputTiming timing() {
    return new InputTiming(timed, step, stepTolerance, idle, hold);
  }

  /**
   * The same with times judged and values held in another way.
   *
   * @param timing of the input
   * @return a copy
   */
  public MonitorSettings withTiming(InputTiming timing) {
    return new MonitorSettings(
        pairing,
        timing.timed(),
        timing.step(),
        timing.stepTolerance(),
        timing.idle(),
        longest,
        restartAfterIdle,
        timing.hold(),
        stride,
        horizons,
        every,
        projection,
        learn,
        beta,
        rollback,
        certificates,
        fleet,
        runLength);
  }

  /**
   * The fields that stored state depends on, as text: state written under another signature cannot
   * be continued.
   *
   * @return one line per field, {@code name=value}
   */
  String signature() {
    return "input.pairing="
        + pairing.label()
        + "\ninput.longest="
        + longest
        + "\ninput.stride="
        + stride
        + "\nforecasts.horizons="
        + horizons
        + "\nforecasts.every="
        + every
        + "\ncertificates="
        + certificates.map(CertificateSettings::signature).orElse("none")
        + fleet.map(units -> "\ncertificates.fleet=" + units.identity()).orElse("");
  }
}
