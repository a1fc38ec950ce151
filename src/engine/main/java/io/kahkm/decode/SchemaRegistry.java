package io.kahkm.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks a schema registry over HTTP, by Confluent's interface, which Apicurio ({@code
 * /apis/ccompat/v7}) and Karapace speak, too; ids that only Apicurio has are asked for by its own
 * ({@code /apis/registry/v2}).
 *
 * <p>Schemas never change under their id: each is asked for once. An id that the registry does not
 * know is asked for again after ten seconds. Safe for use by several threads.
 */
public final class SchemaRegistry implements SchemaSource {
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(10);
  private static final long UNKNOWN_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int DEEPEST_REFERENCES = 16;

  /** Ids are taken from records: without a limit anybody who may write could fill the memory. */
  private static final int MOST_UNKNOWN = 10_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String address;
  private final boolean binary;
  private final Optional<String> login;
  private final HttpClient client;
  private final Map<Key, RegisteredSchema> known = new ConcurrentHashMap<>();
  private final Map<Key, Long> unknownSince = new ConcurrentHashMap<>();

  private record Key(IdKind kind, long id) {}

  /**
   * A registry; nothing is asked yet.
   *
   * @param address its address up to where {@code /schemas} begins, http or https; a user and
   *     password in it are left out, since messages name the address
   * @param login user and password joined by a colon, if the registry wants them
   * @param format the schemas' format: for Protobuf, descriptors are asked for instead of source
   */
  public SchemaRegistry(String address, Optional<String> login, InputFormat format) {
    String plain = address.replaceFirst("^(https?://)[^/?#]*@", "$1");
    this.address = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    this.login = login;
    binary = format == InputFormat.PROTOBUF;
    client = HttpClient.newBuilder().connectTimeout(LONGEST_REQUEST).build();
  }

  @Override
  public @Nullable RegisteredSchema find(IdKind kind, long id) {
    Key key = new Key(kind, id);
    RegisteredSchema found = known.get(key);
    if (found != null) {
      return found;
    }
    Long since = unknownSince.get(key);
    if (since != null && System.nanoTime() - since < UNKNOWN_NANOS) {
      return null;
    }
    found =
        switch (kind) {
          case SCHEMA -> schema("/schemas/ids/" + id, DEEPEST_REFERENCES);
          case GLOBAL -> plain("/ids/globalIds/" + id);
          case CONTENT -> plain("/ids/contentIds/" + id);
        };
    if (found == null) {
      if (unknownSince.size() >= MOST_UNKNOWN) {
        unknownSince.clear();
      }
      unknownSince.put(key, System.nanoTime());
    } else {
      known.put(key, found);
      unknownSince.remove(key);
    }
    return found;
  }

  private @Nullable RegisteredSchema schema(String path, int depth) {
    String body = get(address, path + (binary ? "?format=serialized" : ""));
    if (body == null || depth == 0) {
      return null;
    }
    JsonNode answer = json(path, body);
    if (!answer.path("schema").isTextual()) {
      throw new RegistryUnavailableException(
          address + path + " answered without a schema: is this the address of a registry?", null);
    }
    List<RegisteredSchema.Reference> references = new ArrayList<>();
    for (JsonNode reference : answer.path("references")) {
      RegisteredSchema used =
          schema(
              "/subjects/"
                  + encoded(reference.path("subject").asText())
                  + "/versions/"
                  + reference.path("version").asInt(),
              depth - 1);
      if (used == null) {
        return null;
      }
      references.add(new RegisteredSchema.Reference(reference.path("name").asText(), used));
    }
    return new RegisteredSchema(answer.get("schema").textValue(), references);
  }

  private static String encoded(String subject) {
    return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Apicurio's own interface answers with the schema itself. */
  private @Nullable RegisteredSchema plain(String path) {
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

  private JsonNode json(String path, String body) {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException notJson) {
      throw new RegistryUnavailableException(
          address + path + " answered with something else than JSON", notJson);
    }
  }

  /** The answer, or null if there is none for this path. */
  private @Nullable String get(String base, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(LONGEST_REQUEST)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json, */*");
    login.ifPresent(
        text ->
            request.header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 404) {
        return null;
      }
      if (response.statusCode() != 200) {
        throw new RegistryUnavailableException(
            base + path + " answered with status " + response.statusCode(), null);
      }
      return response.body();
    } catch (IOException unreachable) {
      throw new RegistryUnavailableException(base + " cannot be reached", unreachable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new RegistryUnavailableException("interrupted while asking " + base, interrupted);
    }
  }
}
