package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.json.JsonFields;
import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import io.kahkm.spectrum.AdjointSpectrum;
import io.kahkm.spectrum.KoopmanMode;
import io.kahkm.spectrum.KoopmanSpectrum;
import io.kahkm.spectrum.SpectralMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Spectral diagnostics as JSON, text and CSV. */
public final class SpectrumReport {
  /** Below this norm the part of w in the span of the coordinates is rounding. */
  private static final double VANISHING_SPAN = 1e-10;

  /** Wider than high by the colour scale, so that the unit circle is about round. */
  private static final int PLOT_WIDTH = 520;

  private static final int PLOT_HEIGHT = 420;

  /** Room around candidates, relative to their extent. */
  private static final double MARGIN = 0.15;

  /** Extent of candidates that all but coincide. */
  private static final double SMALLEST_EXTENT = 1e-3;

  /** Residuals below this are rounding; a colour scale down to them would show nothing else. */
  private static final double SMALLEST_VALUE = 1e-16;

  private final int pairs;
  private final int sampled;
  private final int rank;
  private final Optional<AdjointSpectrum> adjoint;
  private final List<KoopmanMode> koopman;
  private final Optional<Certified> certified;
  private final List<Boolean> met = new ArrayList<>();
  private Optional<Requirements> requirements = Optional.empty();

  /**
   * What the bounds of the Koopman side rest on.
   *
   * @param sampling what was asserted to be independent
   * @param units how many
   * @param delta failure probability of all bounds together
   * @param upper bound U of the closure's root-mean-square error
   */
  public record Certified(Sampling sampling, long units, double delta, double upper) {}

  private SpectrumReport(
      int pairs,
      int sampled,
      int rank,
      Optional<AdjointSpectrum> adjoint,
      List<KoopmanMode> koopman,
      Optional<Certified> certified) {
    this.pairs = pairs;
    this.sampled = sampled;
    this.rank = rank;
    this.adjoint = adjoint;
    this.koopman = koopman;
    this.certified = certified;
  }

  /** The report of a spectrum of the adjoint. */
  public static SpectrumReport adjoint(AdjointSpectrum spectrum, int pairs, int sampled) {
    return new SpectrumReport(
        pairs, sampled, spectrum.rank(), Optional.of(spectrum), List.of(), Optional.empty());
  }

  /** The report of a spectrum of the Koopman operator. */
  public static SpectrumReport koopman(
      KoopmanSpectrum spectrum, int rank, int pairs, int sampled, Optional<Certified> certified) {
    return new SpectrumReport(pairs, sampled, rank, Optional.empty(), spectrum.modes(), certified);
  }

  /**
   * Checks criterion (R3): it speaks of single candidates, so it is missed where no candidate meets
   * all limits, and then the one that comes closest is reported.
   */
  public void require(Requirements required) {
    if (required.limits().isEmpty() || adjoint.isEmpty()) {
      return;
    }
    requirements = Optional.of(required);
    List<SpectralMode> modes = adjoint.get().modes();
    double eta = limit(required, "representation");
    double rho = limit(required, "residual");
    modes.forEach(mode -> met.add(mode.eta() <= eta && mode.rho() <= rho));
    OptionalInt best =
        IntStream.range(0, modes.size())
            .reduce(
                (i, j) -> excess(modes.get(j), eta, rho) < excess(modes.get(i), eta, rho) ? j : i);
    SpectralMode closest = modes.get(best.getAsInt());
    required.find("representation").ifPresent(one -> required.check("R3", one, closest.eta()));
    required.find("residual").ifPresent(one -> required.check("R3", one, closest.rho()));
  }

  private static double limit(Requirements required, String name) {
    return required.find(name).map(Requirements.Limit::limit).orElse(Double.POSITIVE_INFINITY);
  }

  private static double excess(SpectralMode mode, double eta, double rho) {
    return Math.max(mode.eta() / eta, mode.rho() / rho);
  }

