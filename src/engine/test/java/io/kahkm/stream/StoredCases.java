package io.kahkm.stream;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.stream.StoredCase.Shape;
import io.kahkm.stream.StoredInput.Stream;
import io.kahkm.stream.StoredInput.Tweak;
import io.kahkm.system.DynamicalSystems;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@link StoredStateRecorder} records: every topology file of the project with smaller maps
 * and windows, and files of its own for settings that none of them has.
 */
final class StoredCases {
  /** Units of measurement among the streams with a scaling of their own. */
  static final int UNITS = 4;

  private static final int BLOCK = 8;
  private static final int CUT = 80;
  private static final int END = 130;
  private static final String PLAIN_NAME = "sensor-01";

  private StoredCases() {}

  /** All cases. */
  static List<StoredCase> all() {
    List<StoredCase> cases = new ArrayList<>();
    Shape path = new Shape(24, 150, CUT, END);
    Map<String, String> smaller = Map.of("units: \\d+", "units: 2", "longest: \\d+", "longest: 8");
    for (String name : List.of("cartpole", "mountaincar", "acrobot")) {
      cases.add(ofProject(name, name, smaller, path));
    }
    Map<String, String> nearer =
        Map.of(
            "units: \\d+", "units: 2",
            "longest: \\d+", "longest: 8",
            "horizons: \\[1, 10, 50\\]", "horizons: [1, 10, 20]");
    cases.add(ofProject("vanderpol", "vanderpol", nearer, new Shape(24, 400, CUT, END)));
    cases.add(ofProject("duffing", "duffing", nearer, new Shape(24, 200, CUT, END)));
    cases.add(
        ofProject(
            "four-state",
            "four-state",
            Map.of("units: \\d+", "units: 32"),
            new Shape(1, 0, 80, 120)));
    cases.add(
        ofProject(
            "fleet",
            "vanderpol",
            Map.of("fleet: \\{.*\\}", "fleet: {streams: 4, every: 500ms, pairs: 8, grace: 300ms}"),
            new Shape(50, 400, 50, 110)));
    cases.add(delayed());
    cases.add(scaled());
    cases.add(rolling());
    cases.add(excursion());
    cases.add(geometric());
    cases.add(forever());
    cases.add(fixed());
    cases.add(plain());
    return cases;
  }

  /** A topology file of the project, with the model in a file and some numbers smaller. */
  private static StoredCase ofProject(
      String name, String system, Map<String, String> smaller, Shape shape) {
    String yaml = replaced(resource(name), "(?m)^model: .*$", "model: {file: model.safetensors}");
    yaml = replaced(yaml, "(?ms)^(# Every episode[^\\n]*\\n)?simulate:.*?(?=^\\S)", "");
    for (Map.Entry<String, String> number : smaller.entrySet()) {
      yaml = replaced(yaml, number.getKey(), number.getValue());
    }
    int classes = name.equals("four-state") ? 2 : 5;
    return new StoredCase(
        name,
        yaml,
        DynamicalSystems.named(system),
        map(system, classes, ScalingKind.NONE, 1, FarField.PAPER, Regularization.FIXED_POINT),
        ClosureMethod.NLMS,
        shape,
        name.equals("fleet") ? together(shape) : comingAndGoing(shape),
        name.equals("fleet") ? StoredCases::fade : Tweak.NONE);
  }

  /**
   * One stream of the fleet stops before it has its pairs of a window; when it returns, the window
   * was closed without it.
   */
  private static void fade(int stream, int index, Map<String, Object> fields) {
    if (stream == 3 && index >= 44 && index < 90) {
      fields.clear();
    }
  }

