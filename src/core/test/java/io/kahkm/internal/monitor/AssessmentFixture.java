package io.kahkm.internal.monitor;

/** Assessments for tests of listeners, which cannot make a monitor produce one at will. */
public final class AssessmentFixture {
  private AssessmentFixture() {}

  /** An observation that completed a transition. */
  public static Assessment transition() {
    Assessment assessment = start();
    assessment.paired = true;
    assessment.continues = true;
    return assessment;
  }

  /** The first observation of an episode: two sensors, two classes. */
  public static Assessment start() {
    Assessment assessment = new Assessment();
    assessment.current = new EncodedState(2, 2, 2);
    return assessment;
  }
}
