package io.kahkm.decode.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.text.UrlText;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a schema registry over HTTP, by Confluent's interface, which Apicurio ({@code
 * /apis/ccompat/v7}) and Karapace speak, too; ids that only Apicurio has are asked for by its own
 * ({@code /apis/registry/v2}).
 *
 * <p>Schemas never change under their id: each is asked for once. An id that the registry does not
 * know is asked for again after ten seconds. An id that it refuses (status 403, something else than
 * a schema), or fails to answer for a minute, counts as unknown while it answers for other ids; a
 * registry that refuses every id is unavailable. Ids come from records, and answers from anywhere:
 * all of them are bounded.
 *
 * <p>Safe for use by several threads.
 */
public final class SchemaRegistry implements SchemaSource {
  /** How long an id counts as unknown before it is asked for again. */
  private static final long UNKNOWN_NANOS = Duration.ofSeconds(10).toNanos();

  /** The same for a record that was let through when its id was found unknown. */
  private static final long LET_THROUGH_NANOS = Duration.ofMinutes(1).toNanos();

  /** How long a single id may fail before it counts as unknown. */
  private static final long LONGEST_FAILURE_NANOS = Duration.ofMinutes(1).toNanos();

  private static final int DEEPEST_REFERENCES = 16;

  /** Schemas that one id may need. */
  private static final int MOST_REFERENCES = 64;

  /** Schemas that are kept, those used longest ago leave first. */
  private static final int MOST_KNOWN = 1_000;

  /** Characters of all of them. */
  private static final int MOST_TEXT = 4 * 1024 * 1024;

  /** Unknown ids that are kept. */
  private static final int MOST_UNKNOWN = 10_000;

  /** Ids that show whether a registry answers for any, where none is known to exist. */
  private static final List<Long> PROBES = List.of(1L, 2L, (long) Integer.MAX_VALUE);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String address;
  private final boolean binary;
  private final Optional<String> login;
  private final LongSupplier clock;
  private final HttpClient client = RegistryAnswer.client();
  private final Map<Key, RegisteredSchema> known = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Key, Long> unknownSince = bounded();
  private final Map<Key, Long> failingSince = bounded();
  private int text;

  /** An id of some kind. */
  public record Key(IdKind kind, long id) {}

  /** An answer that may be the id's fault or the registry's. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private RefusedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * A registry; nothing is asked yet.
   *
   * @param address its address up to where {@code /schemas} begins, http or https; a user and
   *     password in it are left out, since messages name the address
   * @param login user and password joined by a colon, if the registry wants them
   * @param format the schemas' format: for Protobuf, descriptors are asked for instead of source
   */
  public SchemaRegistry(String address, Optional<String> login, InputFormat format) {
    this(address, login, format, System::nanoTime);
  }

  /** The same with a clock of its own, in nanoseconds since any moment. */
  SchemaRegistry(String address, Optional<String> login, InputFormat format, LongSupplier clock) {
    this.clock = clock;
    String plain = address.replaceFirst("^(https?://).*@", "$1");
    this.address = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    this.login = login;
    binary = format == InputFormat.PROTOBUF;
  }

