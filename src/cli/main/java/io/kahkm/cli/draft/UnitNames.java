package io.kahkm.cli.draft;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Units that the names of columns tell, such as {@code Pressure [bar]} and {@code flow_m3h}. */
final class UnitNames {
  private static final int LONGEST = 12;

  private static final Pattern BRACKETS = Pattern.compile(".*[\\[(]\\s*([^\\[\\]()]+?)\\s*[\\])]");
  private static final Pattern LAST_WORD = Pattern.compile("(.*)[\\s_./-]([^\\s_./-]+)");
  private static final Pattern UNIT =
      Pattern.compile("(1/)?[\\p{L}\\p{M}%°µ‰][^\\p{Cntrl}\"\\\\]*");

  /** Last words of names that are units, whatever the rest of the name. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("bar", "bar"),
          Map.entry("barg", "barg"),
          Map.entry("mbar", "mbar"),
          Map.entry("pa", "Pa"),
          Map.entry("hpa", "hPa"),
          Map.entry("kpa", "kPa"),
          Map.entry("mpa", "MPa"),
          Map.entry("psi", "psi"),
          Map.entry("degc", "°C"),
          Map.entry("celsius", "°C"),
          Map.entry("degf", "°F"),
          Map.entry("fahrenheit", "°F"),
          Map.entry("kelvin", "K"),
          Map.entry("deg", "°"),
          Map.entry("rpm", "rpm"),
          Map.entry("hz", "Hz"),
          Map.entry("khz", "kHz"),
          Map.entry("kw", "kW"),
          Map.entry("kwh", "kWh"),
          Map.entry("kva", "kVA"),
          Map.entry("kv", "kV"),
          Map.entry("mv", "mV"),
          Map.entry("ma", "mA"),
          Map.entry("volt", "V"),
          Map.entry("volts", "V"),
          Map.entry("amp", "A"),
          Map.entry("amps", "A"),
          Map.entry("watt", "W"),
          Map.entry("watts", "W"),
          Map.entry("mm", "mm"),
          Map.entry("cm", "cm"),
          Map.entry("km", "km"),
          Map.entry("um", "µm"),
          Map.entry("mms", "mm/s"),
          Map.entry("mps", "m/s"),
          Map.entry("kmh", "km/h"),
          Map.entry("m3h", "m³/h"),
          Map.entry("m3s", "m³/s"),
          Map.entry("lmin", "l/min"),
          Map.entry("lpm", "l/min"),
          Map.entry("kg", "kg"),
          Map.entry("kgh", "kg/h"),
          Map.entry("kgs", "kg/s"),
          Map.entry("pct", "%"),
          Map.entry("percent", "%"),
          Map.entry("ppm", "ppm"),
          Map.entry("db", "dB"));

  /**
   * Single letters are units where the rest of the name says of what; elsewhere a phase or axis.
   */
  private static final List<Letters> LETTERS =
      List.of(
          new Letters(".*temp.*", Map.of("c", "°C", "f", "°F", "k", "K")),
          new Letters(".*volt.*", Map.of("v", "V")),
          new Letters(".*(current|amp).*", Map.of("a", "A")),
          new Letters(".*power.*", Map.of("w", "W")),
          new Letters(".*force.*", Map.of("n", "N")),
          new Letters(".*(level|height|length|depth|position|distance).*", Map.of("m", "m")));

  private UnitNames() {}

  private record Letters(String quantity, Map<String, String> units) {}

  /** The unit in a column's name, empty where it says none. */
  static Optional<String> of(String column) {
    String name = column.strip();
    Matcher brackets = BRACKETS.matcher(name);
    if (brackets.matches()) {
      String inside = brackets.group(1);
      // A word in round brackets may say anything; one in square ones is a unit in all exports.
      return name.endsWith("]") ? written(inside) : known(inside).or(() -> symbol(inside));
    }
    Matcher last = LAST_WORD.matcher(name);
    if (!last.matches()) {
      return Optional.empty();
    }
    String word = last.group(2).toLowerCase(Locale.ROOT);
    String quantity = last.group(1).toLowerCase(Locale.ROOT);
    return known(word)
        .or(
            () ->
                LETTERS.stream()
                    .filter(letters -> quantity.matches(letters.quantity))
                    .flatMap(letters -> Optional.ofNullable(letters.units.get(word)).stream())
                    .findFirst());
  }

  /** A unit as somebody wrote it in its own place, without brackets; empty if it is none. */
  static Optional<String> written(String text) {
    String unit = text.strip().replaceAll("^[\\[(]\\s*|\\s*[\\])]$", "");
    return unit.length() <= LONGEST && UNIT.matcher(unit).matches()
        ? Optional.of(unit)
        : Optional.empty();
  }

  private static Optional<String> known(String word) {
    return Optional.ofNullable(WORDS.get(word.toLowerCase(Locale.ROOT)));
  }

  /** A symbol that no word can be: with a degree, per cent or fraction, or one capital letter. */
  private static Optional<String> symbol(String inside) {
    return inside.matches(".*[°%/µ].*|[A-Z]|[kmM][A-Z]") ? written(inside) : Optional.empty();
  }
}
