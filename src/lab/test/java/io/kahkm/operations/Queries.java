package io.kahkm.operations;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.telemetry.MeterNames;
import io.kahkm.telemetry.RuntimeMeterNames;
import io.kahkm.telemetry.meter.Meter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads PromQL as far as names go: which series an expression selects, with which labels, and
 * whether the engine has them. The grammar itself is promtool's to judge.
 */
final class Queries {
  /** A selector: name, matchers in braces, range or nothing after it. */
  private static final Pattern SELECTOR =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(\\{([^}]*)})?");

  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");

  /** Labels that the scrape adds to every series. */
  private static final Set<String> TARGET_LABELS = Set.of("job", "instance", "application");

  /** Labels that series of streams have where a topology file declares them. */
  private static final Set<String> PLACE_LABELS = Set.of("site", "area");

  /** What the names of Micrometer's meters get for their unit and type. */
  private static final Set<String> SUFFIXES =
      Set.of(
          "",
          "_bytes",
          "_threads",
          "_files",
          "_seconds",
          "_seconds_sum",
          "_seconds_count",
          "_seconds_max");

  /** Meters that are counters although Kafka's name for them does not say so. */
  private static final Set<String> COUNTERS = Set.of("kafka_stream_failed_stream_threads");

  private static final Set<String> HISTOGRAM_SUFFIXES = Set.of("_bucket", "_sum", "_count");
  private static final Set<String> PROMETHEUS = Set.of("up", "ALERTS");

  private static final Map<String, Meter> METERS =
      MeterNames.all().stream().collect(Collectors.toMap(Meter::name, Function.identity()));

  private Queries() {}

  /** A series that an expression selects, with its matchers as written. */
  record Selector(String name, String matchers) {
    boolean has(String matcher) {
      return matchers.contains(matcher);
    }

    Map<String, String> labels() {
      Map<String, String> labels = new LinkedHashMap<>();
      Matcher matcher = MATCHER.matcher(matchers);
      while (matcher.find()) {
        labels.put(matcher.group(1), matcher.group(3));
      }
      return labels;
    }
  }

  /** Every series that is selected: names with a known beginning, recorded ones have a colon. */
  static List<Selector> selectors(String expression) {
    List<Selector> selectors = new ArrayList<>();
    Matcher matcher = SELECTOR.matcher(expression);
    int from = 0;
    while (matcher.find(from)) {
      String name = matcher.group(1);
      from = matcher.end();
      if (insideString(expression, matcher.start())) {
        from = matcher.end(1);
      } else if (isSeries(name)) {
        String matchers = matcher.group(3) == null ? "" : matcher.group(3);
        selectors.add(new Selector(name, matchers));
      }
    }
    return selectors;
  }

  private static boolean insideString(String expression, int position) {
    Matcher strings = STRING.matcher(expression);
    while (strings.find()) {
      if (strings.start() < position && position < strings.end()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSeries(String name) {
    return name.contains(":")
        || PROMETHEUS.contains(name)
        || name.startsWith("kahkm_")
        || name.startsWith("kafka_")
        || name.startsWith("jvm_")
        || name.startsWith("process_")
        || name.startsWith("disk_")
        || name.startsWith("system_");
  }

  /** What is wrong with the names in an expression; recorded are the names that rules record. */
  static List<String> unknown(String expression, Set<String> recorded) {
    List<String> faults = new ArrayList<>();
    for (Selector selector : selectors(expression)) {
      String name = selector.name();
      if (name.contains(":")) {
        if (!recorded.contains(name)) {
          faults.add(name + " is recorded by no rule");
        }
      } else if (name.startsWith("kahkm_")) {
        unknownMeter(selector, faults);
      } else if (!PROMETHEUS.contains(name) && !isRuntimeMeter(name)) {
        faults.add(name + " is not among the meters of Kafka, the JVM and the process");
      }
    }
    return faults;
  }

  private static void unknownMeter(Selector selector, List<String> faults) {
    Meter meter = meter(selector.name());
    if (meter == null) {
      faults.add(selector.name() + " is no meter of the engine");
      return;
    }
    Set<String> labels = new HashSet<>(meter.labels());
    labels.addAll(TARGET_LABELS);
    if (meter.labels().contains("stream")) {
      labels.addAll(PLACE_LABELS);
    }
    if (meter.type() == Meter.Type.HISTOGRAM) {
      labels.add("le");
    }
    selector
        .labels()
        .forEach(
            (label, value) -> {
              if (!labels.contains(label)) {
                faults.add(selector.name() + " has no label " + label);
              }
              if (label.equals("verdict") && !isVerdict(value)) {
                faults.add(value + " is no verdict");
              }
            });
  }

  private static boolean isVerdict(String value) {
    return value.equals("NONE")
        || Arrays.stream(Verdict.values()).anyMatch(v -> v.label().equals(value));
  }

  /** The meter that a series belongs to, null when there is none. */
  static Meter meter(String series) {
    Meter meter = METERS.get(series);
    for (String suffix : HISTOGRAM_SUFFIXES) {
      if (meter == null && series.endsWith(suffix)) {
        Meter histogram = METERS.get(series.substring(0, series.length() - suffix.length()));
        if (histogram != null && histogram.type() == Meter.Type.HISTOGRAM) {
          meter = histogram;
        }
      }
    }
    return meter;
  }

  private static boolean isRuntimeMeter(String series) {
    String counter = series.replaceAll("_total$", "");
    if (COUNTERS.contains(counter)) {
      return series.endsWith("_total");
    }
    return RuntimeMeterNames.beginnings().stream()
        .anyMatch(
            name -> series.startsWith(name) && SUFFIXES.contains(series.substring(name.length())));
  }

  /** Names of the engine's meters in a text, whether in a query or in prose. */
  static Set<String> metersNamedIn(String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = Pattern.compile("(?<![\\w:-])kahkm_[a-z0-9_]+").matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }
}