  private static String resource(String name) {
    String path = "/topologies/" + name + ".yaml";
    try (InputStream in = StoredCases.class.getResourceAsStream(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String replaced(String text, String pattern, String replacement) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("nothing is like " + pattern);
    }
    return matcher.replaceFirst(Matcher.quoteReplacement(replacement));
  }

  /** Streams that are there all the time, fall silent, came just before the cut and come after. */
  private static List<Stream> comingAndGoing(Shape shape) {
    return List.of(
        new Stream(PLAIN_NAME, 0, shape.end()),
        new Stream("Kälte 2", 0, shape.end()),
        new Stream("silent", 0, shape.cut() - 35),
        new Stream("late", shape.cut() - 10, shape.end()),
        new Stream("new", shape.cut() + 15, shape.end()));
  }

  private static List<Stream> together(Shape shape) {
    return List.of(
        new Stream("a", 0, shape.end()),
        new Stream("aa", 0, shape.end()),
        new Stream("é", 0, shape.end()),
        new Stream("fades", 0, shape.end()));
  }

  private static MapSettings map(
      String system,
      int classes,
      ScalingKind scaling,
      int delays,
      FarField farField,
      Regularization regularization) {
    return new MapSettings(
        DynamicalSystems.named(system).sensors(),
        classes,
        4,
        MapSettings.DEFAULT_TAU,
        new MapSettings.Reconstruction(BLOCK, farField, regularization),
        new MapSettings.States(scaling, delays, scaling == ScalingKind.PER_STREAM ? 30 : 0));
  }

  static boolean ownUnits(MapSettings map) {
    return map.states().scaling() == ScalingKind.PER_STREAM;
  }

  /** A reading in the units of a stream. */
  static double[] inUnitsOf(int stream, double[] plain) {
    return Arrays.stream(plain).map(x -> 10 * stream + (1 + stream / 2.0) * x).toArray();
  }

  private static StoredCase ofVanDerPol(
      String yaml, MapSettings map, ClosureMethod closure, Shape shape, Tweak tweak) {
    String name = yaml.substring("name: ".length(), yaml.indexOf('\n'));
    return new StoredCase(
        name,
        yaml,
        DynamicalSystems.named("vanderpol"),
        map,
        closure,
        shape,
        comingAndGoing(shape),
        tweak);
  }

  private static MapSettings vanDerPol() {
    return map("vanderpol", 5, ScalingKind.NONE, 1, FarField.PAPER, Regularization.AUTHORS);
  }

  /** Delays, held values, gaps, irregular steps; a value is held and a gap open at the cut. */
  private static StoredCase delayed() {
    return ofVanDerPol(
        """
        name: delayed
        model: {file: model.safetensors}
        input:
          state: [q, p]
          time: t
          time-unit: us
          step: 20ms
          step-tolerance: 0.2
          hold: 60ms
          idle: 200ms
          restart-after-idle: asserted
          stride: 2
        closure: {beta: 0.05}
        forecasts: {horizons: [1, 4, 9], every: 4, coordinates: text, projection: vector}
        certificates:
          sampling: episodes
          window: {units: 3}
          alarm: {bound: label, kappa: 1.2}
          tolerance: 0.5
          outside: 0.2
        """,
        map("vanderpol", 6, ScalingKind.STANDARD, 3, FarField.EXACT, Regularization.FIXED_POINT),
        ClosureMethod.RIDGE,
        new Shape(1000, 400, CUT, END),
        (stream, index, fields) -> {
          boolean gap = index % 30 >= 12 && index % 30 < 24;
          if (stream == 0 && gap) {
            // Longer than idle, and open at the cut.
            fields.clear();
          } else if (stream == 1 && (index % 7 == 0 || (index >= CUT - 2 && index < CUT + 4))) {
            // Held at first, too old at last.
            fields.put("p", null);
          } else if (stream == 2 && index % 11 == 0) {
            fields.put("t", (long) fields.get("t") + 6000);
          } else if (index % 23 == 0) {
            fields.put("q", "off");
          }
        });
  }

  /** Every stream learns its own scaling; one is learning it at the cut. */
  private static StoredCase scaled() {
    return ofVanDerPol(
        """
        name: scaled
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, step: 20ms, episode: run, end: done, hold: 40ms}
        closure: {start: identity, beta: 0.2, rollback: true}
        forecasts: {horizons: [1, 5], every: 3, projection: row}
        certificates:
          sampling: episodes
          window: {units: 6, policy: cumulative, schedule: every}
          alarm: {bound: paper}
          tolerance: {r2: 0.5}
          family: 4
          margin: 0.05
          display: {kappa: [0.5, 2], delta: 0.1}
        """,
        map("vanderpol", 5, ScalingKind.PER_STREAM, 2, FarField.PAPER, Regularization.AUTHORS),
        ClosureMethod.RIDGE,
        new Shape(14, 400, CUT, END),
        (stream, index, fields) -> {
          double[] own =
              inUnitsOf(
                  stream % UNITS,
                  new double[] {(double) fields.get("q"), (double) fields.get("p")});
          fields.put("q", own[0]);
          fields.put("p", own[1]);
          if (stream == 1 && index % 9 == 0) {
            fields.put("q", null);
          }
        });
  }

  /** A rolling window of pairs a stride apart. */
  private static StoredCase rolling() {
    return ofVanDerPol(
        """
        name: rolling
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, step: 20ms, stride: 3, independent: asserted, idle: 1s}
        closure: {learn: false}
        forecasts: {horizons: [2], every: 1, coordinates: none}
        certificates:
          sampling: records
          window: {units: 16, policy: rolling}
          tolerance: 0.4
          drift: possible
          margin: 0.1
          outside: 1
        """,
        vanDerPol(),
        ClosureMethod.NLMS,
        new Shape(1000, 400, CUT, END),
        Tweak.NONE);
  }

  /**
   * Rollback. At the cut one stream is about to be said to be outside with something learned since,
   * one has been outside for a while, one was rolled back and is inside again, one flickers.
   */
  private static StoredCase excursion() {
    // The first two begin before the last snapshots are written, the others are in the journal.
    String first = "xii".repeat(8) + "x|xxxxiiii";
    String second = "x".repeat(35) + "|xxxxiiii";
    String third = "xiixxxxiiiiiii" + "i".repeat(36) + "|";
    String fourth = "xix|iixxxxx";
    return ofVanDerPol(
        """
        name: excursion
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, step: 20ms, episode: run, end: done}
        closure: {rollback: true}
        forecasts: {horizons: [1, 5], every: 2, coordinates: base64}
        certificates:
          sampling: episodes
          window: {units: 2}
          tolerance: {r2: 0.5}
        """,
        vanDerPol(),
        ClosureMethod.NLMS,
        new Shape(60, 400, CUT, END),
        (stream, index, fields) -> {
          boolean outside =
              switch (stream) {
                case 0 -> outsideIn(first, index);
                case 1 -> outsideIn(second, index);
                case 2 -> outsideIn(third, index);
                case 3 -> outsideIn(fourth, index);
                default -> false;
              };
          if (outside) {
            fields.put("q", (double) fields.get("q") + 6);
          }
        });
  }

  /** Whether a reading is outside by a word of x and i, in which a bar stands for the cut. */
  private static boolean outsideIn(String word, int index) {
    int at = index - CUT + word.indexOf('|');
    String letters = word.replace("|", "");
    return at >= 0 && at < letters.length() && letters.charAt(at) == 'x';
  }

  /** A cumulative window of transitions, judged at ever larger sizes. */
  private static StoredCase geometric() {
    return ofVanDerPol(
        """
        name: geometric
        model: {file: model.safetensors}
        input:
          state: [q, p]
          next: [q_next, p_next]
          pairing: transitions
        forecasts: {horizons: [1], every: 7}
        certificates:
          sampling: records
          window: {units: 10, policy: cumulative, schedule: geometric}
          tolerance: {r2: 0.8}
          outside: 0.5
        """,
        vanDerPol(),
        ClosureMethod.RIDGE,
        new Shape(400, 0, CUT, END),
        Tweak.NONE);
  }

  /** One level for all windows together, the open one in its middle at the cut. */
  private static StoredCase forever() {
    return ofVanDerPol(
        """
        name: forever
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, episode: run, longest: 6, idle: 300ms}
        forecasts: {horizons: [1, 3], every: 5}
        certificates:
          sampling: episodes
          window: {units: 4, budget: forever}
          tolerance: {r2: 0.9}
          outside: 0.4
        """,
        vanDerPol(),
        ClosureMethod.NLMS,
        new Shape(8, 400, CUT, END),
        Tweak.NONE);
  }

  /** One window: closed at the cut in some streams, open in others. */
  private static StoredCase fixed() {
    return ofVanDerPol(
        """
        name: fixed
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, episode: run, end: done}
        forecasts: {horizons: [1, 3], every: 5}
        certificates:
          sampling: episodes
          window: {units: 5, policy: fixed}
          tolerance: {r2: 0.9}
          outside: 0.4
        """,
        vanDerPol(),
        ClosureMethod.NLMS,
        new Shape(8, 400, CUT, END),
        Tweak.NONE);
  }

  /** No certificates, no time of its own, no episodes, one array; few streams allowed. */
  private static StoredCase plain() {
    return ofVanDerPol(
        """
        name: plain
        application: {id: another-id}
        model: {file: model.safetensors}
        input: {topic: in, state: [x], most-streams: 4}
        forecasts: {topic: out, horizons: [1, 10], every: 10}
        rejects: {topic: bad}
        """,
        vanDerPol(),
        ClosureMethod.NLMS,
        new Shape(1000, 400, CUT, END),
        Tweak.NONE);
  }
}
