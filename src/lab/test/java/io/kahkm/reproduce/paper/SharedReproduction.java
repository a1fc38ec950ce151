package io.kahkm.reproduce.paper;

/** One computation of the paper for all tests that look at it. */
final class SharedReproduction {
  static final Reproduction PUBLISHED = new Reproduction(ClassSource.PUBLISHED);

  private SharedReproduction() {}
}
