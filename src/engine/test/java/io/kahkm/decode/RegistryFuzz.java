package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.Mutator;
import io.kahkm.text.TimeFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A schema registry that answers anything, or something else than a registry at its address. A
 * record whose schema it is asked for is taken, is a dead letter, or waits.
 */
public final class RegistryFuzz {
  private static final int[] STATUSES = {
    200, 200, 200, 200, 100, 204, 206, 301, 304, 400, 401, 403, 404, 404, 408, 422, 429, 500, 503
  };

  private static final List<String> WORDS =
      List.of(
          "{\"schema\":",
          "\"references\":[{\"name\":\"a\",\"subject\":\"b\",\"version\":1}],",
          "\\\"type\\\":",
          "null",
          "[[[[",
          "<html>");

  /** Status, form of the answer, id of the schema. */
  private static final int CHOICES = 6;

  private RegistryFuzz() {}

  /** The subject of this class. */
  public static List<FuzzSubject> subjects() throws Exception {
    byte[] right =
        ("{\"schema\":\""
                + FuzzSamples.AVRO_SCHEMA.replace("\"", "\\\"").replaceAll("\\s+", " ")
                + "\"}")
            .getBytes(UTF_8);
    Mutator bodies = new Mutator(List.of(right), WORDS);
    Registry registry = new Registry();
    byte[] avro = FuzzSamples.avro();
    PayloadDecoder decoder =
        new PayloadDecoder(
            false,
            new AvroReader(
                new SchemaRegistry(registry.address(), Optional.empty(), InputFormat.AVRO),
                Integer.BYTES),
            new FieldDecoder(
                new FieldRules(
                    Optional.empty(),
                    FieldRules.ALL,
                    Optional.of("ts"),
                    TimeFormat.AUTO,
                    Optional.of("q"),
                    Set.of(),
                    NameRule.KEY,
                    NameRule.NAME)));
    return List.of(
        new FuzzSubject(
            "registry",
            random -> input(random, right, bodies),
            bytes -> {
              registry.answer = response(bytes);
              return outcome(decoder, avro, ByteBuffer.wrap(bytes).getInt(2));
            },
            List.of(RegistryUnavailableException.class),
            Set.of("readings", "unknown-schema", "RegistryUnavailableException"),
            4_000_000,
            400,
            60,
            10_000));
  }

  private static byte[] input(SplittableRandom random, byte[] right, Mutator bodies) {
    byte[] body = random.nextInt(4) == 0 ? right : bodies.input(random);
    return ByteBuffer.allocate(CHOICES + body.length)
        .put((byte) random.nextInt(STATUSES.length))
        .put((byte) random.nextInt(8))
        .putInt(random.nextInt(Integer.MAX_VALUE))
        .put(body)
        .array();
  }

  /** All that goes over the line. */
  private static byte[] response(byte[] input) {
    int status = STATUSES[input[0]];
    byte[] body = new byte[input.length - CHOICES];
    System.arraycopy(input, CHOICES, body, 0, body.length);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head = "HTTP/1.1 " + status + " x\r\nConnection: close\r\n";
    String headers =
        switch (input[1]) {
          // Longer or shorter than it says, in chunks that are none, no HTTP at all.
          case 0 -> head + "Content-Length: " + (body.length + 100) + "\r\n\r\n";
          case 1 -> head + "Content-Length: " + body.length / 2 + "\r\n\r\n";
          case 2 -> head + "Transfer-Encoding: chunked\r\n\r\n";
          case 3 -> "";
          case 4 -> head + "X-Long: " + "x".repeat(100_000) + "\r\n\r\n";
          default -> head + "Content-Length: " + body.length + "\r\n\r\n";
        };
    all.writeBytes(headers.getBytes(UTF_8));
    all.writeBytes(body);
    return all.toByteArray();
  }

  private static String outcome(TagDecoder decoder, byte[] avro, int id) {
    byte[] value =
        ByteBuffer.allocate(1 + Integer.BYTES + avro.length)
            .put((byte) 0)
            .putInt(id)
            .put(avro)
            .array();
    int[] readings = new int[1];
    RejectCause problem =
        decoder.decode(
            new InputRecord(
                "t", "k".getBytes(UTF_8), value, new RecordHeaders(), 1_700_000_000_000L),
            reading -> readings[0]++);
    return problem != null ? problem.label() : readings[0] > 0 ? "readings" : "nothing";
  }

  /** Sends every client the same bytes and hangs up. */
  private static final class Registry {
    private final ServerSocket server;
    private volatile byte[] answer = new byte[0];

    Registry() throws IOException {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(this::serve, "registry");
      thread.setDaemon(true);
      thread.start();
    }

    String address() {
      return "http://127.0.0.1:" + server.getLocalPort();
    }

    private void serve() {
      while (true) {
        try (Socket client = server.accept()) {
          readHead(client.getInputStream());
          client.getOutputStream().write(answer);
        } catch (IOException gone) {
          if (server.isClosed()) {
            throw new UncheckedIOException(gone);
          }
          // A client that hangs up first is one that does not want to know more.
        }
      }
    }

    /** Up to the empty line: a request has no body. */
    private static void readHead(InputStream in) throws IOException {
      int read;
      int last = 0;
      while (last != 0x0d0a0d0a && (read = in.read()) >= 0) {
        last = last << Byte.SIZE | read;
      }
    }
  }
}
