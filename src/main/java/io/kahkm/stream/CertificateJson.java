package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.kahkm.certificate.CertificateRecord;
import io.kahkm.certificate.EvaluableRisk;
import io.kahkm.certificate.Margins;
import java.io.IOException;
import java.util.List;

/** Writes every number of a certificate under the names {@code certify} uses. */
final class CertificateJson {
  private CertificateJson() {}

  static void writeFields(JsonGenerator json, CertificateRecord record) throws IOException {
    json.writeNumberField("units", record.units());
    json.writeNumberField("pairs", record.pairs());
    json.writeNumberField("skippedUnits", record.skippedUnits());
    JsonOutput.writeNumber(json, "fHat", record.fHat());
    JsonOutput.writeNumber(json, "bHat", record.bHat());
    JsonOutput.writeNumber(json, "sHat", record.sHat());
    JsonOutput.writeNumber(json, "sPair", record.sPair());
    json.writeArrayFieldStart("classCounts");
    for (long count : record.classCounts()) {
      json.writeNumber(count);
    }
    json.writeEndArray();
    JsonOutput.writeNumber(json, "closureNorm", record.closureNorm());
    json.writeArrayFieldStart("rows");
    for (CertificateRecord.Row row : record.rows()) {
      writeRow(json, row);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("upper");
    JsonOutput.writeNumber(json, "delta", record.upper().delta());
    JsonOutput.writeNumber(json, "mse", record.upper().meanSquaredError());
    JsonOutput.writeNumber(json, "range", record.upper().range());
    JsonOutput.writeNumber(json, "U", record.upper().upper());
    json.writeEndObject();
    JsonOutput.writeNumber(json, "assignmentBound", record.assignmentBound());
    writeEvaluable(json, record.evaluable());
    if (record.margins().isPresent()) {
      writeMargins(json, record.margins().get());
    }
    JsonOutput.writeNumber(json, "outsideShare", record.outsideShare());
    JsonOutput.writeNumber(json, "retainedVariation", record.retainedVariation());
    if (record.retainedVariationLow().isPresent()) {
      JsonOutput.writeNumber(
          json, "retainedVariationLow", record.retainedVariationLow().getAsDouble());
    }
    JsonOutput.writeNumber(json, "dependence", record.dependence());
    writeAlarm(json, record.alarm());
  }

  private static void writeRow(JsonGenerator json, CertificateRecord.Row row) throws IOException {
    json.writeStartObject();
    JsonOutput.writeNumber(json, "kappa", row.kappa());
    json.writeObjectFieldStart("paper");
    JsonOutput.writeNumber(json, "delta", row.paper().delta());
    JsonOutput.writeNumber(json, "r", row.paper().radius());
    JsonOutput.writeNumber(json, "F", row.paper().lossUpper());
    JsonOutput.writeNumber(json, "V", row.paper().varianceLower());
    JsonOutput.writeNumber(json, "L", row.paper().lower());
    json.writeEndObject();
    json.writeObjectFieldStart("label");
    JsonOutput.writeNumber(json, "delta", row.label().delta());
    JsonOutput.writeNumber(json, "V", row.label().varianceLower());
    JsonOutput.writeNumber(json, "F", row.label().lossUpper());
    JsonOutput.writeNumber(json, "L", row.label().lower());
    json.writeEndObject();
    json.writeObjectFieldStart("minimum");
    JsonOutput.writeNumber(json, "delta", row.minimum().delta());
    JsonOutput.writeNumber(json, "risk", row.minimum().risk());
    JsonOutput.writeNumber(json, "gap", row.minimum().gap());
    JsonOutput.writeNumber(json, "L", row.minimum().lower());
    json.writeEndObject();
    JsonOutput.writeNumber(json, "plugInLimit", row.plugInLimit());
    json.writeEndObject();
  }

  private static void writeEvaluable(JsonGenerator json, EvaluableRisk risk) throws IOException {
    json.writeObjectFieldStart("evaluable");
    JsonOutput.writeNumber(json, "LA", risk.prototypeDiameter());
    JsonOutput.writeNumber(json, "dA", risk.closureDistance());
    JsonOutput.writeNumber(json, "Uf", risk.lossUpper());
    JsonOutput.writeNumber(json, "Uv", risk.varianceUpper());
    JsonOutput.writeNumber(json, "Ue", risk.differenceUpper());
    JsonOutput.writeNumber(json, "bound", risk.bound());
    JsonOutput.writeNumber(json, "delta", risk.delta());
    json.writeEndObject();
  }

  private static void writeMargins(JsonGenerator json, Margins margins) throws IOException {
    json.writeObjectFieldStart("margins");
    writeNumbers(json, "g", margins.thresholds());
    writeNumbers(json, "eta", margins.failureShares());
    JsonOutput.writeNumber(json, "AGeom", margins.aGeom());
    JsonOutput.writeNumber(json, "UGeom", margins.uGeom());
    json.writeEndObject();
  }

  private static void writeNumbers(JsonGenerator json, String name, List<Double> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (double value : values) {
      JsonOutput.writeNumber(json, value);
    }
    json.writeEndArray();
  }

  private static void writeAlarm(JsonGenerator json, CertificateRecord.Alarm alarm)
      throws IOException {
    json.writeObjectFieldStart("alarm");
    json.writeStringField("bound", alarm.bound().label());
    JsonOutput.writeNumber(json, "kappa", alarm.kappa());
    JsonOutput.writeNumber(json, "delta", alarm.level());
    JsonOutput.writeNumber(json, "tolerance", alarm.tolerance());
    JsonOutput.writeNumber(json, "lower", alarm.lower());
    JsonOutput.writeNumber(json, "upper", alarm.upper());
    json.writeStringField("verdict", alarm.verdict().label());
    json.writeStringField("reason", alarm.reason().label());
    json.writeEndObject();
  }
}
