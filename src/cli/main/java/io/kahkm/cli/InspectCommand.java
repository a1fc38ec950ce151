package io.kahkm.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.report.FitText;
import io.kahkm.engine.AlarmWords;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.SubmodelSummary;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.json.JsonFields;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm inspect}: what is in a model file. */
@Command(
    name = "inspect",
    sortOptions = false,
    header = {"Print what is in a model file.", ""},
    description = "Prints what is in a model file, after checking that it is intact.")
final class InspectCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file written by kahkm fit.")
  private Path path;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Override
  public Integer call() throws IOException, ModelFileException {
    Model model = ModelFile.read(path);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Json.print(out, toJson(model));
    } else {
      printText(out, model);
      out.flush();
    }
    return ExitCode.OK;
  }

  private static ObjectNode toJson(Model model) {
    KahmMap map = model.map();
    ObjectNode node = Json.object();
    node.put("fingerprint", map.fingerprint());
    map.sensors().forEach(node.putArray("sensors")::add);
    node.put("classes", map.classes());
    JsonFields.put(node, "omega", map.omega());
    JsonFields.put(node, "tau", map.tau());
    node.put("block", map.settings().reconstruction().block());
    node.put("farField", map.farField().label());
    node.put("regularization", map.settings().reconstruction().regularization().label());
    ObjectNode scaling = node.putObject("scaling");
    scaling.put("kind", map.scaling().kind().label());
    addAll(scaling.putArray("mean"), map.scaling().mean());
    addAll(scaling.putArray("scale"), map.scaling().scale());
    if (map.settings().states().scalingRows() > 0) {
      scaling.put("rows", map.settings().states().scalingRows());
    }
    node.put("delays", map.delays());
    JsonFields.put(node, "classCounts", map.classCounts());
    JsonFields.put(node, "beta", model.beta());
    JsonFields.put(node, "closureNorm", MatrixNorms.spectralNorm(model.closure()));
    JsonFields.put(node, "coordinateVariance", model.coordinateVariance());
    JsonFields.put(node, "readoutHorizons", model.readoutHorizons());
    node.put("fittingTransitions", model.fittingRows().size());
    model
        .calibration()
        .ifPresent(
            limits -> {
              ObjectNode calibration = node.putObject("calibration");
              JsonFields.put(calibration, "noveltyLimit", limits.noveltyLimit());
              JsonFields.put(calibration, "quantile", limits.quantile());
              calibration.put("rows", limits.rows());
              JsonFields.put(calibration, "expectedRate", limits.expectedRate());
              JsonFields.put(calibration, "retainedVariationLow", limits.retainedVariationLow());
              JsonFields.put(calibration, "confidence", limits.confidence());
              JsonFields.put(calibration, "effectiveRows", limits.effectiveRows());
              ArrayNode ranges = calibration.putArray("ranges");
              limits.ranges().forEach(range -> ranges.add(range(range)));
              ObjectNode variation = calibration.putObject("variation");
              JsonFields.put(variation, "level", limits.variation().level());
              put(variation.putArray("ofPairs"), limits.variation().ofPairs());
              put(variation.putArray("ofUnits"), limits.variation().ofUnits());
            });
    model.alarms().ifPresent(alarms -> node.set("alarms", alarms(alarms)));
    ObjectNode provenance = node.putObject("provenance");
    new TreeMap<>(model.provenance()).forEach(provenance::put);
    ArrayNode ancestry = node.putArray("ancestry");
    model.ancestry().forEach(one -> ancestry.add(ancestor(one)));
    ArrayNode submodels = node.putArray("submodels");
    for (SubmodelSummary summary : map.submodels()) {
      submodels.add(submodel(summary));
    }
    return node;
  }

  private static ObjectNode ancestor(Ancestor one) {
    ObjectNode node = Json.object();
    node.put("parent", one.parent());
    node.put("stream", one.stream());
    node.put("from", one.from());
    node.put("to", one.to());
    node.put("rows", one.rows());
    node.put("who", one.who());
    node.put("why", one.why());
    node.put("when", one.when());
    one.forced().ifPresent(reason -> node.put("forced", reason));
    return node;
  }

  private static void put(ArrayNode array, List<VariationLimits.Limit> limits) {
    for (VariationLimits.Limit limit : limits) {
      ObjectNode node = array.addObject();
      node.put("size", limit.size());
      JsonFields.put(node, "low", limit.low());
    }
  }

  private static ObjectNode range(NormalRange range) {
    ObjectNode node = Json.object();
    node.put("quantity", range.quantity());
    JsonFields.put(node, "low", range.low());
    JsonFields.put(node, "high", range.high());
    node.put("windows", range.windows());
    node.put("pairs", range.pairs());
    JsonFields.put(node, "expectedRate", range.expectedRate());
    return node;
  }

  private static ObjectNode alarms(Alarms alarms) {
    ObjectNode node = Json.object();
    node.set("novelty", normal(alarms.novelty()));
    ObjectNode coverage = node.putObject("coverage");
    coverage.put("sensor", alarms.coverage().sensor());
    coverage.put("rows", alarms.coverage().rows());
    JsonFields.put(coverage, "independentRows", alarms.coverage().independent());
    JsonFields.put(coverage, "independentRowsOfCombinations", alarms.coverage().combined());
    coverage.put("provisional", alarms.coverage().provisional());
    if (alarms.relations().isEmpty()) {
      node.put("refusal", alarms.refusal());
      return node;
    }
    RelationChannel relations = alarms.relations().get();
    ObjectNode watched = normal(relations.normal());
    watched.put("sensors", relations.model().size());
    JsonFields.put(watched, "floor", relations.model().floor());
    node.set("relations", watched);
    return node;
  }

  private static ObjectNode normal(CrossFittedNull normal) {
    ObjectNode node = Json.object();
    JsonFields.put(node, "limit", normal.limit());
    JsonFields.put(node, "quantile", normal.quantile());
    node.put("rows", normal.values());
    node.put("blocks", normal.moments().blocks());
    JsonFields.put(node, "shift", normal.shift());
    JsonFields.put(node, "within", normal.moments().within());
    JsonFields.put(node, "memory", normal.moments().memory());
    return node;
  }

  private static ObjectNode submodel(SubmodelSummary summary) {
    ObjectNode node = Json.object();
    node.put("class", summary.classIndex());
    node.put("block", summary.block());
    node.put("references", summary.references());
    node.put("encodingDimension", summary.encodingDimension());
    JsonFields.put(node, "meanSquare", summary.meanSquare());
    JsonFields.put(node, "lambda", summary.lambda());
    node.put("iterations", summary.iterations());
    return node;
  }

  private static void addAll(ArrayNode array, double[] values) {
    for (double value : values) {
      array.add(value);
    }
  }

  private void printText(PrintWriter out, Model model) {
    KahmMap map = model.map();
    out.println(path);
    line(out, "fingerprint", map.fingerprint());
    line(out, "sensors", String.join(", ", map.sensors()));
    line(out, "state", stateWords(map));
    line(out, "classes", map.classes() + " with " + map.classCounts() + " reference states");
    line(out, "omega, tau", map.omega() + ", " + map.tau());
    line(
        out,
        "conventions",
        "scaling "
            + map.scaling().kind().label()
            + ", far field "
            + map.farField().label()
            + ", regularization "
            + map.settings().reconstruction().regularization().label());
    line(
        out,
        "submodels",
        map.submodels().size()
            + " of about "
            + map.settings().reconstruction().block()
            + " reference states, "
            + map.references()
            + " of "
            + map.classCounts().stream().mapToInt(Integer::intValue).sum()
            + " states in all");
    line(
        out,
        "closure",
        String.format(
            Locale.ROOT,
            "spectral norm %.6g, step size %s",
            MatrixNorms.spectralNorm(model.closure()),
            model.beta()));
    line(
        out,
        "coordinates",
        String.format(
            Locale.ROOT, "variance %.6g of the fitting data", model.coordinateVariance()));
    line(out, "forecasts", "in sensor units for horizons " + model.readoutHorizons());
    line(
        out,
        "novelty",
        model
            .calibration()
            .map(
                limits ->
                    String.format(
                        Locale.ROOT,
                        "threshold %.6g, from %d rows with an effective sample size of %.0f; %.2g"
                            + " of normal rows expected above it",
                        limits.noveltyLimit(),
                        limits.rows(),
                        limits.effectiveRows(),
                        limits.expectedRate()))
            .orElse("no threshold, no rows were held out"));
    model
        .alarms()
        .ifPresent(
            alarms -> {
              line(out, "alarms", "thresholds, run length and effective sample size");
              FitText.alarmLines(model, Optional.empty()).forEach(text -> line(out, "", text));
              alarms
                  .relations()
                  .ifPresent(
                      relations ->
                          line(
                              out,
                              "",
                              "smallest variance of a direction, as a share of the largest: "
                                  + relations.model().floor()));
            });
    AlarmWords.cautions(model, Optional.empty()).forEach(text -> line(out, "CAUTION", text));
    model
        .calibration()
        .map(Calibration::ranges)
        .filter(ranges -> !ranges.isEmpty())
        .ifPresent(
            ranges -> {
              line(out, "normal ranges", FitText.windows(ranges));
              ranges.forEach(range -> line(out, "", FitText.range(range)));
            });
    model
        .calibration()
        .map(Calibration::variation)
        .ifPresent(limits -> line(out, "low variation", FitText.lowVariation(limits)));
    line(out, "fitted on", model.fittingRows().size() + " transitions");
    new TreeMap<>(model.provenance()).forEach((name, value) -> line(out, "  " + name, value));
    for (Ancestor one : model.ancestry()) {
      out.println("accepted " + AcceptReport.words(one));
    }
  }

  private static String stateWords(KahmMap map) {
    String readings =
        map.delays() == 1
            ? "the present reading"
            : map.delays() + " consecutive readings of every sensor";
    int rows = map.settings().states().scalingRows();
    return rows == 0
        ? readings
        : readings + ", in units of the stream's own first " + rows + " readings";
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf(Locale.ROOT, "  %-16s %s%n", name, value);
  }
}
