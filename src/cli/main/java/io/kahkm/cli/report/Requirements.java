package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.UsageException;
import io.kahkm.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The criteria (R1) to (R3) of equation "central problem" as limits that a user sets and a command
 * checks: {@code NAME=LIMIT} or, for a horizon, {@code NAME:H=LIMIT}.
 */
public final class Requirements {
  /**
   * One limit.
   *
   * @param name what is limited
   * @param horizon steps ahead; 0 where the name has none
   * @param limit largest allowed value, above 0
   */
  public record Limit(String name, int horizon, double limit) {
    @Override
    public String toString() {
      return horizon == 0 ? name : name + ":" + horizon;
    }
  }

  private final List<Limit> limits;
  private final ArrayNode results = Json.object().arrayNode();
  private final List<String> missed = new ArrayList<>();

  private Requirements(List<Limit> limits) {
    this.limits = limits;
  }

  /**
   * Reads limits.
   *
   * @param texts as on the command line; null for none
   * @param plain names without a horizon
   * @param ofHorizon names with a horizon
   * @throws UsageException if one cannot be read
   */
  public static Requirements parse(List<String> texts, Set<String> plain, Set<String> ofHorizon) {
    List<Limit> limits = new ArrayList<>();
    for (String text : texts == null ? List.<String>of() : texts) {
      limits.add(limit(text, plain, ofHorizon));
    }
    return new Requirements(limits);
  }

  private static Limit limit(String text, Set<String> plain, Set<String> ofHorizon) {
    int equals = text.indexOf('=');
    int colon = text.indexOf(':');
    try {
      String name = text.substring(0, colon > 0 && colon < equals ? colon : equals);
      int horizon =
          colon > 0 && colon < equals ? Integer.parseInt(text.substring(colon + 1, equals)) : 0;
      double limit = Double.parseDouble(text.substring(equals + 1));
      boolean known = horizon > 0 ? ofHorizon.contains(name) : plain.contains(name);
      if (known && limit > 0 && Double.isFinite(limit)) {
        return new Limit(name, horizon, limit);
      }
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      // Said below, together with what is no requirement.
    }
    List<String> forms = new ArrayList<>();
    plain.stream().sorted().forEach(name -> forms.add(name + "=LIMIT"));
    ofHorizon.stream().sorted().forEach(name -> forms.add(name + ":H=LIMIT"));
    throw new UsageException(
        "--requirements has \""
            + text
            + "\"; it takes "
            + String.join(", ", forms)
            + " with limits above 0");
  }

  /** What the user set, in the order of the options. */
  public List<Limit> limits() {
    return limits;
  }

  Optional<Limit> find(String name) {
    return limits.stream().filter(limit -> limit.name().equals(name)).findFirst();
  }

  /** Compares a value with its limit; a value that is not a number misses it. */
  public void check(String criterion, Limit limit, double value) {
    boolean met = value <= limit.limit();
    ObjectNode node = results.addObject();
    node.put("criterion", criterion);
    node.put("requirement", limit.toString());
    JsonFields.put(node, "limit", limit.limit());
    JsonFields.put(node, "value", value);
    node.put("met", met);
    if (!met) {
      missed.add(
          String.format(
              Locale.ROOT,
              "%s (%s) is %.4g, required at most %s",
              limit,
              criterion,
              value,
              limit.limit()));
    }
  }

  /** Puts the results into a command's output, if anything was required. */
  public void put(ObjectNode json) {
    if (!limits.isEmpty()) {
      json.set("requirements", results);
    }
  }

  /** What was missed, one sentence each. */
  public List<String> missed() {
    return missed;
  }
}
