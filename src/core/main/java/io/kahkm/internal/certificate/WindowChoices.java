package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
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
record WindowChoices(BoundChoices next, List<BoundChoices> ahead, List<BoundChoices> persistence) {
  WindowChoices {
    ahead = List.copyOf(ahead);
    persistence = List.copyOf(persistence);
  }

  /** Before a first window. */
  static WindowChoices first(CertificateSettings settings) {
    return all(settings, BoundChoices.FIRST);
  }

  /** The same for the next step and for every horizon. */
  static WindowChoices all(CertificateSettings settings, BoundChoices each) {
    List<BoundChoices> copies = Collections.nCopies(horizons(settings), each);
    return new WindowChoices(each, copies, copies);
  }

  /** The same with another reference for the next step. */
  WindowChoices withReference(Matrix reference) {
    return new WindowChoices(next.withReference(Optional.of(reference)), ahead, persistence);
  }

  /** The same with other references. */
  WindowChoices with(References references) {
    List<BoundChoices> others = new ArrayList<>();
    for (int i = 0; i < ahead.size(); i++) {
      others.add(ahead.get(i).withReference(references.ahead().get(i)));
    }
    return new WindowChoices(next.withReference(references.next()), others, persistence);
  }

  /** The references alone. */
  References references() {
    return new References(next.reference(), ahead.stream().map(BoundChoices::reference).toList());
  }

  private static int horizons(CertificateSettings settings) {
    return settings.refinements().horizons().map(h -> h.horizons().size()).orElse(0);
  }

  /** Stores them and returns them, or returns stored ones. */
  WindowChoices transferred(StateTransfer state, int classes, boolean compared) {
    return new WindowChoices(
        next.transferred(state, classes),
        transferred(ahead, state, classes),
        compared ? transferred(persistence, state, classes) : persistence);
  }

  private static List<BoundChoices> transferred(
      List<BoundChoices> all, StateTransfer state, int classes) {
    return all.stream().map(each -> each.transferred(state, classes)).toList();
  }
}
