package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.loss.HorizonBound;
import java.util.List;

/**
 * How far ahead forecasts may be trusted: the bounds of every declared horizon, and what they allow
 * to claim together.
 *
 * @param delta failure probability of both claims together
 * @param starts a pair begins at states 0, k, 2k, ... of a unit, k being this number
 * @param claims up to where forecasts reach the tolerance, where "no change" does not, and from
 *     where on no linear map does; none where the window's verdict withholds them, and none of
 *     forecasts where it is EXCLUDED
 * @param before up to where forecasts reached the tolerance in the window before; 0 for none, and
 *     without a window before
 * @param rows one per horizon, ascending
 */
public record HorizonCertificate(
    double delta, int starts, HorizonClaims claims, int before, List<HorizonBound> rows) {
  /** Copies the rows. */
  public HorizonCertificate {
    rows = List.copyOf(rows);
  }
}
