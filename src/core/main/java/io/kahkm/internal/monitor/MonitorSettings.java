package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.EpisodeSettings;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.LearningSettings;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.setting.SettingRule;
import io.kahkm.internal.skill.SkillSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Everything that decides how a monitor treats its stream. Equal settings and equal observations
 * give equal bits. {@link #builder} makes one by name.
 *
 * @param pairing how transitions are formed
 * @param timing how times are judged and values held
 * @param episodes what is certified of an episode
 * @param forecasts which forecasts are issued
 * @param learning how the closure follows the stream
 * @param certificates how certificates are made, empty for none
 * @param fleet how the streams become units; present exactly where certificates are of sampling
 *     fleet, and then the input is timed
 * @param alarm how much evidence makes a page
 */
public record MonitorSettings(
    Pairing pairing,
    InputTiming timing,
    EpisodeSettings episodes,
    ForecastSettings forecasts,
    LearningSettings learning,
    Optional<CertificateSettings> certificates,
    Optional<FleetSettings> fleet,
    AlarmSettings alarm) {

  /** Checks what concerns several parts; the message names the field, the value and the rule. */
  public MonitorSettings {
    boolean sharesOneMatrix = certificates.map(c -> c.sampling() == Sampling.FLEET).orElse(false);
    SettingRule.require(
        fleet.isPresent() == sharesOneMatrix,
        "fleet",
        fleet,
        "present exactly with certificates of sampling fleet");
    SettingRule.require(
        pairing == Pairing.STATES || forecasts.others().isEmpty(),
        "others",
        forecasts.others(),
        "none with pairing transitions, whose pairs have no time of a forecast");
    SettingRule.require(
        pairing == Pairing.STATES || timing.when().isEmpty(),
        "when",
        timing.when(),
        "absent with pairing transitions, whose pairs do not follow one another");
    SettingRule.require(
        pairing == Pairing.STATES || timing.modes().isEmpty(),
        "modes",
        timing.modes(),
        "absent with pairing transitions, whose pairs do not follow one another");
    SettingRule.require(
        timing.timed() || fleet.isEmpty(),
        "timed",
        timing.timed(),
        "true with certificates of sampling fleet");
  }

  /**
   * Whether readings with missing values are to be shown to the monitor; pairs never are.
   *
   * @return false where whoever reads them rejects them, as {@link InputTiming#seesIncomplete} says
   */
  public boolean seesIncomplete() {
    return pairing == Pairing.STATES && timing.seesIncomplete();
  }

  /**
   * Starts settings of a stream whose consecutive states are transitions: in order of arrival,
   * every pair certified, no forecasts, nothing held or learned, no certificates.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts settings like these.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /**
   * The same for a machine that always runs: what records cost is measured on made up ones, which
   * know nothing of the rule or of modes.
   *
   * @return a copy
   */
  public MonitorSettings alwaysRunning() {
    return toBuilder()
        .timing(timing.withWhen(Optional.empty()).withModes(OptionalLong.empty()))
        .build();
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
        + episodes.longest()
        + "\ninput.stride="
        + episodes.stride()
        + "\nforecasts.horizons="
        + forecasts.horizons()
        + "\nforecasts.every="
        + forecasts.every()
        + (forecasts.interval().isPresent()
            ? "\nforecasts.interval=" + forecasts.interval().getAsDouble()
            : "")
        + "\ncertificates="
        + certificates.map(CertificateSettings::signature).orElse("none")
        + fleet.map(units -> "\ncertificates.fleet=" + units.identity()).orElse("");
  }

  /** Collects settings by name; values are checked by {@link #build}. Not thread-safe. */
  public static final class Builder {
    private static final double USUAL_BETA = 0.1;

    private Pairing pairing = Pairing.STATES;
    private InputTiming timing = InputTiming.NONE;
    private int longest;
    private boolean restartAfterIdle;
    private int stride = 1;
    private List<Integer> horizons = List.of();
    private int every = 1;
    private Projection projection = Projection.NONE;
    private OptionalDouble interval = OptionalDouble.empty();
    private SkillSettings skill = SkillSettings.NONE;
    private List<OtherForecaster> others = List.of();
    private boolean learn;
    private double beta = USUAL_BETA;
    private boolean rollback;
    private Optional<CertificateSettings> certificates = Optional.empty();
    private Optional<FleetSettings> fleet = Optional.empty();
    private AlarmSettings alarm = AlarmSettings.USUAL;

    private Builder() {}

    private Builder(MonitorSettings like) {
      pairing = like.pairing;
      timing = like.timing;
      longest = like.episodes.longest();
      restartAfterIdle = like.episodes.restartAfterIdle();
      stride = like.episodes.stride();
      horizons = like.forecasts.horizons();
      every = like.forecasts.every();
      projection = like.forecasts.projection();
      interval = like.forecasts.interval();
      skill = like.forecasts.skill();
      others = like.forecasts.others();
      learn = like.learning.learn();
      beta = like.learning.beta();
      rollback = like.learning.rollback();
      certificates = like.certificates;
      fleet = like.fleet;
      alarm = like.alarm;
    }

    /**
     * How transitions are formed.
     *
     * @param value the pairing
     * @return this
     */
    public Builder pairing(Pairing value) {
      pairing = value;
      return this;
    }

    /**
     * How times are judged and values held.
     *
     * @param value the timing
     * @return this
     */
    public Builder timing(InputTiming value) {
      timing = value;
      return this;
    }

    /**
     * When an episode's unit is closed for certificates.
     *
     * @param pairs at least 1, 0 for unlimited
     * @return this
     */
    public Builder longest(int pairs) {
      longest = pairs;
      return this;
    }

    /**
     * Whether the state after a gap is asserted to be an independent start.
     *
     * @param value true if it is
     * @return this
     */
    public Builder restartAfterIdle(boolean value) {
      restartAfterIdle = value;
      return this;
    }

    /**
     * Which pairs of an episode are certified.
     *
     * @param pairs every so-many-th, at least 1
     * @return this
     */
    public Builder stride(int pairs) {
      stride = pairs;
      return this;
    }

    /**
     * How far ahead forecasts look.
     *
     * @param steps strictly ascending, each at least 1; empty for no forecasts
     * @return this
     */
    public Builder horizons(List<Integer> steps) {
      horizons = steps;
      return this;
    }

    /**
     * What share of outcomes the intervals of forecasts shall hold.
     *
     * @param value from .5 to .99; empty for no intervals
     * @return this
     */
    public Builder interval(OptionalDouble value) {
      interval = value;
      return this;
    }

    /**
     * Which claims about the forecasts' skill are examined.
     *
     * @param value the claims; stored state may be continued under others, which begin then
     * @return this
     */
    public Builder skill(SkillSettings value) {
      skill = value;
      return this;
    }

    /**
     * Which other forecasters' forecasts are judged beside.
     *
     * @param value the forecasters; stored state may be continued under others, of which nothing is
     *     known then
     * @return this
     */
    public Builder others(List<OtherForecaster> value) {
      others = value;
      return this;
    }

    /**
     * At which states of an episode forecasts are issued.
     *
     * @param states every so-many-th, at least 1
     * @return this
     */
    public Builder every(int states) {
      every = states;
      return this;
    }

    /**
     * What keeps predictions on the simplex.
     *
     * @param value the projection
     * @return this
     */
    public Builder projection(Projection value) {
      projection = value;
      return this;
    }

    /**
     * Whether the closure learns from the stream.
     *
     * @param value true if it does
     * @return this
     */
    public Builder learn(boolean value) {
      learn = value;
      return this;
    }

    /**
     * The step size of learning.
     *
     * @param value in (0, 1)
     * @return this
     */
    public Builder beta(double value) {
      beta = value;
      return this;
    }

    /**
     * Whether the closure returns to what it was before an excursion from the map.
     *
     * @param value true if it does
     * @return this
     */
    public Builder rollback(boolean value) {
      rollback = value;
      return this;
    }

    /**
     * How certificates are made.
     *
     * @param value their settings, empty for no certificates
     * @return this
     */
    public Builder certificates(Optional<CertificateSettings> value) {
      certificates = value;
      return this;
    }

    /**
     * How the streams become units.
     *
     * @param value the fleet's settings, with certificates of sampling fleet only
     * @return this
     */
    public Builder fleet(Optional<FleetSettings> value) {
      fleet = value;
      return this;
    }

    /**
     * How rare false pages are, and when an incident is over.
     *
     * @param value the settings
     * @return this
     */
    public Builder alarm(AlarmSettings value) {
      alarm = value;
      return this;
    }

    /**
     * Checks everything and makes the settings.
     *
     * @return the settings
     * @throws IllegalArgumentException naming the first value that is not allowed and the rule
     */
    public MonitorSettings build() {
      return new MonitorSettings(
          pairing,
          timing,
          new EpisodeSettings(longest, restartAfterIdle, stride),
          new ForecastSettings(horizons, every, projection, interval, skill, others),
          new LearningSettings(learn, beta, rollback),
          certificates,
          fleet,
          alarm);
    }
  }
}
