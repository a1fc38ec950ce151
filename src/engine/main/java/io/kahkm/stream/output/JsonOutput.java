package io.kahkm.stream.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.CoordinateFormat;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.json.CertificateJson;
import io.kahkm.json.SkillJson;
import io.kahkm.text.TimeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;

/**
 * Writes the values of the forecasts and the certificates topic, as {@code schema/forecasts.json}
 * and {@code schema/certificates.json} describe them. Keeps a workspace between calls: one owner,
 * not thread-safe.
 */
public final class JsonOutput {
  public static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .rootValueSeparator((String) null)
          .build();

  /** Windows close rarely: a tree costs nothing here and is what {@code certify} prints. */
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final int NANOS_DIGITS_OF_A_MILLISECOND = 6;
  private static final int TYPICAL_SIZE = 2048;

  private final String fingerprint;
  private final List<String> sensors;
  private final CoordinateFormat coordinates;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_SIZE);
  private final JsonGenerator json = generator(bytes);
  private ByteBuffer binary = ByteBuffer.allocate(0);

  /**
   * Creates a writer.
   *
   * @param map the map all outputs rest on
   * @param coordinates how predicted coordinates are written
   */
  public JsonOutput(KahmMap map, CoordinateFormat coordinates) {
    fingerprint = map.fingerprint();
    sensors = map.sensors();
    this.coordinates = coordinates;
  }

  /**
   * The forecasts issued at one state.
   *
   * @param stream stream id
   * @param assessment with at least one issued forecast
   * @return UTF-8 JSON
   */
  byte[] forecasts(String stream, RowAssessment assessment) {
    bytes.reset();
    try {
      json.writeStartObject();
      json.writeStringField("stream", stream);
      writeTime(json, "time", assessment.time());
      json.writeStringField("map", fingerprint);
      json.writeNumberField("class", assessment.nearestClass());
      json.writeNumberField("dominant", assessment.dominant());
      json.writeNumberField("novelty", assessment.novelty());
      json.writeBooleanField("outsideMap", assessment.alarms().outsideMap());
      if (assessment.alarms().outsideSince().isPresent()) {
        writeTime(json, "outsideSince", assessment.alarms().outsideSince().getAsLong());
        json.writeFieldName("noveltyShares");
        writeNumbers(json, assessment.alarms().noveltyShares());
      }
      if (assessment.alarms().watchesRelations()) {
        writeRelations(assessment);
      }
      if (assessment.alarms().watchesSensors()) {
        writeSensors(assessment);
      }
      json.writeArrayFieldStart("forecasts");
      for (IssuedForecast forecast : assessment.issued()) {
        writeForecast(forecast);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private void writeRelations(RowAssessment assessment) throws IOException {
    if (!Double.isNaN(assessment.alarms().relation())) {
      json.writeNumberField("relation", assessment.alarms().relation());
    }
    json.writeNumberField("relationEvidence", assessment.alarms().relationEvidence());
    json.writeBooleanField("relationBroken", assessment.alarms().relationBroken());
    json.writeBooleanField("relationProvisional", assessment.alarms().relationProvisional());
    if (assessment.alarms().relationSince().isEmpty()) {
      return;
    }
    writeTime(json, "relationSince", assessment.alarms().relationSince().getAsLong());
    json.writeArrayFieldStart("relationSensors");
    for (RelationStatus.NamedSensor named : assessment.alarms().relationSensors()) {
      json.writeStartObject();
      json.writeStringField("sensor", sensors.get(named.sensor()));
      writeNumber(json, "factor", named.factor());
      writeNumber(json, "value", named.value());
      writeNumber(json, "predicted", named.predicted());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeSensors(RowAssessment assessment) throws IOException {
    json.writeNumberField("sensorEvidence", assessment.alarms().sensorEvidence());
    json.writeBooleanField("sensorFaulty", assessment.alarms().sensorFaulty());
    json.writeBooleanField("sensorProvisional", assessment.alarms().sensorProvisional());
    if (!assessment.alarms().sensorFaulty()) {
      return;
    }
    writeTime(json, "sensorSince", assessment.alarms().sensorSince().orElseThrow());
    json.writeArrayFieldStart("sensorFaults");
    for (SensorFinding fault : assessment.alarms().sensorFindings()) {
      json.writeStartObject();
      json.writeStringField("sensor", sensors.get(fault.sensor()));
      json.writeStringField("kind", fault.kind().label());
      writeNumber(json, "amount", fault.amount());
      writeNumber(json, "value", fault.value());
      writeNumber(json, "implied", fault.implied());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static JsonGenerator generator(ByteArrayOutputStream target) {
    try {
      return FACTORY.createGenerator(target);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private void writeForecast(IssuedForecast forecast) throws IOException {
    json.writeStartObject();
    json.writeNumberField("horizon", forecast.horizon());
    if (forecast.state() != null) {
      json.writeFieldName("state");
      writeNumbers(json, forecast.state());
    }
    if (forecast.halfWidth() != null) {
      writeBound("lower", forecast, -1);
      writeBound("upper", forecast, 1);
    }
    switch (coordinates) {
      case BASE64 -> {
        // Base64 has no null: where a forecast diverged, there are no coordinates.
        if (finite(forecast.coordinates())) {
          json.writeFieldName("coordinates");
          writeBinary(forecast.coordinates());
        }
      }
      case TEXT -> {
        json.writeFieldName("coordinates");
        writeNumbers(json, forecast.coordinates());
      }
      case NONE -> {}
    }
    writeNumber(json, "simplexDistance", Math.sqrt(forecast.simplexDistanceSquared()));
    json.writeEndObject();
  }

  private void writeBound(String name, IssuedForecast forecast, int sign) throws IOException {
    json.writeArrayFieldStart(name);
    double[] state = Objects.requireNonNull(forecast.state());
    double[] halfWidth = Objects.requireNonNull(forecast.halfWidth());
    for (int i = 0; i < state.length; i++) {
      double bound = state[i] + sign * halfWidth[i];
      if (Double.isFinite(bound)) {
        json.writeNumber(bound);
      } else {
        json.writeNull();
      }
    }
    json.writeEndArray();
  }

  /**
   * One closed window.
   *
   * @param stream stream id
   * @param record the window; its times are nanoseconds, as the monitor's
   * @return UTF-8 JSON
   */
  public byte[] certificate(String stream, WindowCertificate record) {
    return bytes(CertificateJson.ofTopic(stream, fingerprint, record));
  }

  /**
   * What is certified of a stream's forecasts.
   *
   * @param stream stream id
   * @param status the stream's, as of the present observation
   * @return UTF-8 JSON
   */
  byte[] skill(String stream, ForecasterStatus status) {
    return bytes(SkillJson.ofTopic(stream, fingerprint, status));
  }

  private static byte[] bytes(ObjectNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Times are written in milliseconds since the epoch, exactly, with decimals where needed. */
  private static void writeTime(JsonGenerator json, String name, long nanos) throws IOException {
    if (nanos % TimeText.NANOS_PER_MILLISECOND == 0) {
      json.writeNumberField(name, nanos / TimeText.NANOS_PER_MILLISECOND);
    } else {
      json.writeFieldName(name);
      json.writeNumber(
          BigDecimal.valueOf(nanos, NANOS_DIGITS_OF_A_MILLISECOND)
              .stripTrailingZeros()
              .toPlainString());
    }
  }

  private void writeBinary(double[] values) throws IOException {
    int length = values.length * Double.BYTES;
    if (binary.capacity() < length) {
      binary = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
    binary.clear();
    for (double value : values) {
      binary.putDouble(value);
    }
    json.writeBinary(binary.array(), 0, length);
  }

  private static boolean finite(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }

  private static void writeNumbers(JsonGenerator json, double[] values) throws IOException {
    json.writeStartArray();
    for (double value : values) {
      writeNumber(json, value);
    }
    json.writeEndArray();
  }

  private static void writeNumber(JsonGenerator json, String name, double value)
      throws IOException {
    json.writeFieldName(name);
    writeNumber(json, value);
  }

  /** JSON has no word for values that are not finite: they become null. */
  private static void writeNumber(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }
}
