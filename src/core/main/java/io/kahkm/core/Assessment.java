package io.kahkm.core;

import java.util.List;
import java.util.Optional;

/**
 * What one reading brought. Immutable: it stays as it is when the monitor goes on.
 *
 * <p>Further topics of later versions are further methods.
 */
public final class Assessment {
  private final Outcome outcome;
  private final boolean irregular;
  private final Optional<Novelty> novelty;
  private final Optional<Relations> relations;
  private final Optional<Sensors> sensors;
  private final List<Forecast> forecasts;
  private final List<Certificate> certificates;

  /** Keeps the lists, which must not change. */
  Assessment(
      Outcome outcome,
      boolean irregular,
      Optional<Novelty> novelty,
      Optional<Relations> relations,
      Optional<Sensors> sensors,
      List<Forecast> forecasts,
      List<Certificate> certificates) {
    this.outcome = outcome;
    this.irregular = irregular;
    this.novelty = novelty;
    this.relations = relations;
    this.sensors = sensors;
    this.forecasts = forecasts;
    this.certificates = certificates;
  }

  /** How a reading was taken. */
  public enum Outcome {
    /** It was encoded: there is a novelty, and forecasts where they were due. */
    ENCODED,
    /** More readings are needed before the first state: delays or the stream's scaling fill. */
    WARMING_UP,
    /** A value is missing and none could be held. It was skipped; what follows begins anew. */
    INCOMPLETE,
    /** The machine stands still: it was not judged. */
    OFF,
    /** The machine runs but has not settled after its start: it was not judged. */
    SETTLING,
    /** Its time is that of the reading before. Nothing changed. */
    DUPLICATE,
    /** Its time is earlier than that of the reading before. Nothing changed. */
    OUT_OF_ORDER
  }

  /**
   * How the reading was taken.
   *
   * @return the outcome
   */
  public Outcome outcome() {
    return outcome;
  }

  /**
   * Whether the reading came at another distance than the declared step, so that it follows none.
   *
   * @return false where no step is declared
   */
  public boolean irregular() {
    return irregular;
  }

  /**
   * How far the reading is from what the model knows.
   *
   * @return the novelty, empty unless the outcome is {@link Outcome#ENCODED}
   */
  public Optional<Novelty> novelty() {
    return novelty;
  }

  /**
   * Whether the sensors still follow each other.
   *
   * @return empty where the model was fitted on too few rows to tell, or before there was such a
   *     thing
   */
  public Optional<Relations> relations() {
    return relations;
  }

  /**
   * Whether single sensors are faulty, and what is wrong with them.
   *
   * @return empty where the model was fitted on too few rows to tell, or before there was such a
   *     thing
   */
  public Optional<Sensors> sensors() {
    return sensors;
  }

  /**
   * The forecasts that were due at this reading.
   *
   * @return one per horizon, ascending; none when none were due; unmodifiable
   */
  public List<Forecast> forecasts() {
    return forecasts;
  }

  /**
   * The certificates of the windows that this reading closed.
   *
   * @return certificates in order, usually none; unmodifiable
   */
  public List<Certificate> certificates() {
    return certificates;
  }
}