  private static Map<Key, Long> bounded() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
        return size() > MOST_UNKNOWN;
      }
    };
  }

  /**
   * Where it is, for messages; without a login.
   *
   * @return host and port with the path
   */
  public String address() {
    return address;
  }

  @Override
  public @Nullable RegisteredSchema find(IdKind kind, long id) {
    Key key = new Key(kind, id);
    synchronized (known) {
      RegisteredSchema found = known.get(key);
      if (found != null || isUnknown(key, LET_THROUGH_NANOS)) {
        return found;
      }
    }
    return ask(key);
  }

  /**
   * Whether {@link #find} would answer without asking the registry.
   *
   * @param key the schema's id
   * @return whether the answer is kept, be it a schema or that there is none
   */
  public boolean isAnswered(Key key) {
    synchronized (known) {
      return known.containsKey(key) || isUnknown(key, UNKNOWN_NANOS);
    }
  }

  private boolean isUnknown(Key key, long nanos) {
    Long since = unknownSince.get(key);
    return since != null && clock.getAsLong() - since < nanos;
  }

  /**
   * Asks the registry, whatever is known.
   *
   * @param key the schema's id
   * @return the schema, or null if the id is unknown
   * @throws RegistryUnavailableException if the registry does not answer for now
   */
  public @Nullable RegisteredSchema ask(Key key) {
    RegisteredSchema found;
    try {
      found = request(key);
    } catch (RefusedException refused) {
      if (!answersOthers(key)) {
        throw new RegistryUnavailableException(
            refused.getMessage()
                + ", as for other ids: is this the address of a registry, and may"
                + " the engine's user read its schemas?",
            refused.getCause());
      }
      found = null;
    } catch (RegistryUnavailableException failed) {
      if (!failsForLong(key) || !answersOthers(key)) {
        throw failed;
      }
      found = null;
    }
    keep(key, found);
    return found;
  }

  private void keep(Key key, @Nullable RegisteredSchema found) {
    synchronized (known) {
      failingSince.remove(key);
      if (found == null) {
        unknownSince.remove(key);
        unknownSince.put(key, clock.getAsLong());
        return;
      }
      unknownSince.remove(key);
      RegisteredSchema before = known.put(key, found);
      text += found.length() - (before == null ? 0 : before.length());
      var oldest = known.values().iterator();
      while (known.size() > 1 && (known.size() > MOST_KNOWN || text > MOST_TEXT)) {
        text -= oldest.next().length();
        oldest.remove();
      }
    }
  }

  private boolean failsForLong(Key key) {
    synchronized (known) {
      long now = clock.getAsLong();
      Long since = failingSince.putIfAbsent(key, now);
      return since != null && now - since > LONGEST_FAILURE_NANOS;
    }
  }

  /** Whether the registry answers for another id, with a schema or that there is none. */
  private boolean answersOthers(Key key) {
    List<Key> others = new ArrayList<>();
    synchronized (known) {
      known.keySet().forEach(others::add);
    }
    // Those that exist say more than others, the one used last most.
    List<Key> asked = new ArrayList<>();
    if (!others.isEmpty()) {
      asked.add(others.get(others.size() - 1));
    }
    PROBES.forEach(id -> asked.add(new Key(key.kind(), id)));
    asked.remove(key);
    for (Key other : asked) {
      try {
        request(other);
        return true;
      } catch (RefusedException | RegistryUnavailableException neither) {
        // The next one may be answered.
      }
    }
    return false;
  }

  private @Nullable RegisteredSchema request(Key key) throws RefusedException {
    return switch (key.kind()) {
      case SCHEMA -> schema("/schemas/ids/" + key.id(), DEEPEST_REFERENCES, new AtomicInteger());
      case GLOBAL -> plain("/ids/globalIds/" + key.id());
      case CONTENT -> plain("/ids/contentIds/" + key.id());
    };
  }

  private @Nullable RegisteredSchema schema(String path, int depth, AtomicInteger count)
      throws RefusedException {
    String body = get(address, path + (binary ? "?format=serialized" : ""));
    if (body == null || depth == 0) {
      return null;
    }
    JsonNode answer = json(path, body);
    if (!answer.path("schema").isTextual()) {
      throw new RefusedException(address + path + " answered without a schema", null);
    }
    List<RegisteredSchema.Reference> references = new ArrayList<>();
    for (JsonNode reference : answer.path("references")) {
      if (count.incrementAndGet() > MOST_REFERENCES) {
        return null;
      }
      RegisteredSchema used =
          schema(
              "/subjects/"
                  + UrlText.escaped(reference.path("subject").asText())
                  + "/versions/"
                  + reference.path("version").asInt(),
              depth - 1,
              count);
      if (used == null) {
        return null;
      }
      references.add(new RegisteredSchema.Reference(reference.path("name").asText(), used));
    }
    return new RegisteredSchema(answer.get("schema").textValue(), references);
  }

  /** Apicurio's own interface answers with the schema itself. */
  private @Nullable RegisteredSchema plain(String path) throws RefusedException {
    int own = address.indexOf("/apis/");
    String base =
        own < 0
            ? address
            : address.contains("/apis/registry/")
                ? address
                : address.substring(0, own) + "/apis/registry/v2";
    String body = get(base, path);
    return body == null ? null : new RegisteredSchema(body, List.of());
  }

  private JsonNode json(String path, String body) throws RefusedException {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException notJson) {
      throw new RefusedException(
          address + path + " answered with something else than JSON", notJson);
    }
  }

  /** The answer, or null if there is none for this path. */
  private @Nullable String get(String base, String path) throws RefusedException {
    RegistryAnswer answer = RegistryAnswer.to(client, base + path, login);
    return switch (answer.kind()) {
      case FOUND -> answer.text();
      case ABSENT -> null;
      case REFUSED -> throw new RefusedException(answer.text(), answer.cause());
      case UNAVAILABLE -> throw new RegistryUnavailableException(answer.text(), answer.cause());
    };
  }
}
