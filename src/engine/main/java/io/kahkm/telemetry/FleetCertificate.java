package io.kahkm.telemetry;

import io.kahkm.internal.certificate.CertificateRecord;

/**
 * The certificate of the fleet's last closed window.
 *
 * @param certificate what the window says
 * @param verdictRun consecutive windows with its verdict, at least 1
 */
record FleetCertificate(CertificateRecord certificate, int verdictRun) {}
