package io.kahkm.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.certificate.CertificateRecord;
import io.kahkm.certificate.EvaluableRisk;
import io.kahkm.certificate.Margins;

/** The JSON of a certificate, field by field as the public interface names them. */
final class CertificateJson {
  private CertificateJson() {}

  static ObjectNode of(CertificateRecord record) {
    ObjectNode json = Json.object();
    json.put("sampling", record.sampling().label());
    json.put("units", record.units());
    json.put("pairs", record.pairs());
    Json.put(json, "fHat", record.fHat());
    Json.put(json, "bHat", record.bHat());
    Json.put(json, "sHat", record.sHat());
    Json.put(json, "classCounts", record.classCounts());
    Json.put(json, "closureNorm", record.closureNorm());
    ArrayNode rows = json.putArray("rows");
    record.rows().forEach(row -> rows.add(row(row)));
    ObjectNode upper = json.putObject("upper");
    Json.put(upper, "delta", record.upper().delta());
    Json.put(upper, "mse", record.upper().meanSquaredError());
    Json.put(upper, "range", record.upper().range());
    Json.put(upper, "U", record.upper().upper());
    Json.put(json, "assignmentBound", record.assignmentBound());
    evaluable(json.putObject("evaluable"), record.evaluable());
    record.margins().ifPresent(margins -> margins(json.putObject("margins"), margins));
    Json.put(json, "outsideShare", record.outsideShare());
    Json.put(json, "retainedVariation", record.retainedVariation());
    Json.put(json, "dependence", record.dependence());
    alarm(json.putObject("alarm"), record.alarm());
    return json;
  }

  private static ObjectNode row(CertificateRecord.Row row) {
    ObjectNode json = Json.object();
    Json.put(json, "kappa", row.kappa());
    ObjectNode paper = json.putObject("paper");
    Json.put(paper, "delta", row.paper().delta());
    Json.put(paper, "r", row.paper().radius());
    Json.put(paper, "F", row.paper().lossUpper());
    Json.put(paper, "V", row.paper().varianceLower());
    Json.put(paper, "L", row.paper().lower());
    ObjectNode label = json.putObject("label");
    Json.put(label, "delta", row.label().delta());
    Json.put(label, "V", row.label().varianceLower());
    Json.put(label, "F", row.label().lossUpper());
    Json.put(label, "L", row.label().lower());
    ObjectNode minimum = json.putObject("minimum");
    Json.put(minimum, "delta", row.minimum().delta());
    Json.put(minimum, "risk", row.minimum().risk());
    Json.put(minimum, "gap", row.minimum().gap());
    Json.put(minimum, "L", row.minimum().lower());
    Json.put(json, "plugInLimit", row.plugInLimit());
    return json;
  }

  private static void evaluable(ObjectNode json, EvaluableRisk risk) {
    Json.put(json, "LA", risk.prototypeDiameter());
    Json.put(json, "dA", risk.closureDistance());
    Json.put(json, "Uf", risk.lossUpper());
    Json.put(json, "Uv", risk.varianceUpper());
    Json.put(json, "Ue", risk.differenceUpper());
    Json.put(json, "bound", risk.bound());
    Json.put(json, "delta", risk.delta());
  }

  private static void margins(ObjectNode json, Margins margins) {
    Json.put(json, "g", margins.thresholds());
    Json.put(json, "eta", margins.failureShares());
    Json.put(json, "AGeom", margins.aGeom());
    Json.put(json, "UGeom", margins.uGeom());
  }

  private static void alarm(ObjectNode json, CertificateRecord.Alarm alarm) {
    json.put("bound", alarm.bound().label());
    Json.put(json, "kappa", alarm.kappa());
    Json.put(json, "delta", alarm.level());
    Json.put(json, "tolerance", alarm.tolerance());
    Json.put(json, "lower", alarm.lower());
    Json.put(json, "upper", alarm.upper());
    json.put("verdict", alarm.verdict().label());
    json.put("reason", alarm.reason().label());
  }
}
