package io.kahkm.reproduce.paper;

import java.util.List;

/** The paper's figures with results, and the experiments behind them. */
public enum PaperFigure {
  /** fig:exp_duffing_ablation. */
  DUFFING_ABLATION(
      "exp_duffing_ablation",
      PaperTable.Source.ABSTRACTION,
      "Duffing: soft assignments by horizon",
      "Duffing reference configuration (15, 12). Each map predicts its own coordinates by NLMS; "
          + "means over three runs, bars one sample deviation to either side, downwards at "
          + "most to a tenth of the mean.",
      Notes.ABLATION_PRINTED),

  /** fig:exp_vanderpol_ablation. */
  VAN_DER_POL_ABLATION(
      "exp_vanderpol_ablation",
      PaperTable.Source.ABSTRACTION,
      "Van der Pol: soft assignments by horizon",
      "Van der Pol reference configuration (20, 4). Each map predicts its own coordinates by NLMS; "
          + "means over three runs, bars one sample deviation to either side.",
      Notes.ABLATION_PRINTED),

  /** fig:exp_noise_reference. */
  NOISE_REFERENCE(
      "exp_noise_reference",
      PaperTable.Source.ROBUSTNESS,
      "Reference configurations under training noise",
      "Duffing (15, 12) and Van der Pol (20, 4): 1200 training pairs with noise on each coordinate,"
          + " 400 clean evaluation steps, means over three runs; solid E_200, dashed E_1. The noise"
          + " levels are those of the paper's noise-aware search.",
      Notes.PROSE_PRINTED),

  /** fig:exp_train_count_reference. */
  TRAIN_COUNT_REFERENCE(
      "exp_train_count_reference",
      PaperTable.Source.ROBUSTNESS,
      "Reference configurations with more training trajectories",
      "Duffing (15, 12) and Van der Pol (20, 4): one fit to 1, 2, 3 or 5 trajectories of 1200 "
          + "transitions, E_200 averaged over evaluation trajectories 100, 101 and 102; bars one "
          + "sample deviation over these.",
      Notes.PROSE_PRINTED),

  /** fig:exp_external_duffing_reference. */
  EXTERNAL_DUFFING(
      "exp_external_duffing_reference",
      PaperTable.Source.EXTERNAL_REFERENCE,
      "Duffing: forecasts in coordinates and of the state, reference coordinates",
      "All methods share the coordinates of (15, 12). " + Notes.EXTERNAL,
      Notes.NONE_PRINTED),

  /** fig:exp_external_vanderpol_reference. */
  EXTERNAL_VAN_DER_POL(
      "exp_external_vanderpol_reference",
      PaperTable.Source.EXTERNAL_REFERENCE,
      "Van der Pol: forecasts in coordinates and of the state, reference coordinates",
      "All methods share the coordinates of (20, 4). "
          + Notes.EXTERNAL
          + " State DMD is hidden by state EDMD of degree 2.",
      Notes.NONE_PRINTED),

  /** fig:exp_regime_count. */
  REGIME_COUNT(
      "exp_regime_count",
      PaperTable.Source.CLASS_COUNT,
      "CartPole and MountainCar by number of classes",
      "One fit per class count: training seed 0, evaluation seed 100, the omega of the smallest "
          + "E_50; solid E_50, dashed E_1. The paper does not give the omegas it tries; here they "
          + "are 0.5, 1, 2, 4 and 8.",
      Notes.NONE_PRINTED),

  /** fig:exp_regimes. */
  REGIMES(
      "exp_regimes",
      PaperTable.Source.BEHAVIOR,
      "MountainCar: dominant coordinates",
      "C = 100, omega = 1, training seed 0: every state of the four episodes of evaluation seed "
          + "2000, coloured by its largest coordinate; the same fit as in exp_behavior. Colours "
          + "name groups, their order means nothing.",
      Notes.NONE_PRINTED),

  /** fig:exp_acrobot_views. */
  ACROBOT_VIEWS(
      "exp_acrobot_views",
      PaperTable.Source.BEHAVIOR,
      "Acrobot: dominant coordinates by joint angles",
      Notes.ACROBOT,
      Notes.NONE_PRINTED),

  /** fig:exp_acrobot_energy. */
  ACROBOT_ENERGY(
      "exp_acrobot_energy",
      PaperTable.Source.BEHAVIOR,
      "Acrobot: dominant coordinates by tip height and angular velocity",
      Notes.ACROBOT,
      Notes.NONE_PRINTED),

  /** fig:exp_spectral_panels. */
  SPECTRAL_PANELS(
      "exp_spectral_panels",
      PaperTable.Source.SPECTRA,
      "Spectral candidates of Duffing (10, 2) and Van der Pol (25, 4)",
      "Eigenvalues of the reduced matrix's transpose, NLMS left, ridge least squares right,"
          + " coloured by the logarithm of the held-out residual rho; every panel has its own"
          + " colour scale; the dashed circle has radius 1. Below the whole circle the candidates"
          + " are enlarged. Summaries are in exp_spectra.",
      Notes.NONE_PRINTED);

  private static final class Notes {
    static final String ABLATION_PRINTED =
        "Crosses: the numbers printed in the paper's table exp_ablation.";
    static final String PROSE_PRINTED =
        "Crosses: the numbers that the paper's text quotes (table robustness here).";
    static final String NONE_PRINTED =
        "All points are ours; the paper prints no number of this figure.";
    static final String EXTERNAL =
        "One fit per method to training trajectories 0, 1 and 2, means over evaluation "
            + "trajectories 100, 101 and 102, bars one sample deviation, as in exp_external; the "
            + "paper does not say which trajectories this figure uses.";
    static final String ACROBOT =
        "C = 150, omega = 0.5: every state of the six evaluation episodes of the fit with training "
            + "seed 1, the first whose episodes are the authors' own, coloured by its largest "
            + "coordinate. Colours name groups, their order means nothing.";
  }

  private final String label;
  private final PaperTable.Source source;
  private final String title;

  /** Paragraphs, one per line. */
  private final String caption;

  PaperFigure(String label, PaperTable.Source source, String title, String... caption) {
    this.label = label;
    this.source = source;
    this.title = title;
    this.caption = String.join("\n", caption);
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
    return title;
  }

  /**
   * How it is made and what of it is the paper's.
   *
   * @return one paragraph each
   */
  public List<String> caption() {
    return caption.lines().toList();
  }

  PaperTable.Source source() {
    return source;
  }

  /** Names of the data's columns for x, y and, where colour shows a quantity, that. */
  List<String> columns() {
    return switch (this) {
      case DUFFING_ABLATION, VAN_DER_POL_ABLATION, EXTERNAL_DUFFING, EXTERNAL_VAN_DER_POL ->
          List.of("horizon", "E");
      case NOISE_REFERENCE -> List.of("noise_percent", "E");
      case TRAIN_COUNT_REFERENCE -> List.of("trajectories", "E");
      case REGIME_COUNT -> List.of("C", "E", "omega");
      case REGIMES -> List.of("position", "velocity", "dominant");
      case ACROBOT_VIEWS -> List.of("theta1", "theta2", "dominant");
      case ACROBOT_ENERGY -> List.of("tip_height", "angular_velocity_sum", "dominant");
      case SPECTRAL_PANELS -> List.of("re", "im", "log10_rho");
    };
  }
}
