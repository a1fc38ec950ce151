package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.Margins;

/** The JSON of a certificate, field by field as the public interface names them. */
public final class CertificateJson {
  private CertificateJson() {}

  /**
   * The numbers of {@code certify}.
   *
   * @param certificate a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode of(WindowCertificate certificate) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sampling", certificate.extent().sampling().label());
    numbers(json, certificate);
    return json;
  }

  /**
   * A record of the certificates topic.
   *
   * @param stream stream id, or {@code fleet}
   * @param map fingerprint of the map
   * @param certificate a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode ofTopic(String stream, String map, WindowCertificate certificate) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("stream", stream);
    json.put("map", map);
    json.setAll(ofWindow(certificate));
    json.put("words", certificate.words());
    return json;
  }

  /**
   * A closed window of a stream: its place, its verdict, and the numbers of {@code certify}.
   *
   * @param certificate a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode ofWindow(WindowCertificate certificate) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sampling", certificate.extent().sampling().label());
    json.put("policy", certificate.extent().policy().label());
    json.put("window", certificate.extent().index());
    JsonFields.putTime(json, "from", certificate.extent().from());
    JsonFields.putTime(json, "to", certificate.extent().to());
    json.put("verdict", certificate.verdict().label());
    json.put("reason", certificate.reason().label());
    numbers(json, certificate);
    return json;
  }

  private static void numbers(ObjectNode json, WindowCertificate certificate) {
    json.put("units", certificate.counts().units());
    json.put("pairs", certificate.counts().pairs());
    json.put("skippedUnits", certificate.counts().skippedUnits());
    if (certificate.extent().sampling() == Sampling.FLEET) {
      json.put("missing", certificate.counts().missing());
    }
    JsonFields.put(json, "fHat", certificate.averages().fHat());
    JsonFields.put(json, "bHat", certificate.averages().bHat());
    JsonFields.put(json, "sHat", certificate.averages().sHat());
    JsonFields.put(json, "sPair", certificate.averages().sPair());
    JsonFields.put(json, "classCounts", certificate.counts().ofClasses());
    JsonFields.put(json, "closureNorm", certificate.closureNorm());
    WindowCertificate.Displayed shown = certificate.displayed();
    ArrayNode rows = json.putArray("rows");
    shown.rows().forEach(row -> row(rows.addObject(), row));
    json.put("upperRule", shown.upper().rule().label());
    shown.capped().ifPresent(capped -> json.put("cappedUpperRule", capped.rule().label()));
    ObjectNode upper = json.putObject("upper");
    upper(upper, shown.upper());
    shown.capped().ifPresent(capped -> capped(upper, capped, certificate.alarm().tolerance()));
    JsonFields.put(json, "assignmentBound", shown.assignmentBound());
    shown.evaluable().ifPresent(risk -> evaluable(json.putObject("evaluable"), risk));
    shown.margins().ifPresent(margins -> margins(json.putObject("margins"), margins));
    JsonFields.put(json, "outsideShare", certificate.checks().outsideShare());
    JsonFields.put(json, "retainedVariation", certificate.checks().retainedVariation());
    JsonFields.put(json, "retainedVariationLow", certificate.checks().retainedVariationLow());
    JsonFields.put(json, "dependence", certificate.checks().dependence());
    certificate.anytime().ifPresent(run -> anytime(json.putObject("anytime"), run));
    certificate.horizons().ifPresent(horizons -> horizons(json.putObject("horizons"), horizons));
    alarm(json.putObject("alarm"), certificate.alarm());
  }

  private static void row(ObjectNode json, WindowCertificate.Row row) {
    JsonFields.put(json, "kappa", row.kappa());
    row.paper().ifPresent(paper -> paper(json.putObject("paper"), paper));
    row.label().ifPresent(label -> label(json.putObject("label"), label));
    row.minimum().ifPresent(minimum -> minimum(json.putObject("minimum"), minimum));
    row.tight().ifPresent(tight -> tight(json.putObject("tight"), tight));
    JsonFields.put(json, "plugInLimit", row.plugInLimit());
  }

  private static void paper(ObjectNode json, PaperBound paper) {
    JsonFields.put(json, "delta", paper.delta());
    JsonFields.put(json, "r", paper.radius());
    JsonFields.put(json, "F", paper.lossUpper());
    JsonFields.put(json, "V", paper.varianceLower());
    JsonFields.put(json, "L", paper.lower());
  }

  private static void label(ObjectNode json, LabelBound label) {
    JsonFields.put(json, "delta", label.delta());
    JsonFields.put(json, "V", label.varianceLower());
    JsonFields.put(json, "F", label.lossUpper());
    JsonFields.put(json, "L", label.lower());
  }

  private static void minimum(ObjectNode json, MinimumBound minimum) {
    JsonFields.put(json, "delta", minimum.delta());
    JsonFields.put(json, "risk", minimum.risk());
    JsonFields.put(json, "gap", minimum.gap());
    JsonFields.put(json, "L", minimum.lower());
  }

  private static void tight(ObjectNode json, TightBound tight) {
    JsonFields.put(json, "delta", tight.delta());
    JsonFields.put(json, "lbRidge", tight.lowerRidge());
    JsonFields.put(json, "p", tight.distance());
    JsonFields.put(json, "meanLoss", tight.meanLoss());
    JsonFields.put(json, "meanSquare", tight.meanSquare());
    JsonFields.put(json, "largestUnit", tight.largestLoss());
    JsonFields.put(json, "leverage", tight.leverage());
    json.put("pilot", tight.pilot());
    JsonFields.put(json, "L", tight.lower());
  }

  private static void upper(ObjectNode json, UpperBound upper) {
    JsonFields.put(json, "delta", upper.delta());
    JsonFields.put(json, "mse", upper.meanSquaredError());
    JsonFields.put(json, "range", upper.range());
    JsonFields.put(json, "U", upper.upper());
  }

  /** The capped error is another quantity than the plain one: all its fields say so. */
  private static void capped(ObjectNode json, CappedBound capped, double tolerance) {
    JsonFields.put(json, "cap", Math.sqrt(capped.cap()) / tolerance);
    JsonFields.put(json, "cappedMse", capped.meanSquaredError());
    JsonFields.put(json, "UCap", capped.upper());
    JsonFields.put(json, "exceedShare", capped.exceedShare());
    JsonFields.put(json, "exceedUpper", capped.exceedUpper());
  }

