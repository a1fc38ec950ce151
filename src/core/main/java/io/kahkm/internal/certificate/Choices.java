package io.kahkm.internal.certificate;

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
 */
record Choices(Beforehand next, List<Beforehand> ahead) {
  Choices {
    ahead = List.copyOf(ahead);
  }

  /** Before a first window. */
  static Choices first(CertificateSettings settings) {
    return all(settings, Beforehand.FIRST);
  }

  /** The same for the next step and for every horizon. */
  static Choices all(CertificateSettings settings, Beforehand each) {
    return new Choices(each, Collections.nCopies(horizons(settings), each));
  }

  /** The same with another reference for the next step. */
  Choices withReference(Matrix reference) {
    return new Choices(next.withReference(Optional.of(reference)), ahead);
  }

  /** The same with other references. */
  Choices with(References references) {
    List<Beforehand> others = new ArrayList<>();
    for (int i = 0; i < ahead.size(); i++) {
      others.add(ahead.get(i).withReference(references.ahead().get(i)));
    }
    return new Choices(next.withReference(references.next()), others);
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
  }

  static Choices read(StateReader reader, CertificateSettings settings, int classes) {
    Beforehand next = Beforehand.read(reader, classes);
    List<Beforehand> ahead = new ArrayList<>();
    for (int i = 0; i < horizons(settings); i++) {
      ahead.add(Beforehand.read(reader, classes));
    }
    return new Choices(next, ahead);
  }
}
