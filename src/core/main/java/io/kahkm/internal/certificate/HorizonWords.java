package io.kahkm.internal.certificate;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Says in words how far ahead the forecasts of a window may be trusted. */
final class HorizonWords {
  /** Significant digits of a bound. */
  private static final int SHORT = 3;

  private static final double PERCENT = 100;

  private HorizonWords() {}

  /** A few sentences, beginning with a blank; empty without horizons. */
  static String of(WindowCertificate certificate) {
    return certificate
        .horizons()
        .map(horizons -> " " + sentences(certificate, horizons))
        .orElse("");
  }

  private static String sentences(WindowCertificate certificate, HorizonCertificate horizons) {
    HorizonClaims claims = horizons.claims();
    String level = Explanation.format(" (level of both claims together %s)", horizons.delta());
    if (claims.ok() == 0 && claims.stop() == 0) {
      return "No horizon is certified: no information" + level + ".";
    }
    String ok = claims.ok() > 0 ? trusted(certificate, horizons) : "";
    String stop = claims.stop() > 0 ? beyond(certificate, horizons) : "";
    String gap = ok.isEmpty() || stop.isEmpty() ? "" : " ";
    String both = ok + gap + stop;
    return both.substring(0, both.length() - 1) + level + ".";
  }

  private static String trusted(WindowCertificate certificate, HorizonCertificate horizons) {
    int last = horizons.claims().ok();
    List<HorizonBound> rows =
        horizons.rows().stream().filter(row -> row.horizon() <= last).toList();
    boolean anytime = certificate.anytime().isPresent();
    String text =
        Explanation.format(
            "Forecasts reach tolerance %s up to %s steps: at %s the frozen closure's error %s %s",
            certificate.alarm().tolerance(),
            last,
            list(rows, row -> Integer.toString(row.horizon())),
            anytime ? "is, as of now, at most" : "is at most",
            list(rows, row -> Explanation.digits(row.deciding().orElse(Double.NaN), SHORT)));
    double most = 0;
    double cap = Double.POSITIVE_INFINITY;
    for (HorizonBound row : rows) {
      if (row.capped().isPresent()) {
        most = Math.max(most, row.capped().get().exceedUpper());
        cap = Math.sqrt(row.capped().get().cap());
      }
    }
    return cap == Double.POSITIVE_INFINITY
        ? text + "."
        : text
            + Explanation.format(
                " (errors above %s count as %s; at most %s %% of the pairs err more).",
                cap, cap, Explanation.digits(PERCENT * most, SHORT));
  }

  private static String beyond(WindowCertificate certificate, HorizonCertificate horizons) {
    int first = horizons.claims().stop();
    List<HorizonBound> rows =
        horizons.rows().stream().filter(row -> row.horizon() >= first).toList();
    return Explanation.format(
        "From %s steps on no linear map with norm <= %s reaches %s at the declared horizons; change"
            + " the map.",
        first,
        list(rows, row -> Explanation.digits(row.kappa(), SHORT)),
        certificate.alarm().tolerance());
  }

  private static String list(List<HorizonBound> rows, Function<HorizonBound, String> shown) {
    return rows.stream().map(shown).collect(Collectors.joining(", "));
  }
}
