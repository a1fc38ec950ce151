package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * One pump of a waterworks: it holds a pressure behind a filter while the demand of its district
 * goes through days and weeks, one reading every ten minutes. {@code docs/pump-station.md} has the
 * equations and where their constants come from.
 *
 * <p>The state holds minutes since Monday 00:00, the relative deviation of the demand, the weather,
 * the bearing's temperature, and the five readings, noise included.
 */
public final class PumpStation implements DynamicalSystem {
  private static final List<String> SENSORS =
      List.of("flow", "pressure", "current", "temperature", "vibration");

  private static final String FILTER = "filter";
  private static final String BEARING = "bearing";
  private static final String DEMAND = "demand";

  /** What can wear or be set: the share by which it changes is the size of the fault. */
  private static final List<String> PARTS = List.of(FILTER, BEARING, DEMAND);

  private static final int MINUTES = 10;
  private static final int DAY = 24 * 60;
  private static final int WEEK = 7 * DAY;
  private static final int WORKDAYS = 5;

  // Where in the state.
  private static final int CLOCK = 0;
  private static final int DEVIATION = 1;
  private static final int WEATHER = 2;
  private static final int BEARING_TEMPERATURE = 3;
  private static final int READINGS = 4;

  /** Cubic metres an hour, on average of a working day. */
  private static final double FLOW = 60;

  private static final double WEEKEND = 0.8;
  private static final double DEVIATION_MEMORY = 0.95;
  private static final double DEVIATION_NOISE = 0.012;
  private static final double WEATHER_MEMORY = 0.99;
  private static final double WEATHER_NOISE = 0.15;

  /** Bar behind the filter, which the drive holds. */
  private static final double SETPOINT = 4;

  /** Bar that the clean filter takes, and that the pump loses in itself, at a flow of one. */
  private static final double FILTER_LOSS = 1.6e-4;

  private static final double PUMP_LOSS = 2.2e-4;

  /** Bar at full speed without flow. */
  private static final double SHUT_OFF_HEAD = 7;

  private static final double IDLE_CURRENT = 4;

  /** Amperes of a cubic metre an hour against a bar. */
  private static final double CURRENT = 0.045;

  private static final double BEARING_FRICTION = 0.04;

  /** Kelvin of a bearing above its surroundings, of an ampere. */
  private static final double HEATING = 1.4;

  private static final double BEARING_HEAT = 0.5;

  /** A tenth of the way to its final temperature in ten minutes. */
  private static final double COOLING = 0.1;

  private static final double ROOM = 18;
  private static final double ROOM_DAY = 4;

  /** Millimetres a second at full speed. */
  private static final double VIBRATION = 3;

  private static final double BEARING_VIBRATION = 1.5;

  /** Of flow, pressure, current, temperature and vibration. */
  private static final double[] MEASUREMENT_NOISE = {0.4, 0.015, 0.12, 0.15, 0.06};

  private final double filter;
  private final double bearing;
  private final double demand;

  private PumpStation(double filter, double bearing, double demand) {
    this.filter = filter;
    this.bearing = bearing;
    this.demand = demand;
  }

  /**
   * A pump with a clean filter and a sound bearing.
   *
   * @return the system
   */
  public static PumpStation sound() {
    return new PumpStation(0, 0, 0);
  }

  @Override
  public String name() {
    return "pumps";
  }

  @Override
  public List<String> sensors() {
    return SENSORS;
  }

  @Override
  public String streamName() {
    return "pump";
  }

  @Override
  public double timeStep() {
    return MINUTES * 60.0;
  }

  @Override
  public boolean followsClock() {
    return true;
  }

  @Override
  public List<String> parts() {
    return PARTS;
  }

  @Override
  public int stateSize() {
    return READINGS + SENSORS.size();
  }

  /** Monday 00:00, settled. */
  @Override
  public void start(RandomNumbers random, double[] state) {
    state[CLOCK] = 0;
    state[DEVIATION] = 0;
    state[WEATHER] = 0;
    state[BEARING_TEMPERATURE] = room(0, 0) + HEATING * current(flow(0, 0));
    measure(random, state);
  }

  @Override
  public void step(RandomNumbers random, double[] state) {
    double minutes = (state[CLOCK] + MINUTES) % WEEK;
    double deviation =
        DEVIATION_MEMORY * state[DEVIATION] + DEVIATION_NOISE * random.nextGaussian();
    double weather = WEATHER_MEMORY * state[WEATHER] + WEATHER_NOISE * random.nextGaussian();
    double hot =
        room(minutes, weather)
            + HEATING * current(flow(minutes, deviation)) * (1 + BEARING_HEAT * bearing);
    state[CLOCK] = minutes;
    state[DEVIATION] = deviation;
    state[WEATHER] = weather;
    state[BEARING_TEMPERATURE] += COOLING * (hot - state[BEARING_TEMPERATURE]);
    measure(random, state);
  }

  @Override
  public void observe(double[] state, double[] reading) {
    System.arraycopy(state, READINGS, reading, 0, reading.length);
  }

  /**
   * The bearing, of all parts.
   *
   * @param size 0 for sound, 1 for one that is worn out
   */
  @Override
  public DynamicalSystem withDynamicsChangedBy(double size) {
    return withPartChangedBy(BEARING, size);
  }

  @Override
  public DynamicalSystem withPartChangedBy(String part, double size) {
    return switch (part) {
      case FILTER -> new PumpStation(filter + size, bearing, demand);
      case BEARING -> new PumpStation(filter, bearing + size, demand);
      case DEMAND -> new PumpStation(filter, bearing, demand + size);
      default -> throw new IllegalArgumentException("part is " + part + ", pumps has " + PARTS);
    };
  }

  private void measure(RandomNumbers random, double[] state) {
    double flow = flow(state[CLOCK], state[DEVIATION]);
    state[READINGS] = flow;
    state[READINGS + 1] = pressure(flow);
    state[READINGS + 2] = current(flow);
    state[READINGS + 3] = state[BEARING_TEMPERATURE];
    state[READINGS + 4] = VIBRATION * squaredSpeed(flow) * (1 + BEARING_VIBRATION * bearing);
    for (int i = 0; i < MEASUREMENT_NOISE.length; i++) {
      state[READINGS + i] += MEASUREMENT_NOISE[i] * random.nextGaussian();
    }
  }

  /** Two humps a day, less on Saturdays and Sundays. */
  private double flow(double minutes, double deviation) {
    double hours = (minutes % DAY) / 60;
    double day = 1 + 0.3 * wave(hours, 10, 1) + 0.18 * wave(hours, 7, 2);
    double week = minutes < WORKDAYS * DAY ? 1 : WEEKEND;
    return FLOW * week * day * (1 + deviation) * (1 + demand);
  }

  /** A wave that is highest at an hour. */
  private static double wave(double hours, double highest, int perDay) {
    return StrictMath.cos(2 * Math.PI * perDay * (hours - highest) / 24);
  }

  private static double room(double minutes, double weather) {
    return ROOM + ROOM_DAY * wave((minutes % DAY) / 60, 15, 1) + weather;
  }

  /** In front of the filter. */
  private double pressure(double flow) {
    return SETPOINT + FILTER_LOSS * (1 + filter) * flow * flow;
  }

  private double squaredSpeed(double flow) {
    return (pressure(flow) + PUMP_LOSS * flow * flow) / SHUT_OFF_HEAD;
  }

  private double current(double flow) {
    return (IDLE_CURRENT + CURRENT * flow * pressure(flow)) * (1 + BEARING_FRICTION * bearing);
  }
}