  private static void anytime(ObjectNode json, AnytimeRun run) {
    json.put("restart", run.restart());
    json.put("cause", run.cause().label());
    JsonFields.putTime(json, "since", run.since());
    JsonFields.put(json, "bestLower", run.bestLower());
    JsonFields.put(json, "bestUpper", run.bestUpper());
    JsonFields.put(json, "bestUpperCap", run.bestCapped());
  }

  private static void horizons(ObjectNode json, HorizonCertificate horizons) {
    JsonFields.put(json, "delta", horizons.delta());
    json.put("starts", horizons.starts());
    if (horizons.claims().ok() > 0) {
      json.put("ok", horizons.claims().ok());
    }
    if (!horizons.claims().trusted().isEmpty()) {
      horizons.claims().trusted().forEach(json.putArray("trusted")::add);
    }
    if (horizons.claims().stop() > 0) {
      json.put("stop", horizons.claims().stop());
    }
    ArrayNode rows = json.putArray("rows");
    for (HorizonBound bound : horizons.rows()) {
      ObjectNode row = rows.addObject();
      row.put("horizon", bound.horizon());
      row.put("units", bound.units());
      row.put("pairs", bound.pairs());
      if (bound.units() > 0) {
        JsonFields.put(row, "kappa", bound.kappa());
        JsonFields.put(row, "range", bound.range());
        JsonFields.put(row, "mse", bound.meanSquaredError());
      }
      JsonFields.put(row, "L", bound.lower());
      JsonFields.put(row, "U", bound.upper());
      if (bound.capped().isPresent()) {
        JsonFields.put(row, "UCap", bound.capped().get().upper());
        JsonFields.put(row, "exceedUpper", bound.capped().get().exceedUpper());
      }
      if (bound.upper().isPresent()) {
        row.put("upperRule", bound.rule().label());
      }
      JsonFields.put(row, "UPersistence", bound.persistence());
    }
  }

  private static void evaluable(ObjectNode json, EvaluableRisk risk) {
    JsonFields.put(json, "LA", risk.prototypeDiameter());
    JsonFields.put(json, "dA", risk.closureDistance());
    JsonFields.put(json, "Uf", risk.lossUpper());
    JsonFields.put(json, "Uv", risk.varianceUpper());
    JsonFields.put(json, "Ue", risk.differenceUpper());
    JsonFields.put(json, "bound", risk.bound());
    JsonFields.put(json, "delta", risk.delta());
  }

  private static void margins(ObjectNode json, Margins margins) {
    JsonFields.put(json, "g", margins.thresholds());
    JsonFields.put(json, "eta", margins.failureShares());
    JsonFields.put(json, "AGeom", margins.aGeom());
    JsonFields.put(json, "UGeom", margins.uGeom());
  }

  private static void alarm(ObjectNode json, WindowCertificate.Alarm alarm) {
    json.put("bound", alarm.bound().label());
    JsonFields.put(json, "kappa", alarm.kappa());
    JsonFields.put(json, "delta", alarm.level());
    JsonFields.put(json, "tolerance", alarm.tolerance());
    JsonFields.put(json, "lower", alarm.lower());
    JsonFields.put(json, "upper", alarm.upper());
    JsonFields.put(json, "upperCap", alarm.upperCapped());
    alarm.tight().ifPresent(tight -> tight(json.putObject("tight"), tight));
    json.put("verdict", alarm.verdict().label());
    json.put("reason", alarm.reason().label());
  }
}
