package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.certificate.CertificateMonitor;
import org.jspecify.annotations.Nullable;

/**
 * What one transition contributes to the certificates: a reusable carrier, filled by the caller for
 * every pair. Nothing retains it or its arrays beyond the call it is passed to. Not thread-safe.
 */
public final class PairEvidence {
  /** Soft coordinates of the current state, length C, on the simplex; not modified by readers. */
  public double[] coordinates;

  /** Reference class c(x) of the current state, 0-based: nearest centroid, not the dominant one. */
  public int nearestClass;

  /** Soft coordinates of the successor, length C, on the simplex; not modified by readers. */
  public double[] successor;

  /**
   * Reconstruction scores of the current state in [0, 1], length C, for the margins; {@code null}
   * where they are not needed.
   */
  public double @Nullable [] scores;

  /**
   * Whether the current state lies outside the map: its novelty is above the limit, it got uniform
   * coordinates, or no reference sample reaches it.
   */
  public boolean outside;

  /** Whether the relations between the sensors were broken when the successor came. */
  public boolean broken;

  /** Whether the current state got uniform coordinates, which counts as a margin failure. */
  public boolean uniform;

  /**
   * Squared residual |Z - B0' phi|^2 of the closure frozen at window start, see {@link
   * CertificateMonitor#residual}.
   */
  public double residual;

  /**
   * Creates a carrier with arrays of its own.
   *
   * @param classes number of reference classes C, at least 1
   */
  public PairEvidence(int classes) {
    coordinates = new double[classes];
    successor = new double[classes];
  }
}
