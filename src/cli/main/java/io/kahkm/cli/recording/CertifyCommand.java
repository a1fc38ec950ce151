package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.AlarmCounts;
import io.kahkm.cli.offline.FleetRun;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.report.HorizonPicture;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.json.CertificateJson;
import io.kahkm.json.JsonFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm certify}: one certificate of the model's closure from one recorded window. */
@Command(
    name = "certify",
    sortOptions = false,
    header = {"Certify, at a given confidence, which errors can and cannot be reached.", ""},
    showDefaultValues = true,
    description =
        "States from fresh data, with confidence 1 - delta, what prediction error no linear closure"
            + " of limited norm can beat (lower bounds) and what error the model's closure attains"
            + " (upper bound). Prints JSON. The statements hold only if the units you declare are"
            + " independent and identically distributed, and if every option was chosen before"
            + " looking at the data. Refuses data the model was fitted on.")
public final class CertifyCommand implements Callable<Integer> {
  private static final String ASSERTED = "asserted";

  /** The monitor forecasts at least one horizon; certificates are about one step. */
  private static final List<Integer> ONE_STEP = List.of(1);

  /** The factor by which {@code norm} exceeds the computed norm, against rounding. */
  private static final double NORM_ALLOWANCE = 1 + 1e-9;

  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;
  @Mixin private FleetOptions fleetOptions;
  @Mixin private IndependenceOption independence;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Option(
      names = "--sampling",
      required = true,
      paramLabel = "UNIT",
      description =
          "What you assert to be independent and identically distributed: records (pairs given by"
              + " --next, or every K-th pair with --stride K --independent asserted), episodes"
              + " (given by --episode) or fleet (whole streams, given by --stream; one certificate"
              + " for each window of event time, as the engine publishes it). Consecutive pairs of"
              + " one stream are never independent.")
  private Sampling sampling;

  @Option(
      names = "--stride",
      defaultValue = "1",
      paramLabel = "K",
      description = "Use every K-th pair of an episode; needs --sampling records.")
  private int stride;

  @Option(
      names = "--independent",
      paramLabel = ASSERTED,
      description = "asserted: you know that pairs K steps apart are independent.")
  private String independent;

  @Option(
      names = "--kappa",
      defaultValue = "1,1.4142135623730951",
      split = ",",
      paramLabel = "K",
      description =
          "Norm limits to show, numbers or norm (the closure's own norm); they share delta in the "
              + "bound \"minimum\".")
  private List<Kappa> kappas;

  @Option(
      names = "--delta",
      defaultValue = "0.05",
      paramLabel = "D",
      description = "Probability of a wrong statement.")
  private double delta;

  @Option(
      names = "--tolerance",
      defaultValue = "r2:0.9",
      paramLabel = "T",
      description =
          "The error that matters: a root-mean-square error in soft coordinates such as 0.3, or "
              + "r2:0.9, the share of the fitting data's variation that must be predicted.")
  private Tolerance tolerance;

  @Option(
      names = "--bound",
      defaultValue = "minimum",
      paramLabel = "BOUND",
      description =
          "The lower bound that decides: minimum, tight, label or paper. tight takes a second pass"
              + " over the data.")
  private Bound bound;

  @Option(
      names = "--alarm-kappa",
      defaultValue = "norm",
      paramLabel = "K",
      description = "The norm limit that decides: a number or norm.")
  private Kappa alarmKappa;

  @Mixin private RefinementOptions refinements;

  @Option(
      names = "--margin",
      paramLabel = "G|FILE",
      description = {
        "Threshold of the score margins for every class, or a file with one number per class, a",
        "line each."
      })
  private String margin;

