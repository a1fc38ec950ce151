package io.kahkm.monitor;

/** Assessments for tests of listeners, which cannot make a monitor produce one at will. */
public final class AssessmentFixture {
  private AssessmentFixture() {}

  /** An observation that completed a transition. */
  public static Assessment transition() {
    Assessment assessment = new Assessment();
    assessment.paired = true;
    return assessment;
  }

  /** The first observation of an episode. */
  public static Assessment start() {
    return new Assessment();
  }
}
