package io.kahkm.telemetry;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Labelled;

/** Whether one of a model's alarms can page, and whether its limits hold. */
public enum AlarmState implements Labelled {
  /** It pages. */
  ON,
  /** The recording was too short for its limits to hold: alone it raises a notice and no alarm. */
  PROVISIONAL,
  /** It never pages. */
  OFF;

  /** The state of the novelty alarm. */
  static AlarmState ofNovelty(Model model) {
    return model.channels().novelty() ? ofRecording(model) : OFF;
  }

  /** The state of the sensor alarm. */
  static AlarmState ofSensors(Model model) {
    if (model.sensors().isEmpty()) {
      return OFF;
    }
    return model.sensors().get().provisional() ? PROVISIONAL : ON;
  }

  /** The state of the relation alarm. */
  static AlarmState ofRelations(Model model) {
    return model.channels().relations() ? ofRecording(model) : OFF;
  }

  /** Of an alarm that is not off. */
  private static AlarmState ofRecording(Model model) {
    return model.alarms().filter(alarms -> alarms.coverage().provisional()).isPresent()
        ? PROVISIONAL
        : ON;
  }
}
