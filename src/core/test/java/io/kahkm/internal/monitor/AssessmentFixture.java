package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;

/** Assessments for tests of listeners, which cannot make a monitor produce one at will. */
public final class AssessmentFixture {
  private AssessmentFixture() {}

  /** An observation that completed a transition. */
  public static RowAssessment transition() {
    RowAssessment assessment = start();
    assessment.paired = true;
    assessment.continues = true;
    return assessment;
  }

  /** An observation that completed a transition, and for which a forecast had been made. */
  public static RowAssessment due(double[] predicted, double[] halfWidth) {
    RowAssessment assessment = transition();
    assessment.readiness = Readiness.READY;
    double[] none = {};
    assessment.scored.add(
        new ScoredForecast(
            1, none, none, none, 0, predicted, null, halfWidth, null, false, none, none));
    return assessment;
  }

  /** The first observation of an episode: two sensors, two classes. */
  public static RowAssessment start() {
    RowAssessment assessment = new RowAssessment();
    assessment.current = new EncodedState(2, 2, 2);
    return assessment;
  }

  /** An observation that gave a state of the map, in or out of alarm. */
  public static RowAssessment ready(double novelty, boolean outsideMap) {
    RowAssessment assessment = start();
    assessment.readiness = Readiness.READY;
    assessment.alarms.outsideMap = outsideMap;
    if (assessment.current != null) {
      assessment.current.novelty = novelty;
    }
    return assessment;
  }

  /** A reading of two sensors at a time, normal and one of a run. */
  public static RowAssessment reading(long time, double first, double second) {
    RowAssessment assessment = ready(0, false);
    assessment.time = time;
    assessment.continues = true;
    if (assessment.current != null) {
      assessment.current.readings[0] = first;
      assessment.current.readings[1] = second;
    }
    return assessment;
  }

  /** A reading of two sensors by a map with this many classes. */
  public static RowAssessment ofClasses(int classes) {
    RowAssessment assessment = ready(0, false);
    assessment.current = new EncodedState(2, 2, classes);
    return assessment;
  }

  /** An observation with which a window ended. */
  public static RowAssessment certified(WindowCertificate certificate) {
    RowAssessment assessment = transition();
    assessment.certificates.add(certificate);
    return assessment;
  }

  /** An observation that gave none: delays are not filled. */
  public static RowAssessment warmingUp() {
    RowAssessment assessment = new RowAssessment();
    assessment.readiness = Readiness.WARMING_UP;
    return assessment;
  }
}
