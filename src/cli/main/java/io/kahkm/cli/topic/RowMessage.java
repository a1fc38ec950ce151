package io.kahkm.cli.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.csv.CsvSource;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A row of a CSV file as producers send it: one flat JSON object with all columns, numbers as
 * numbers, other text as text, empty cells left out.
 */
public final class RowMessage {
  private RowMessage() {}

  /**
   * The present row of a file.
   *
   * @param source a file that stands at a row
   * @return a new object
   */
  public static ObjectNode of(CsvSource source) {
    ObjectNode message = Json.object();
    List<String> header = source.header();
    for (int i = 0; i < header.size(); i++) {
      String text = source.text(i);
      if (!text.isEmpty()) {
        put(message, header.get(i), text, source.value(i));
      }
    }
    return message;
  }

  /** Puts a cell: a whole number, a finite number, else its text. */
  public static void put(ObjectNode message, String field, String text, OptionalDouble number) {
    try {
      message.put(field, Long.parseLong(text));
      return;
    } catch (NumberFormatException e) {
      // Not an integer; perhaps a real number.
    }
    if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
      message.put(field, number.getAsDouble());
    } else {
      message.put(field, text);
    }
  }
}
