package io.kahkm.selection;

import java.util.ArrayList;
import java.util.List;

/**
 * Every pair of a number of classes and an exponent.
 *
 * @param classes candidate numbers C of classes, ascending without repetition, at least one
 * @param omegas candidate exponents, ascending without repetition, at least one
 */
public record SelectionGrid(List<Integer> classes, List<Double> omegas) {
  /** Sorts, drops repetitions and checks every value. */
  public SelectionGrid {
    classes = classes.stream().distinct().sorted().toList();
    omegas = omegas.stream().distinct().sorted().toList();
    if (classes.isEmpty() || omegas.isEmpty()) {
      throw new IllegalArgumentException(
          "the grid has " + classes.size() + " classes and " + omegas.size() + " omegas");
    }
    for (int c : classes) {
      for (double omega : omegas) {
        new Candidate(c, omega);
      }
    }
  }

  /**
   * Number of cells.
   *
   * @return classes times omegas
   */
  public int size() {
    return classes.size() * omegas.size();
  }

  /**
   * All cells.
   *
   * @return by number of classes, then by omega
   */
  public List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    for (int c : classes) {
      for (double omega : omegas) {
        candidates.add(new Candidate(c, omega));
      }
    }
    return candidates;
  }
}
