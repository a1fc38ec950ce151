package io.kahkm.text;

/**
 * What people call a stream: where its machine stands, and the machine's name. Each is the empty
 * string where it is not known.
 *
 * @param site the plant, such as berlin
 * @param area a part of it, such as hall-2
 * @param name the machine, such as pump-7
 */
public record StreamName(String site, String area, String name) {
  /** Of a stream that is known by its id alone. */
  public static final StreamName NONE = new StreamName("", "", "");

  /**
   * The stream in a sentence.
   *
   * @param id of the stream, possibly empty
   * @return the name with its site and area, such as {@code pump-7 (berlin, hall-2)}; the id where
   *     there is no name
   */
  public String words(String id) {
    if (name.isEmpty()) {
      return id;
    }
    String place = site + (site.isEmpty() || area.isEmpty() ? "" : ", ") + area;
    return place.isEmpty() ? name : name + " (" + place + ")";
  }
}