  /** The report as JSON. */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    json.put("side", adjoint.isPresent() ? "adjoint" : "koopman");
    json.put("pairs", pairs);
    json.put("sample", sampled);
    json.put("rank", rank);
    adjoint.ifPresent(spectrum -> putAdjoint(json, spectrum));
    if (adjoint.isEmpty()) {
      putKoopman(json);
    }
    requirements.ifPresent(
        required -> {
          json.put("candidatesThatMeetAll", count());
          required.put(json);
        });
    return json;
  }

  private void putAdjoint(ObjectNode json, AdjointSpectrum spectrum) {
    JsonFields.put(json, "spectralRadius", spectrum.spectralRadius());
    ArrayNode modes = json.putArray("modes");
    for (int i = 0; i < spectrum.modes().size(); i++) {
      SpectralMode mode = spectrum.modes().get(i);
      ObjectNode node = modes.addObject();
      JsonFields.put(node, "re", mode.re());
      JsonFields.put(node, "im", mode.im());
      JsonFields.put(node, "rho", mode.rho());
      JsonFields.put(node, "rhoGram", mode.rhoGram());
      JsonFields.put(node, "eta", mode.eta());
      if (!met.isEmpty()) {
        node.put("met", met.get(i));
      }
    }
    ObjectNode summary = json.putObject("summary");
    JsonFields.put(summary, "minRho", spectrum.summary().minRho());
    JsonFields.put(summary, "medianRho", spectrum.summary().medianRho());
    JsonFields.put(summary, "maxEta", spectrum.summary().maxEta());
    JsonFields.put(summary, "counts", spectrum.summary().counts());
  }

  private void putKoopman(ObjectNode json) {
    certified.ifPresent(
        rests -> {
          ObjectNode node = json.putObject("certified");
          node.put("sampling", rests.sampling().label());
          node.put("units", rests.units());
          JsonFields.put(node, "delta", rests.delta());
          JsonFields.put(node, "U", rests.upper());
        });
    ArrayNode modes = json.putArray("modes");
    for (KoopmanMode mode : koopman) {
      ObjectNode node = modes.addObject();
      JsonFields.put(node, "re", mode.re());
      JsonFields.put(node, "im", mode.im());
      JsonFields.put(node, "span", mode.span());
      node.put("zeroFunction", mode.span() <= VANISHING_SPAN);
      JsonFields.put(node, "residual", mode.residual());
      JsonFields.put(node, "bound", mode.bound());
    }
  }

  private long count() {
    return met.stream().filter(one -> one).count();
  }

  /** The report as lines of CSV, the header first. */
  public List<String> csv() {
    List<String> lines = new ArrayList<>();
    if (adjoint.isPresent()) {
      lines.add("re,im,rho,rho_gram,eta" + (met.isEmpty() ? "" : ",met"));
      List<SpectralMode> modes = adjoint.get().modes();
      for (int i = 0; i < modes.size(); i++) {
        SpectralMode mode = modes.get(i);
        lines.add(
            joined(mode.re(), mode.im(), mode.rho(), mode.rhoGram(), mode.eta())
                + (met.isEmpty() ? "" : "," + met.get(i)));
      }
    } else {
      lines.add("re,im,span,residual,bound");
      for (KoopmanMode mode : koopman) {
        lines.add(joined(mode.re(), mode.im(), mode.span(), mode.residual(), mode.bound()));
      }
    }
    return lines;
  }

  /** The complex plane twice: with the whole unit circle, and the candidates enlarged. */
  public Picture picture() {
    List<Double> re = new ArrayList<>();
    List<Double> im = new ArrayList<>();
    List<Double> colour = new ArrayList<>();
    adjoint.ifPresent(
        spectrum ->
            spectrum
                .modes()
                .forEach(mode -> point(mode.re(), mode.im(), mode.rho(), re, im, colour)));
    koopman.forEach(mode -> point(mode.re(), mode.im(), mode.residual(), re, im, colour));
    String scale = adjoint.isPresent() ? "log\u2081\u2080 \u03c1" : "log\u2081\u2080 residual";
    double edge = Math.max(1, largest(re, im)) * (1 + MARGIN);
    Plot whole = plane(re, im, colour, scale).range(-edge, edge, -edge, edge);
    double margin = MARGIN * Math.max(SMALLEST_EXTENT, Collections.max(re) - Collections.min(re));
    double height = Math.max(margin, Collections.max(im) * (1 + MARGIN));
    Plot enlarged =
        plane(re, im, colour, scale)
            .range(Collections.min(re) - margin, Collections.max(re) + margin, -height, height);
    return new Picture(List.of(whole, enlarged), 2, PLOT_WIDTH, PLOT_HEIGHT);
  }

  private static void point(
      double re, double im, double value, List<Double> x, List<Double> y, List<Double> colour) {
    x.add(re);
    y.add(im);
    colour.add(Math.log10(Math.max(value, SMALLEST_VALUE)));
  }

  private static double largest(List<Double> re, List<Double> im) {
    double largest = 0;
    for (int i = 0; i < re.size(); i++) {
      largest = Math.max(largest, Math.max(Math.abs(re.get(i)), Math.abs(im.get(i))));
    }
    return largest;
  }

  private static Plot plane(List<Double> re, List<Double> im, List<Double> colour, String scale) {
    return Plot.of("Re \u03bb", "Im \u03bb").circle(1).shades(re, im, colour, scale);
  }

  private static String joined(Object... values) {
    return String.join(",", Stream.of(values).map(String::valueOf).toList());
  }

  /** The report as lines of text. */
  public List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT, "%d of %d pairs, rank of the coordinates %d", sampled, pairs, rank));
    adjoint.ifPresent(spectrum -> adjointText(lines, spectrum));
    if (adjoint.isEmpty()) {
      koopmanText(lines);
    }
    return lines;
  }

  private void adjointText(List<String> lines, AdjointSpectrum spectrum) {
    lines.add(
        row("re", "im", "modulus", "rho", "rho (Gram)", "eta") + (met.isEmpty() ? "" : "  R3"));
    for (int i = 0; i < spectrum.modes().size(); i++) {
      SpectralMode mode = spectrum.modes().get(i);
      lines.add(
          row(
                  fixed(mode.re()),
                  fixed(mode.im()),
                  fixed(StrictMath.hypot(mode.re(), mode.im())),
                  short3(mode.rho()),
                  short3(mode.rhoGram()),
                  short3(mode.eta()))
              + (met.isEmpty() ? "" : met.get(i) ? "  met" : "  -"));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "spectral radius %.4f, smallest rho %.3g, median %.3g, largest eta %.3g; rho at most"
                + " .01: %d, .05: %d, .10: %d",
            spectrum.spectralRadius(),
            spectrum.summary().minRho(),
            spectrum.summary().medianRho(),
            spectrum.summary().maxEta(),
            spectrum.summary().counts().get(0),
            spectrum.summary().counts().get(1),
            spectrum.summary().counts().get(2)));
    if (!met.isEmpty()) {
      lines.add(count() + " of " + met.size() + " candidates meet every requirement (R3)");
    }
    lines.add(
        "rho checks weighted sums; only under deterministic exact closure does it certify"
            + " eigenfunctions.");
  }

  private void koopmanText(List<String> lines) {
    lines.add(row("re", "im", "modulus", "|P w|", "residual", "bound"));
    for (KoopmanMode mode : koopman) {
      lines.add(
          row(
                  fixed(mode.re()),
                  fixed(mode.im()),
                  fixed(StrictMath.hypot(mode.re(), mode.im())),
                  short3(mode.span()),
                  short3(mode.residual()),
                  Double.isFinite(mode.bound()) ? short3(mode.bound()) : "-")
              + (mode.span() <= VANISHING_SPAN ? "  zero function" : ""));
    }
    lines.add(
        certified
            .map(
                rests ->
                    String.format(
                        Locale.ROOT,
                        "bound: with probability %s the expectation of every residual is at most"
                            + " U^2 = %.4g^2, if the %d %s are independent and identically"
                            + " distributed",
                        1 - rests.delta(),
                        rests.upper(),
                        rests.units(),
                        rests.sampling().label()))
            .orElse("no bound without --sampling: it declares what is independent"));
  }

  private static String fixed(double value) {
    return String.format(Locale.ROOT, "%.5f", value);
  }

  private static String short3(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }

  private static String row(String... cells) {
    StringBuilder row = new StringBuilder();
    for (String cell : cells) {
      row.append(String.format(Locale.ROOT, "%12s", cell));
    }
    return row.toString();
  }
}
