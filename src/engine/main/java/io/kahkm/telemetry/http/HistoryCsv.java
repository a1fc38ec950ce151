package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.kahkm.telemetry.history.HistoryRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A history as a table for other programs, made of the API's answer: RFC 4180 in UTF-8, a row for
 * each step, or each reading of the last ones, with the forecasts made so many steps before. A text
 * that a spreadsheet would take for a formula begins with an apostrophe.
 */
final class HistoryCsv {
  private static final String FORMULAS = "=+-@\t\r";
  private static final int NANOSECOND_DIGITS = 6;

  private HistoryCsv() {}

  /** The table of an answer that has readings or steps. */
  static byte[] of(JsonNode answer) {
    boolean live = answer.has("readings");
    JsonNode steps = answer.path(live ? "readings" : "past");
    List<JsonNode> columns = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("time", "readings", "state"));
    for (int i = 0; i < answer.path("sensors").size(); i++) {
      for (String value : List.of("mean", "low", "high")) {
        header.add(text(answer.path("sensors").path(i).asText()) + " " + value);
        columns.add(steps.path(live ? "state" : value).path(i));
      }
    }
    for (JsonNode forecast : steps.path("forecasts")) {
      for (int i = 0; i < answer.path("sensors").size(); i++) {
        String sensor = text(answer.path("sensors").path(i).asText());
        header.add(sensor + " forecast " + forecast.path("horizon").asText() + " before");
        columns.add(forecast.path("state").path(i));
      }
    }
    for (String value : List.of("novelty", "relation")) {
      columns.add(steps.path(value));
    }
    header.addAll(List.of("novelty", "relations"));
    if (!live) {
      for (String alarm : HistoryRange.ALARMS) {
        columns.add(steps.path("evidence").path(alarm));
        header.add("evidence " + alarm);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CsvSchema lines = CsvSchema.emptySchema().withLineSeparator("\r\n");
    try (SequenceWriter rows = new CsvMapper().writerFor(List.class).with(lines).writeValues(out)) {
      rows.write(header);
      for (int k = 0; k < steps.path("time").size(); k++) {
        List<String> row = new ArrayList<>();
        row.add(time(steps.path("time").path(k)));
        row.add(live ? "1" : steps.path("count").path(k).asText());
        row.add(text(steps.path("condition").path(k).asText()));
        for (JsonNode column : columns) {
          JsonNode value = column.path(k);
          row.add(value.isNumber() ? value.asText() : "");
        }
        rows.write(row);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  private static String time(JsonNode milliseconds) {
    long nanoseconds =
        milliseconds.decimalValue().movePointRight(NANOSECOND_DIGITS).longValueExact();
    return Instant.EPOCH.plusNanos(nanoseconds).toString();
  }

  private static String text(String text) {
    return !text.isEmpty() && FORMULAS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
