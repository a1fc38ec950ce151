package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.loss.HorizonBound;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Says in words how far ahead the forecasts of a window may be trusted. */
public final class HorizonWords {
  /** Significant digits of a bound. */
  private static final int SHORT = 3;

  private static final double PERCENT = 100;

  private HorizonWords() {}

  /**
   * What a window claims of its horizons: of which forecasts, under which cap, how many pairs may
   * exceed it, and where repeating the present coordinates would do as well.
   *
   * @param certificate with horizons
   * @return one sentence without its full stop
   * @throws java.util.NoSuchElementException if the certificate has no horizons
   */
  public static String claim(WindowCertificate certificate) {
    HorizonClaims claims = certificate.horizons().orElseThrow().claims();
    String said = claims.ok() > 0 ? forecasts(certificate) : none(certificate);
    return claims.stop() > 0 ? said + "; " + beyond(certificate) : said;
  }

  /** The claim and its numbers, beginning with a blank; empty without horizons. */
  static String of(WindowCertificate certificate) {
    return certificate
        .horizons()
        .map(horizons -> " " + claim(certificate) + numbers(certificate, horizons))
        .orElse("");
  }

  private static String none(WindowCertificate certificate) {
    return switch (certificate.verdict()) {
      case EXCLUDED, SUSPECT, OUT_OF_MAP ->
          "No horizon is certified: the window is " + certificate.verdict().label();
      case ATTAINABLE, UNDECIDED ->
          "No horizon is certified at tolerance "
              + Explanation.digits(certificate.alarm().tolerance(), SHORT)
              + (certificate.horizons().orElseThrow().claims().stop() > 0
                  ? ""
                  : ", which is no information");
    };
  }

  private static String forecasts(WindowCertificate certificate) {
    HorizonClaims claims = certificate.horizons().orElseThrow().claims();
    List<HorizonBound> within = within(certificate);
    List<HorizonBound> passed =
        within.stream().filter(row -> !claims.trusted().contains(row.horizon())).toList();
    String tolerance = Explanation.digits(certificate.alarm().tolerance(), SHORT);
    String subject = "The frozen closure's forecasts, in soft coordinates, ";
    String cap = cap(within);
    String upTo = "up to " + steps(claims.ok());
    if (within.stream().anyMatch(row -> row.persistence().isEmpty())) {
      return subject
          + ("are within tolerance " + tolerance + " " + upTo + cap)
          + "; this window did not compare them with no change";
    }
    if (claims.trusted().isEmpty()) {
      return subject + "are within tolerance " + tolerance + " " + upTo + cap + "; so is no change";
    }
    if (passed.isEmpty()) {
      return subject + "can be trusted " + upTo + " at tolerance " + tolerance + cap;
    }
    return subject
        + ("can be trusted at " + list(claims.trusted()) + " at tolerance " + tolerance + cap)
        + ("; at " + list(passed.stream().map(HorizonBound::horizon).toList()))
        + " they are within tolerance, and so is no change";
  }

  private static List<HorizonBound> within(WindowCertificate certificate) {
    HorizonCertificate horizons = certificate.horizons().orElseThrow();
    return horizons.rows().stream().filter(row -> row.horizon() <= horizons.claims().ok()).toList();
  }

  /** What the errors are counted up to, and how many pairs may err by more; empty without a cap. */
  private static String cap(List<HorizonBound> rows) {
    double most = 0;
    double cap = Double.NaN;
    for (HorizonBound row : rows) {
      if (row.capped().isPresent()) {
        most = Math.max(most, row.capped().get().exceedUpper());
        cap = Math.sqrt(row.capped().get().cap());
      }
    }
    return Double.isNaN(cap)
        ? ""
        : Explanation.format(
            ", with errors above %1$s counted as %1$s (at most %2$s %% of the pairs err by more)",
            Explanation.digits(cap, SHORT), Explanation.digits(PERCENT * most, SHORT));
  }

  private static String beyond(WindowCertificate certificate) {
    HorizonCertificate horizons = certificate.horizons().orElseThrow();
    boolean capped = horizons.rows().stream().anyMatch(row -> row.capped().isPresent());
    return "from "
        + steps(horizons.claims().stop())
        + " on no linear closure in these coordinates reaches the tolerance"
        + (capped ? ", with errors counted in full" : "");
  }

  private static String numbers(WindowCertificate certificate, HorizonCertificate horizons) {
    StringBuilder text = new StringBuilder();
    List<HorizonBound> within = within(certificate);
    if (!within.isEmpty()) {
      String most = certificate.anytime().isPresent() ? "is, as of now, at most " : "is at most ";
      text.append(". At ")
          .append(list(within.stream().map(HorizonBound::horizon).toList()))
          .append(" their error ")
          .append(most)
          .append(values(within, row -> digits(row.deciding().orElse(Double.NaN))));
      if (within.stream().allMatch(row -> row.persistence().isPresent())) {
        text.append(", that of no change ")
            .append(most)
            .append(values(within, row -> digits(row.persistence().orElseThrow())));
      }
    }
    int stop = horizons.claims().stop();
    if (stop > 0) {
      List<HorizonBound> rows =
          horizons.rows().stream().filter(row -> row.horizon() >= stop).toList();
      text.append(". Excluded are norms up to ")
          .append(values(rows, row -> digits(row.kappa())))
          .append("; change the map");
    }
    return text.append(Explanation.format(" (level of both claims together %s).", horizons.delta()))
        .toString();
  }

  private static String digits(double value) {
    return Explanation.digits(value, SHORT);
  }

  private static String values(List<HorizonBound> rows, Function<HorizonBound, String> shown) {
    return rows.stream().map(shown).collect(Collectors.joining(", "));
  }

  private static String steps(int horizon) {
    return horizon == 1 ? "1 step" : horizon + " steps";
  }

  private static String list(List<Integer> horizons) {
    int last = horizons.size() - 1;
    String first =
        horizons.subList(0, last).stream().map(String::valueOf).collect(Collectors.joining(", "));
    String end = steps(horizons.get(last));
    return first.isEmpty() ? end : first + " and " + end;
  }
}
