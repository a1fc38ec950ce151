package io.kahkm.telemetry;

/** The page under {@code /}: what can be found on this port. Works without any script. */
final class IndexPage {
  private IndexPage() {}

  static String of(MapIdentity map, String held) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>KAHKM Streams</title></head>
        <body>
        <h1>KAHKM Streams</h1>
        <p>Map %s, %d classes; %s.</p>
        <ul>
        <li><a href="/api/streams">/api/streams</a>: the streams held here, as JSON; each one under
        /api/streams/&lt;id&gt;</li>
        <li><a href="/metrics">/metrics</a>: for Prometheus</li>
        <li><a href="/healthz">/healthz</a> and <a href="/readyz">/readyz</a>: for probes</li>
        </ul>
        </body>
        </html>
        """
        .formatted(map.fingerprint(), map.classes(), held);
  }
}
