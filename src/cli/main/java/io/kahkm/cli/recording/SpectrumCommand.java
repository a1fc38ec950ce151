package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.report.Requirements;
import io.kahkm.cli.report.SpectrumReport;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.spectrum.AdjointSpectrum;
import io.kahkm.spectrum.KoopmanSpectrum;
import io.kahkm.spectrum.SpanBasis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm spectrum}: the closure's spectral candidates, checked on recorded pairs. */
@Command(
    name = "spectrum",
    sortOptions = false,
    header = {"Check the closure's eigenvalues on recorded pairs.", ""},
    showDefaultValues = true,
    description =
        "Two sides of the spectral diagnostics. adjoint: eigenpairs of the transposed reduced"
            + " matrix, each with eta, how badly held-out coordinates represent it, and rho, how"
            + " far weighted successors are from the eigenvalue times weighted current coordinates,"
            + " with its counts at .01, .05 and .10. koopman: eigenpairs B w = lambda w with the"
            + " held-out mean of |f_w(x+) - lambda f_w(x)|^2 and, with --sampling, the certified"
            + " bound of its expectation. The basis is that of the model's reference states."
            + " Refuses data the model was fitted on.",
    footer = {
      "",
      "Example:",
      "  kahkm spectrum --model vanderpol.safetensors --input later.csv --state q,p --episode run"
          + " \\",
      "      --format text"
    })