  @Option(
      names = "--explain",
      description = "Add the verdict in words and what would decide an undecided one.")
  private boolean explain;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description =
          "Draw how far ahead forecasts may be trusted: by horizon the error between its bounds,"
              + " the tolerance, persistence, the claims, and the forecasts of the sensors beside a"
              + " linear model; needs --horizons and one window. SVG if the name ends in .svg,"
              + " else PNG.")
  private Path picture;

  @Override
  public Integer call() throws IOException, ModelFileException {
    data.check();
    checkSampling();
    checkPicture();
    Model model = modelFile.readFor(data);
    if (picture != null) {
      replacing.check("--picture", picture, modelFile.path);
    }
    if (sampling == Sampling.FLEET) {
      return certifyFleet(model);
    }
    StateData input = data.read();
    int overlap = independence.check(model, input);
    if (refinements.anytime()) {
      return certifyAnytime(model, input, overlap);
    }
    CertificateSettings settings = settings(model, WindowPolicy.FIXED, units(model, input));
    List<WindowCertificate> records = new ArrayList<>();
    AlarmCounts alarms = new AlarmCounts(model);
    OfflineRun.certify(
        model,
        input,
        stride,
        settings,
        (row, assessment) -> {
          alarms.add(row, assessment);
          records.addAll(assessment.certificates());
        });
    WindowCertificate record = records.get(0);
    if (picture != null) {
      OutputFile.draw("--picture", picture, new HorizonPicture(record, model, input).picture());
    }
    ObjectNode json = CertificateJson.of(record);
    ObjectNode alarm = (ObjectNode) json.get("alarm");
    JsonFields.put(alarm, "toleranceR2", Tolerance.r2(record.alarm().tolerance(), model));
    if (explain) {
      json.put("explanation", record.words());
    }
    IndependenceOption.mark(json, overlap);
    Json.print(spec.commandLine().getOut(), json);
    alarms.words().ifPresent(spec.commandLine().getErr()::println);
    return ExitCode.OK;
  }

  private void checkPicture() {
    if (picture == null) {
      return;
    }
    if (!refinements.hasHorizons() || refinements.anytime() || sampling == Sampling.FLEET) {
      throw new UsageException(
          "--picture shows the horizons of one window: it needs --horizons, and goes neither with"
              + " --sampling fleet nor with certificates that are looked at any time");
    }
  }

  /** Every record that the live engine would have published. */
  private int certifyAnytime(Model model, StateData input, int overlap) throws IOException {
    CertificateSettings settings =
        settings(model, WindowPolicy.ANYTIME, RefinementOptions.USUAL_UNITS);
    ObjectNode json = Json.object();
    JsonFields.put(json, "toleranceR2", Tolerance.r2(settings.decision().tolerance(), model));
    ArrayNode windows = json.putArray("windows");
    AlarmCounts alarms = new AlarmCounts(model);
    OfflineRun.run(
        model,
        input,
        stride,
        ONE_STEP,
        Projection.NONE,
        Optional.of(settings),
        (row, assessment) -> {
          alarms.add(row, assessment);
          for (WindowCertificate record : assessment.certificates()) {
            ObjectNode window = CertificateJson.ofWindow(record);
            if (explain) {
              window.put("explanation", record.words());
            }
            windows.add(window);
          }
        });
    IndependenceOption.mark(json, overlap);
    Json.print(spec.commandLine().getOut(), json);
    alarms.words().ifPresent(spec.commandLine().getErr()::println);
    return ExitCode.OK;
  }

  /** Every window as a record of the certificates topic. */
  private int certifyFleet(Model model) throws IOException, ModelFileException {
    FleetSettings fleet = fleetOptions.settings();
    CertificateSettings settings = settings(model, WindowPolicy.TUMBLING, fleet.streams());
    StateData input = data.read();
    int overlap = independence.check(model, input);
    FleetRun run = new FleetRun(model, input, fleet, settings);
    ObjectNode json = Json.object();
    JsonFields.put(json, "toleranceR2", Tolerance.r2(settings.decision().tolerance(), model));
    ArrayNode windows = json.putArray("windows");
    for (WindowCertificate record : run.close()) {
      ObjectNode window =
          CertificateJson.ofTopic(FleetWindow.FLEET, model.map().fingerprint(), record);
      if (explain) {
        window.put("explanation", record.words());
      }
      windows.add(window);
    }
    IndependenceOption.mark(json, overlap);
    Json.print(spec.commandLine().getOut(), json);
    return ExitCode.OK;
  }

  private void checkSampling() {
    refinements.check(sampling, stride, data.next != null);
    fleetOptions.check(sampling == Sampling.FLEET, data);
    if (independent != null && !independent.equals(ASSERTED)) {
      throw new UsageException("--independent is \"" + independent + "\", only asserted is known");
    }
    if (stride < 1) {
      throw new UsageException("--stride is " + stride + ", at least 1 is needed");
    }
    switch (sampling) {
      case RECORDS -> {
        boolean asserted = stride >= 2 && independent != null;
        if (data.next == null && !asserted) {
          throw new UsageException(
              "--sampling records needs independent pairs: give them with --next, or use"
                  + " --stride 2 or more with --independent asserted; consecutive pairs of a"
                  + " stream share a state and are not independent");
        }
        if (data.next != null && stride > 1) {
          throw new UsageException("--stride is for episodes, pairs of --next are all used");
        }
      }
      case EPISODES -> {
        if (data.episode == null) {
          throw new UsageException("--sampling episodes needs --episode, the episodes' column");
        }
        if (stride > 1) {
          throw new UsageException("--stride needs --sampling records");
        }
      }
      case FLEET -> {
        if (stride > 1) {
          throw new UsageException("--stride needs --sampling records");
        }
      }
    }
  }

  private int units(Model model, StateData input) {
    int units = OfflineRun.units(model, input, sampling, stride);
    refinements.checkPilot(units);
    if (units < WindowSettings.MINIMUM_UNITS) {
      throw new UsageException(
          "--sampling "
              + sampling.label()
              + " finds "
              + Counted.of(units, "unit")
              + " in "
              + data.input
              + ", a certificate needs at least "
              + WindowSettings.MINIMUM_UNITS
              + " independent ones");
    }
    return units;
  }

  private CertificateSettings settings(Model model, WindowPolicy policy, int units)
      throws IOException {
    double norm = MatrixNorms.spectralNorm(model.closure()) * NORM_ALLOWANCE;
    List<Double> limits = kappas.stream().map(kappa -> kappa.value().orElse(norm)).toList();
    try {
      return CertificateSettings.builder(sampling, units)
          .policy(policy)
          .budget(refinements.anytime() ? Budget.FOREVER : Budget.EACH)
          .bound(refinements.anytime() ? Bound.TIGHT : bound)
          .kappa(alarmKappa.value())
          .delta(delta)
          .tolerance(tolerance.error(model))
          .displayKappas(limits)
          .marginThresholds(MarginThresholds.read(margin, model.map().classes()))
          .refinements(refinements.of(delta))
          .build();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
