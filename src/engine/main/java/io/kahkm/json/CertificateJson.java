package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.CertificateRecord;
import io.kahkm.internal.certificate.EvaluableRisk;
import io.kahkm.internal.certificate.Margins;
import io.kahkm.internal.certificate.Sampling;

/** The JSON of a certificate, field by field as the public interface names them. */
public final class CertificateJson {
  private CertificateJson() {}

  /**
   * The numbers of {@code certify}.
   *
   * @param record a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode of(CertificateRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sampling", record.sampling().label());
    numbers(json, record);
    return json;
  }

  /**
   * A record of the certificates topic.
   *
   * @param stream stream id, or {@code fleet}
   * @param map fingerprint of the map
   * @param record a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode ofTopic(String stream, String map, CertificateRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("stream", stream);
    json.put("map", map);
    json.setAll(ofWindow(record));
    json.put("words", record.words());
    return json;
  }

  /**
   * A closed window of a stream: its place, its verdict, and the numbers of {@code certify}.
   *
   * @param record a certificate
   * @return a new object, owned by the caller
   */
  public static ObjectNode ofWindow(CertificateRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sampling", record.sampling().label());
    json.put("policy", record.policy().label());
    json.put("window", record.index());
    JsonFields.putTime(json, "from", record.from());
    JsonFields.putTime(json, "to", record.to());
    json.put("verdict", record.verdict().label());
    json.put("reason", record.reason().label());
    numbers(json, record);
    return json;
  }

  private static void numbers(ObjectNode json, CertificateRecord record) {
    json.put("units", record.units());
    json.put("pairs", record.pairs());
    json.put("skippedUnits", record.skippedUnits());
    if (record.sampling() == Sampling.FLEET) {
      json.put("missing", record.missing());
    }
    JsonFields.put(json, "fHat", record.fHat());
    JsonFields.put(json, "bHat", record.bHat());
    JsonFields.put(json, "sHat", record.sHat());
    JsonFields.put(json, "sPair", record.sPair());
    JsonFields.put(json, "classCounts", record.classCounts());
    JsonFields.put(json, "closureNorm", record.closureNorm());
    ArrayNode rows = json.putArray("rows");
    record.rows().forEach(row -> rows.add(row(row)));
    ObjectNode upper = json.putObject("upper");
    JsonFields.put(upper, "delta", record.upper().delta());
    JsonFields.put(upper, "mse", record.upper().meanSquaredError());
    JsonFields.put(upper, "range", record.upper().range());
    JsonFields.put(upper, "U", record.upper().upper());
    JsonFields.put(json, "assignmentBound", record.assignmentBound());
    evaluable(json.putObject("evaluable"), record.evaluable());
    record.margins().ifPresent(margins -> margins(json.putObject("margins"), margins));
    JsonFields.put(json, "outsideShare", record.outsideShare());
    JsonFields.put(json, "retainedVariation", record.retainedVariation());
    JsonFields.put(json, "retainedVariationLow", record.retainedVariationLow());
    JsonFields.put(json, "dependence", record.dependence());
    alarm(json.putObject("alarm"), record.alarm());
  }

  private static ObjectNode row(CertificateRecord.Row row) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    JsonFields.put(json, "kappa", row.kappa());
    ObjectNode paper = json.putObject("paper");
    JsonFields.put(paper, "delta", row.paper().delta());
    JsonFields.put(paper, "r", row.paper().radius());
    JsonFields.put(paper, "F", row.paper().lossUpper());
    JsonFields.put(paper, "V", row.paper().varianceLower());
    JsonFields.put(paper, "L", row.paper().lower());
    ObjectNode label = json.putObject("label");
    JsonFields.put(label, "delta", row.label().delta());
    JsonFields.put(label, "V", row.label().varianceLower());
    JsonFields.put(label, "F", row.label().lossUpper());
    JsonFields.put(label, "L", row.label().lower());
    ObjectNode minimum = json.putObject("minimum");
    JsonFields.put(minimum, "delta", row.minimum().delta());
    JsonFields.put(minimum, "risk", row.minimum().risk());
    JsonFields.put(minimum, "gap", row.minimum().gap());
    JsonFields.put(minimum, "L", row.minimum().lower());
    JsonFields.put(json, "plugInLimit", row.plugInLimit());
    return json;
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

  private static void alarm(ObjectNode json, CertificateRecord.Alarm alarm) {
    json.put("bound", alarm.bound().label());
    JsonFields.put(json, "kappa", alarm.kappa());
    JsonFields.put(json, "delta", alarm.level());
    JsonFields.put(json, "tolerance", alarm.tolerance());
    JsonFields.put(json, "lower", alarm.lower());
    JsonFields.put(json, "upper", alarm.upper());
    json.put("verdict", alarm.verdict().label());
    json.put("reason", alarm.reason().label());
  }
}