public final class SpectrumCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;
  @Mixin private IndependenceOption independence;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  /** Which candidates. */
  public enum Side implements Labelled {
    ADJOINT,
    KOOPMAN
  }

  /** What standard output gets. */
  public enum Format implements Labelled {
    JSON,
    TEXT,
    CSV
  }

  @Option(
      names = "--side",
      defaultValue = "adjoint",
      paramLabel = "SIDE",
      description = "adjoint or koopman.")
  private Side side;

  @Option(
      names = "--sample",
      defaultValue = "800",
      paramLabel = "N",
      description = "Pairs to check on, drawn without replacement; 0 takes all.")
  private int sample;

  @Option(names = "--seed", defaultValue = "0", description = "Seed of the draw.")
  private long seed;

  @Option(
      names = "--sampling",
      paramLabel = "UNIT",
      description =
          "With --side koopman: what you assert to be independent and identically distributed,"
              + " records (pairs given by --next) or episodes (given by --episode). Without it no"
              + " bound is stated.")
  private Sampling sampling;

  @Option(
      names = "--delta",
      defaultValue = "0.05",
      paramLabel = "D",
      description = "With --sampling: probability that the bounds are wrong; they hold together.")
  private double delta;

  @Option(
      names = "--requirements",
      split = ",",
      paramLabel = "NAME=LIMIT",
      description =
          "Limits to check on every adjoint candidate (R3): representation=LIMIT for eta and"
              + " residual=LIMIT for rho. Every candidate says whether it meets them; the exit"
              + " code is 1 if none does.")
  private List<String> requirementTexts;

  @Option(
      names = "--format",
      defaultValue = "json",
      paramLabel = "FORMAT",
      description = "What is printed: json, text or csv.")
  private Format format;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description =
          "Draw the candidates in the complex plane, coloured by log10 of rho or, with --side"
              + " koopman, of the residual: SVG if the name ends in .svg, else PNG.")
  private Path picture;

  @Override
  public Integer call() throws IOException, ModelFileException {
    Requirements requirements =
        Requirements.parse(requirementTexts, Set.of("representation", "residual"), Set.of());
    check(requirements);
    Model model = modelFile.readFor(data);
    if (picture != null) {
      replacing.check("--picture", picture, modelFile.path);
    }
    StateData input = data.read();
    int overlap = independence.check(model, input);
    Optional<CertificateSettings> settings = settings(model, input);
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    List<WindowCertificate> records = new ArrayList<>();
    OfflineRun.run(
        model,
        input,
        1,
        List.of(1),
        Projection.NONE,
        settings,
        (row, assessment) -> {
          records.addAll(assessment.certificates());
          for (ScoredForecast scored : assessment.scored()) {
            current.add(scored.origin().clone());
            next.add(scored.target().clone());
          }
        });
    if (current.isEmpty()) {
      throw new DataException(data.input + " gives no pair of states");
    }
    int pairs = current.size();
    int[] drawn = draw(pairs);
    double[][] phi = rows(current, drawn);
    double[][] z = rows(next, drawn);
    SpanBasis basis = SpanBasis.of(coordinates(model));
    SpectrumReport report =
        side == Side.ADJOINT
            ? SpectrumReport.adjoint(
                AdjointSpectrum.of(model.closure(), basis, phi, z), pairs, drawn.length)
            : SpectrumReport.koopman(
                KoopmanSpectrum.of(model.closure(), basis, phi, z, upper(records)),
                basis.rank(),
                pairs,
                drawn.length,
                sampling == null
                    ? Optional.empty()
                    : Optional.of(
                        new SpectrumReport.Certified(
                            sampling, records.get(0).counts().units(), delta, upper(records))));
    report.require(requirements);
    if (picture != null) {
      OutputFile.draw("--picture", picture, report.picture());
    }
    print(report, overlap);
    requirements.missed().forEach(spec.commandLine().getErr()::println);
    return requirements.missed().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private void check(Requirements requirements) {
    data.check();
    if (sample < 0) {
      throw new UsageException("--sample is " + sample + ", must be at least 0");
    }
    if (!(delta > 0 && delta < 1)) {
      throw new UsageException("--delta is " + delta + ", must be between 0 and 1");
    }
    if (side == Side.ADJOINT && sampling != null) {
      throw new UsageException("--sampling needs --side koopman: rho has no certified bound");
    }
    if (side == Side.KOOPMAN && !requirements.limits().isEmpty()) {
      throw new UsageException("--requirements needs --side adjoint");
    }
    if (sampling == Sampling.FLEET) {
      throw new UsageException("--sampling is records or episodes here");
    }
    if (sampling == Sampling.RECORDS && data.next == null) {
      throw new UsageException("--sampling records needs independent pairs: give them with --next");
    }
    if (sampling == Sampling.EPISODES && data.episode == null) {
      throw new UsageException("--sampling episodes needs --episode, the episodes' column");
    }
  }

  /** A window of all units, for the upper bound of the closure's error alone. */
  private Optional<CertificateSettings> settings(Model model, StateData input) {
    if (sampling == null) {
      return Optional.empty();
    }
    int units = OfflineRun.units(model, input, sampling, 1);
    if (units < WindowSettings.MINIMUM_UNITS) {
      throw new UsageException(
          "--sampling " + sampling.label() + " finds " + units + " unit in " + data.input);
    }
    return Optional.of(
        CertificateSettings.builder(sampling, units).bound(Bound.PAPER).delta(delta).build());
  }

  private static double upper(List<WindowCertificate> records) {
    return records.isEmpty()
        ? Double.POSITIVE_INFINITY
        : records.get(0).displayed().upper().upper();
  }

  /** Ascending indices of the pairs to check on. */
  private int[] draw(int pairs) {
    RandomSource random = new RandomSource(seed);
    int wanted = sample == 0 ? pairs : Math.min(sample, pairs);
    int[] drawn = new int[wanted];
    int taken = 0;
    for (int i = 0; taken < wanted; i++) {
      // Every subset of the wanted size is equally likely (Knuth's algorithm S).
      if (random.nextInt(pairs - i) < wanted - taken) {
        drawn[taken++] = i;
      }
    }
    return drawn;
  }

  private static double[][] rows(List<double[]> all, int[] drawn) {
    double[][] rows = new double[drawn.length][];
    for (int i = 0; i < drawn.length; i++) {
      rows[i] = all.get(drawn[i]);
    }
    return rows;
  }

  /** Coordinates of the model's reference states. */
  private static double[][] coordinates(Model model) {
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    double[][] states = model.map().referenceStates();
    double[][] phi = new double[states.length][];
    for (int i = 0; i < states.length; i++) {
      encoder.encode(states[i], encoding);
      phi[i] = encoding.coordinates().clone();
    }
    return phi;
  }

  private void print(SpectrumReport report, int overlap) throws IOException {
    switch (format) {
      case JSON -> {
        ObjectNode json = report.json();
        IndependenceOption.mark(json, overlap);
        Json.print(spec.commandLine().getOut(), json);
      }
      case TEXT -> report.text().forEach(spec.commandLine().getOut()::println);
      case CSV -> report.csv().forEach(spec.commandLine().getOut()::println);
    }
    spec.commandLine().getOut().flush();
  }
}
