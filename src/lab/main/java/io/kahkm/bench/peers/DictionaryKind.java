package io.kahkm.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes {@link DictionaryPeer}s for the comparison. */
final class DictionaryKind implements PeerKind {
  /** Of states of more values polynomials have more features than anybody would wait for. */
  private static final long MOST_VALUES = 20_000;

  private static final int[] WINDOWS = {500, 2000};

  /** The ridge is of the window's size: mean squares have the penalty's share. */
  private static final double[] RIDGES = {0.001, 0.1};

  /** Rows without noise need hardly any. */
  private static final double[] FINE_RIDGES = {1e-7, 0.001, 0.1};

  private final String name;
  private final long most;
  private final List<Choice> choices;

  /** Makes the dictionary of a task. */
  private interface Features {
    Dictionary of(PeerTask task);
  }

  /** When a peer learns, and how it forecasts. */
  private enum Learning {
    /** The latest rows, for ever. */
    WINDOW,
    /** All fitting rows, once. */
    ONCE,
    /** The same; one step, repeated. */
    REPEATED
  }

  /** What is left to choose. */
  private record Choice(
      String words, Features features, int window, double ridge, Learning learning) {}

  private DictionaryKind(String name, long most, List<Choice> choices) {
    this.name = name;
    this.most = most;
    this.choices = List.copyOf(choices);
  }

  /** The strongest of them: random Fourier features, learned online. */
  static PeerKind fourier() {
    List<Choice> choices = new ArrayList<>();
    for (int features : new int[] {25, 100}) {
      for (double width : new double[] {0.5, 1, 2}) {
        for (int window : WINDOWS) {
          for (double ridge : RIDGES) {
            choices.add(
                new Choice(
                    features + " features; width " + width + "; " + words(window, ridge),
                    task -> new FourierFeatures(task, features, width),
                    window,
                    ridge,
                    Learning.WINDOW));
          }
        }
      }
    }
    return new DictionaryKind(
        "Fourier features with windowed least squares", Long.MAX_VALUE, choices);
  }

  /** All of them. */
  static List<PeerKind> all() {
    return List.of(
        fourier(),
        polynomials("polynomials of degree 3 in a window", 3, Learning.WINDOW),
        polynomials("polynomials of degree 3 fitted once", 3, Learning.ONCE),
        polynomials("polynomials of degree 3 step by step", 3, Learning.REPEATED),
        polynomials("linear model fitted once", 1, Learning.ONCE));
  }

  private static PeerKind polynomials(String name, int degree, Learning learning) {
    List<Choice> choices = new ArrayList<>();
    for (int window : learning == Learning.WINDOW ? WINDOWS : new int[] {Integer.MAX_VALUE}) {
      for (double ridge : learning == Learning.WINDOW ? RIDGES : FINE_RIDGES) {
        choices.add(
            new Choice(
                words(window, ridge),
                task -> new Monomials(task, degree),
                window,
                ridge,
                learning));
      }
    }
    return new DictionaryKind(name, MOST_VALUES, choices);
  }

  private static String words(int window, double ridge) {
    return window == Integer.MAX_VALUE
        ? String.format(Locale.ROOT, "ridge %s", ridge)
        : String.format(Locale.ROOT, "window %d; ridge %s", window, ridge);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> choices() {
    return choices.stream().map(Choice::words).toList();
  }

  @Override
  public long mostValues() {
    return most;
  }

  @Override
  public Peer learned(PeerTask task, int choice) {
    Choice chosen = choices.get(choice);
    DictionaryPeer peer =
        new DictionaryPeer(
            task,
            chosen.features().of(task),
            Math.min(chosen.window(), task.rows()),
            chosen.ridge(),
            chosen.learning() == Learning.REPEATED);
    task.teach(peer);
    return chosen.learning() == Learning.WINDOW ? peer : peer.freeze();
  }
}
