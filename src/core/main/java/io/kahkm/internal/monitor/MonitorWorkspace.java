package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.CertificateWorkspace;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import org.jspecify.annotations.Nullable;

/**
 * What the monitors of one thread need while they take a record, and not between two of them: one
 * workspace serves any number of monitors of a model, and changes no bit of what they give. What
 * one of them has said lies here too, until another says something.
 *
 * <p>Not thread-safe: monitors that share it belong to one thread.
 */
public final class MonitorWorkspace {
  final Encoder encoder;
  final Encoding encoding;
  final Closure.Workspace closures;
  final RowAssessment assessment = new RowAssessment();
  final PairEvidence evidence;
  final CertificateWorkspace certificates = new CertificateWorkspace();

  /** The state that is being taken. */
  final EncodedState taken;

  private final Model model;
  private @Nullable ForecastWorkspace forecasts;
  private @Nullable Signed signed;

  /** What stored state of these settings says of them. */
  private record Signed(MonitorSettings settings, String signature) {}

  /**
   * A workspace.
   *
   * @param model of all monitors that will share it
   */
  public MonitorWorkspace(Model model) {
    this(model, model.map().newEncoder());
  }

  /**
   * A workspace whose states an encoder of the caller's encodes.
   *
   * @param model of all monitors that will share it
   * @param encoder gives of every state what one of the model's map gives
   */
  public MonitorWorkspace(Model model, Encoder encoder) {
    this.model = model;
    this.encoder = encoder;
    encoding = new Encoding(model.map().classes());
    closures = new Closure.Workspace(model.map().classes());
    evidence = new PairEvidence(model.map().classes());
    taken = EncodedState.of(model);
  }

  /** What forecasts of these settings need; shared by those that come one after the other. */
  ForecastWorkspace forecasts(ForecastSettings settings) {
    ForecastWorkspace present = forecasts;
    if (present == null || !present.settings.equals(settings)) {
      present = new ForecastWorkspace(settings, model);
      forecasts = present;
    }
    return present;
  }

  /** What stored state says of these settings; written anew for other settings only. */
  @SuppressWarnings(
      "ReferenceEquality") // equal settings have the same text; comparing takes longer
  String signature(MonitorSettings settings) {
    Signed present = signed;
    if (present == null || present.settings != settings) {
      present = new Signed(settings, SnapshotOrigin.signature(settings, model));
      signed = present;
    }
    return present.signature;
  }

  Model model() {
    return model;
  }

  /**
   * Whether forecasts of a horizon are mixed, so that another forecaster's can be mixed with them.
   *
   * @param model whose forecasts
   * @param horizon steps ahead
   * @return false where the model has no readout for the horizon, or one without errors
   */
  public static boolean mixes(Model model, int horizon) {
    return ForecastWorkspace.experts(model, horizon).experts(horizon).isPresent();
  }
}
