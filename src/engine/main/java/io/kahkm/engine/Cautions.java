package io.kahkm.engine;

import io.kahkm.config.ClosureStart;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.topology.TopologyConfig;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is allowed but worth a second look; {@code check} prints it and {@code run} logs it. */
public final class Cautions {
  /** Twice the size at a horizon of 200. */
  private static final double WORTH_MENTIONING = 1.0035;

  private Cautions() {}

  /** What a model's provenance calls the mode whose rows it was fitted on. */
  public static final String MODE = "mode";

  /**
   * Looks at a topology file with the models of all modes of its machines.
   *
   * @param config the file
   * @param models by the mode's name; the only one of a machine with one mode under an empty name
   * @return sentences that name the remedy, possibly none; those that hold for several modes once
   */
  public static Set<String> of(TopologyConfig config, Map<String, Model> models) {
    Set<String> sentences = new LinkedHashSet<>();
    models.values().forEach(model -> sentences.addAll(of(config, Optional.of(model))));
    models.forEach(
        (mode, model) -> {
          if (!mode.isEmpty()) {
            ofMode(mode, model).ifPresent(sentences::add);
          }
        });
    return sentences;
  }

  /** What is wrong where a model was fitted on rows of another mode, or on those of all. */
  private static Optional<String> ofMode(String mode, Model model) {
    String fitted = model.provenance().get(MODE);
    if (mode.equals(fitted)) {
      return Optional.empty();
    }
    return Optional.of(
        fitted == null
            ? "The model of mode "
                + mode
                + " was fitted on rows of all modes. Fit it again with this file and --mode "
                + mode
                + "."
            : "The model of mode "
                + mode
                + " was fitted on rows of mode "
                + fitted
                + ". Check model.by-mode.");
  }

  /**
   * Looks at a topology file.
   *
   * @param config the file
   * @param model its model, empty where it is not known yet
   * @return sentences that name the remedy, possibly none
   */
  public static List<String> of(TopologyConfig config, Optional<Model> model) {
    List<String> sentences = new ArrayList<>();
    openPort(config.telemetry()).ifPresent(sentences::add);
    model.flatMap(m -> expanding(config, m)).ifPresent(sentences::add);
    model.flatMap(m -> operation(config, m)).ifPresent(sentences::add);
    model.flatMap(m -> KnownWords.caution(config, m)).ifPresent(sentences::add);
    model.ifPresent(m -> sentences.addAll(AlarmWords.cautions(m, config.input().steps().step())));
    return sentences;
  }

  /** A port that others can read. */
  private static Optional<String> openPort(TelemetryConfig telemetry) {
    InetSocketAddress address = new InetSocketAddress(telemetry.bind(), telemetry.port());
    boolean loopback = !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    return loopback || telemetry.login().isPresent()
        ? Optional.empty()
        : Optional.of(
            "Anyone who can reach port "
                + telemetry.port()
                + " of "
                + telemetry.bind()
                + " can read it: set telemetry.user and telemetry.password, or restrict access to"
                + " the port.");
  }

  /** A model of other rows than those that are judged. */
  private static Optional<String> operation(TopologyConfig config, Model model) {
    Optional<String> fitted = Optional.ofNullable(model.provenance().get(OperatingRule.PROVENANCE));
    Optional<String> judged = config.input().steps().when().map(OperatingRule::text);
    if (fitted.equals(judged)) {
      return Optional.empty();
    }
    return Optional.of(
        fitted.isEmpty()
            ? "The model was fitted on all rows, also of a machine that stands still; input.when"
                + " judges only those with "
                + judged.orElseThrow()
                + ". Fit it again with this file."
            : "The model was fitted on rows with "
                + fitted.get()
                + ", and "
                + judged.map(rule -> "input.when is " + rule).orElse("input.when is missing")
                + ": readings of a machine that stands still raise alarms. Set input.when, or fit"
                + " the model again.");
  }

  /** A closure whose forecasts grow with the horizon. */
  private static Optional<String> expanding(TopologyConfig config, Model model) {
    ForecastConfig forecasts = config.forecasts();
    int longest = forecasts.horizons().get(forecasts.horizons().size() - 1);
    if (forecasts.projection() != Projection.NONE
        || longest == 1
        || config.closure().start() == ClosureStart.IDENTITY) {
      return Optional.empty();
    }
    double radius = MatrixNorms.spectralRadius(model.closure());
    // A closure that keeps the coordinates' sum has an eigenvalue of 1 up to what it learned from.
    return radius <= WORTH_MENTIONING
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "The model's closure has spectral radius %.4g, above 1: forecasts grow with the"
                    + " horizon, %d steps ahead by up to %.3g. Set forecasts.projection: vector.",
                radius,
                longest,
                StrictMath.pow(radius, longest)));
  }
}
