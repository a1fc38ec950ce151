package io.kahkm.incident;

/** Books of which tests outside the package say that their topic was read. */
public final class IncidentBooks {
  private IncidentBooks() {}

  /** An empty book of a topic that held nothing. */
  public static IncidentBook complete() {
    IncidentBook book = new IncidentBook();
    book.complete();
    return book;
  }
}
