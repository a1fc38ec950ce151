package io.kahkm.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a release must be before it is built.
 *
 * @param version the project's version
 * @param tag the tag that it is built for, if it is built for one
 * @param rehearsal whether the files are only tried: then a version that is still being written and
 *     files outside of a commit are let through, and what is unreleased counts as the entry
 * @param uncommitted files that differ from the commit
 * @param snapshots what is taken at a version still being written, as {@code file: name version}
 * @param incomplete what Maven Central would miss in a POM, as {@code file: element}
 * @param stored releases whose stored state is kept for later ones to be tried on
 * @param changelog what is said of changes
 */
record ReleaseRules(
    String version,
    Optional<String> tag,
    boolean rehearsal,
    List<String> uncommitted,
    List<String> snapshots,
    List<String> incomplete,
    List<String> stored,
    Changelog changelog) {
  /** The property that makes a build a rehearsal. */
  static final String REHEARSAL = "release.rehearsal";

  /** The property that names the tag. */
  static final String TAG = "release.tag";

  /** Every reason why this is no release, in the order in which they are read. */
  List<String> refusals() {
    List<String> reasons = new ArrayList<>();
    if (!rehearsal) {
      if (version.endsWith(Pom.SNAPSHOT)) {
        reasons.add(
            "version: "
                + version
                + " is still being written; -D"
                + REHEARSAL
                + " builds it as a rehearsal");
      } else if (!stored.contains(version)) {
        reasons.add("src/engine/test/resources/stored: nothing that " + version + " stored");
      }
      uncommitted.forEach(file -> reasons.add("tree: not committed: " + file.strip()));
    }
    tag.filter(name -> !name.equals("v" + version))
        .ifPresent(name -> reasons.add("tag: " + name + " is not v" + version));
    snapshots.forEach(name -> reasons.add("dependency: a SNAPSHOT: " + name));
    incomplete.forEach(name -> reasons.add("POM: incomplete: " + name));
    if (notes().isEmpty()) {
      reasons.add("CHANGELOG.md: no entry \"" + section() + "\"");
    }
    return reasons;
  }

  /** What the release notes say; empty where there is no entry. */
  String notes() {
    return changelog.entry(section());
  }

  private String section() {
    return rehearsal && version.endsWith(Pom.SNAPSHOT) ? Changelog.UNRELEASED : version;
  }
}
