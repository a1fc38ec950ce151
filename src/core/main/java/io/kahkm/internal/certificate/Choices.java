package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What earlier windows decided for the next one: for the next step, and for every horizon.
 *
 * @param next for the next step
 * @param ahead one per horizon
 * @param persistence the same for the bound of persistence, one per horizon
 */
record Choices(Beforehand next, List<Beforehand> ahead, List<Beforehand> persistence) {
  Choices {
    ahead = List.copyOf(ahead);
    persistence = List.copyOf(persistence);
  }

  /** Before a first window. */
  static Choices first(CertificateSettings settings) {
    return all(settings, Beforehand.FIRST);
  }

  /** The same for the next step and for every horizon. */
  static Choices all(CertificateSettings settings, Beforehand each) {
    List<Beforehand> copies = Collections.nCopies(horizons(settings), each);
    return new Choices(each, copies, copies);
  }

  /** The same with another reference for the next step. */
  Choices withReference(Matrix reference) {
    return new Choices(next.withReference(Optional.of(reference)), ahead, persistence);
  }

  /** The same with other references. */
  Choices with(References references) {
    List<Beforehand> others = new ArrayList<>();
    for (int i = 0; i < ahead.size(); i++) {
      others.add(ahead.get(i).withReference(references.ahead().get(i)));
    }
    return new Choices(next.withReference(references.next()), others, persistence);
  }

  /** The references alone. */
  References references() {
    return new References(next.reference(), ahead.stream().map(Beforehand::reference).toList());
  }

  private static int horizons(CertificateSettings settings) {
    return settings.refinements().horizons().map(h -> h.horizons().size()).orElse(0);
  }

  void write(StateWriter writer) {
    next.write(writer);
    ahead.forEach(each -> each.write(writer));
    persistence.forEach(each -> each.write(writer));
  }

  /**
   * Reads what {@link #write} wrote for as many horizons as these have.
   *
   * @param compared whether it has choices of persistence; else these are kept
   */
  Choices read(StateReader reader, int classes, boolean compared) {
    return new Choices(
        Beforehand.read(reader, classes),
        readAll(reader, ahead.size(), classes),
        compared ? readAll(reader, persistence.size(), classes) : persistence);
  }

  private static List<Beforehand> readAll(StateReader reader, int count, int classes) {
    List<Beforehand> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      read.add(Beforehand.read(reader, classes));
    }
    return read;
  }
}
