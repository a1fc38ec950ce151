package io.kahkm.reproduce.paper;

import io.kahkm.report.Texts;
import java.util.List;

/** The paper's figures with results, and the experiments behind them. */
public enum PaperFigure {
  /** fig:exp_duffing_ablation. */
  DUFFING_ABLATION("exp_duffing_ablation", PaperTable.Source.ABSTRACTION, "horizon", "E"),

  /** fig:exp_vanderpol_ablation. */
  VAN_DER_POL_ABLATION("exp_vanderpol_ablation", PaperTable.Source.ABSTRACTION, "horizon", "E"),

  /** fig:exp_noise_reference. */
  NOISE_REFERENCE("exp_noise_reference", PaperTable.Source.ROBUSTNESS, "noise_percent", "E"),

  /** fig:exp_train_count_reference. */
  TRAIN_COUNT_REFERENCE(
      "exp_train_count_reference", PaperTable.Source.ROBUSTNESS, "trajectories", "E"),

  /** fig:exp_external_duffing_reference. */
  EXTERNAL_DUFFING(
      "exp_external_duffing_reference", PaperTable.Source.EXTERNAL_REFERENCE, "horizon", "E"),

  /** fig:exp_external_vanderpol_reference. */
  EXTERNAL_VAN_DER_POL(
      "exp_external_vanderpol_reference", PaperTable.Source.EXTERNAL_REFERENCE, "horizon", "E"),

  /** fig:exp_regime_count. */
  REGIME_COUNT("exp_regime_count", PaperTable.Source.CLASS_COUNT, "C", "E", "omega"),

  /** fig:exp_regimes. */
  REGIMES("exp_regimes", PaperTable.Source.BEHAVIOR, "position", "velocity", "dominant"),

  /** fig:exp_acrobot_views. */
  ACROBOT_VIEWS("exp_acrobot_views", PaperTable.Source.BEHAVIOR, "theta1", "theta2", "dominant"),

  /** fig:exp_acrobot_energy. */
  ACROBOT_ENERGY(
      "exp_acrobot_energy",
      PaperTable.Source.BEHAVIOR,
      "tip_height",
      "angular_velocity_sum",
      "dominant"),

  /** fig:exp_spectral_panels. */
  SPECTRAL_PANELS("exp_spectral_panels", PaperTable.Source.SPECTRA, "re", "im", "log10_rho");

  private static final Texts TEXTS = Texts.of("/paper/texts.properties");

  private final String label;
  private final PaperTable.Source source;
  private final String columns;

  PaperFigure(String label, PaperTable.Source source, String... columns) {
    this.label = label;
    this.source = source;
    this.columns = String.join(" ", columns);
  }

  /**
   * The figure's name.
   *
   * @return the paper's label without {@code fig:}
   */
  public String label() {
    return label;
  }

  /**
   * What the figure shows.
   *
   * @return one line
   */
  public String title() {
    return TEXTS.get(label + ".title");
  }

  /**
   * How it is made and what of it is the paper's.
   *
   * @return one paragraph each
   */
  public List<String> caption() {
    return TEXTS.paragraphs(label + ".caption");
  }

  PaperTable.Source source() {
    return source;
  }

  /** Names of the data's columns for x, y and, where colour shows a quantity, that. */
  List<String> columns() {
    return List.of(columns.split(" "));
  }
}
