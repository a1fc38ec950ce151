package io.kahkm.reproduce.paper;

import io.kahkm.plot.Picture;
import io.kahkm.reproduce.paper.print.FigurePoint;
import java.util.List;

/** The pictures of the paper's figures. */
final class FigureDrawing {
  private FigureDrawing() {}

  /** Draws the points of a figure. */
  static Picture draw(PaperFigure figure, List<FigurePoint> points) {
    return switch (figure) {
      case DUFFING_ABLATION, VAN_DER_POL_ABLATION, EXTERNAL_DUFFING, EXTERNAL_VAN_DER_POL ->
          CurveDrawing.byHorizon(figure, points);
      case NOISE_REFERENCE -> CurveDrawing.byNoise(figure, points);
      case TRAIN_COUNT_REFERENCE -> CurveDrawing.byTrajectories(figure, points);
      case REGIME_COUNT -> CurveDrawing.byClasses(figure, points);
      case REGIMES -> CloudDrawing.paths(points, "position (m)", "velocity (m per step)");
      case ACROBOT_VIEWS -> CloudDrawing.categories(points, "θ₁ (rad)", "θ₂ (rad)");
      case ACROBOT_ENERGY ->
          CloudDrawing.categories(points, "tip height (link lengths)", "θ̇₁ + θ̇₂ (rad/s)");
      case SPECTRAL_PANELS -> CloudDrawing.spectra(points);
    };
  }
}
