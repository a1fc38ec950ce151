package io.kahkm.internal.certificate.fleet;

import io.kahkm.internal.certificate.setting.FleetSettings;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who belongs to a window of a fleet. A declared stream that never reported has no name; those that
 * are known by name count among the declared ones as long as there are no more of them.
 *
 * @param due streams whose units the window needs: declared or known, without those that left
 * @param undeclared serving streams beyond those the fleet declares; above 0 the declaration is
 *     wrong, and which streams it means cannot be told
 */
public record FleetPresence(int due, int undeclared) {
  /**
   * Counts the streams of a window.
   *
   * @param fleet how streams become units
   * @param known ids of all streams that ever reported, those of this window among them
   * @param left ids of those that left the fleet, declared or forgotten
   * @param reports whether a stream has its unit in this window: then it serves, even if it had
   *     left
   * @return who belongs to it
   */
  public static FleetPresence of(
      FleetSettings fleet, Set<String> known, Set<String> left, Predicate<String> reports) {
    int named = known.size();
    int gone = 0;
    for (String stream : left) {
      named += known.contains(stream) ? 0 : 1;
      gone += reports.test(stream) ? 0 : 1;
    }
    return new FleetPresence(
        Math.max(fleet.streams(), named) - gone, Math.max(0, named - gone - fleet.streams()));
  }
}
