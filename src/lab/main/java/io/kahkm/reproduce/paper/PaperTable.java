package io.kahkm.reproduce.paper;

import io.kahkm.report.Texts;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.List;

/** The paper's tables with results, and the experiments behind them. */
public enum PaperTable {
  /** tab:settings. */
  SETTINGS("settings", "", Source.ABSTRACTION),

  /** tab:analytic_obstruction. */
  OBSTRUCTION("analytic_obstruction", "", Source.OBSTRUCTION),

  /** tab:exp_ablation. */
  ABLATION("exp_ablation", "", Source.ABSTRACTION),

  /** tab:exp_selection. */
  SELECTION("exp_selection", "", Source.SELECTION),

  /** tab:exp_estimators. */
  ESTIMATORS("exp_estimators", "", Source.ABSTRACTION),

  /** tab:exp_projection. */
  PROJECTION("exp_projection", "", Source.ABSTRACTION),

  /** tab:exp_noise. */
  NOISE("exp_noise", "text:noise", Source.NOISE),

  /** Numbers quoted in the robustness section without a table. */
  ROBUSTNESS("robustness", "text:robustness", Source.ROBUSTNESS),

  /** tab:exp_trajectory_count. */
  TRAJECTORY_COUNT("exp_trajectory_count", "", Source.TRAJECTORY_COUNT),

  /** tab:exp_external. */
  EXTERNAL("exp_external", "", Source.EXTERNAL),

  /** tab:exp_policy. */
  POLICY("exp_policy", "text:policy", Source.POLICY),

  /** tab:exp_acrobot. */
  ACROBOT("exp_acrobot", "", Source.ACROBOT),

  /** tab:exp_behavior. */
  BEHAVIOR("exp_behavior", "text:behavior", Source.BEHAVIOR),

  /** tab:exp_spectra. */
  SPECTRA("exp_spectra", "", Source.SPECTRA),

  /** tab:exp_search_protocol. */
  SEARCH_PROTOCOL("exp_search_protocol", "", Source.PROTOCOL);

  /** Experiments; several tables may come from one. */
  enum Source {
    ABSTRACTION,
    SELECTION,
    NOISE,
    ROBUSTNESS,
    EXTERNAL_REFERENCE,
    CLASS_COUNT,
    TRAJECTORY_COUNT,
    EXTERNAL,
    POLICY,
    ACROBOT,
    BEHAVIOR,
    SPECTRA,
    PROTOCOL,
    OBSTRUCTION;

    Experiment experiment() {
      return switch (this) {
        case ABSTRACTION -> new AbstractionExperiment();
        case SELECTION -> new SelectionExperiment();
        case NOISE -> new NoiseExperiment();
        case ROBUSTNESS -> new RobustnessExperiment();
        case EXTERNAL_REFERENCE -> new ExternalReferenceExperiment();
        case CLASS_COUNT -> new ClassCountExperiment();
        case TRAJECTORY_COUNT -> new TrajectoryCountExperiment();
        case EXTERNAL -> new ExternalExperiment();
        case POLICY -> new PolicyExperiment();
        case ACROBOT -> new AcrobotExperiment();
        case BEHAVIOR -> new BehaviorExperiment();
        case SPECTRA -> new SpectraExperiment();
        case PROTOCOL -> new ProtocolExperiment();
        case OBSTRUCTION -> new ObstructionExperiment();
      };
    }
  }

  private static final Texts TEXTS = Texts.of("/paper/texts.properties");

  private final String label;
  private final String prose;
  private final Source source;

  PaperTable(String label, String prose, Source source) {
    this.label = label;
    this.prose = prose;
    this.source = source;
  }

  /**
   * The table's name.
   *
   * @return the paper's label without {@code tab:}
   */
  public String label() {
    return label;
  }

  /**
   * What the table shows.
   *
   * @return one line
   */
  public String title() {
    return TEXTS.get(label + ".title");
  }

  /**
   * Where paper and released code disagree, and what cannot be reproduced.
   *
   * @return one paragraph each
   */
  public List<String> notes() {
    return TEXTS.paragraphs(label + ".notes");
  }

  Source source() {
    return source;
  }

  /** Whether the printed digits can be expected with classes of this source. */
  boolean claimed(ClassSource classes) {
    return switch (source) {
      case PROTOCOL, OBSTRUCTION -> true;
      default -> this == SETTINGS || classes == ClassSource.PUBLISHED;
    };
  }

  boolean holds(PrintedEntry entry) {
    return entry.table().equals("tab:" + label) || entry.table().equals(prose);
  }
}
