package io.kahkm.internal.monitor.status;

import java.util.List;

/**
 * Where on the map a stream was last.
 *
 * @param coordinates soft coordinates of the last state, empty before the first
 * @param nearestClass c(x) of the last state
 * @param dominant index of its largest coordinate
 */
public record MapStatus(List<Double> coordinates, int nearestClass, int dominant) {
  /** Copies the list. */
  public MapStatus {
    coordinates = List.copyOf(coordinates);
  }
}
