package io.kahkm.bench.peers;

import io.kahkm.system.PolynomialDictionary;

/** All products of values of the state up to a degree, the constant included. */
final class Monomials implements Dictionary {
  private final PolynomialDictionary polynomials;

  /**
   * A dictionary.
   *
   * @param task says how many values a state has
   * @param degree largest total degree, at least 1
   */
  Monomials(PeerTask task, int degree) {
    polynomials = new PolynomialDictionary(task.delays() * task.sensors().size(), degree);
  }

  @Override
  public int size() {
    return polynomials.size();
  }

  @Override
  public void of(double[] state, double[] into) {
    polynomials.features(state, into);
  }
}
