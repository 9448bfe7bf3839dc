import eu.europa.esig.dss.asic.common.SecureContainerHandlerBuilder;
import eu.europa.esig.dss.asic.common.ZipUtils;
import eu.europa.esig.dss.diagnostic.DiagnosticData;
import eu.europa.esig.dss.diagnostic.TimestampWrapper;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.signature.resources.TempFileResourcesHandlerBuilder;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * What EU DSS says of ASiC containers. Arguments: files of certificates to trust, PEM. Each line of
 * the input is the path of a container, each line of the output a JSON object.
 */
public final class DssContainer {
  public static void main(String[] trusted) throws Exception {
    // DSS holds files in memory, up to 2 GiB each.
    if (Boolean.getBoolean("temporaryFiles")) {
      var files = new SecureContainerHandlerBuilder().setResourcesHandlerBuilder(new TempFileResourcesHandlerBuilder());
      ZipUtils.getInstance().setZipContainerHandlerBuilder(files);
    }
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    var anchors = new CommonTrustedCertificateSource();
    for (String path : trusted) {
      try (InputStream in = Files.newInputStream(Path.of(path))) {
        for (var one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          anchors.addCertificate(new CertificateToken((X509Certificate) one));
        }
      }
    }
    var verifier = new CommonCertificateVerifier();
    verifier.setAIASource(null);
    verifier.setTrustedCertSources(anchors);
    byte[] policy = policy();
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String path; (path = in.readLine()) != null; ) {
      System.out.write((answer(path, verifier, policy) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    System.out.flush();
  }

  private static String answer(String path, CommonCertificateVerifier verifier, byte[] policy) {
    try {
      // Chooses the validator as any program that uses DSS does, by the content of the file.
      SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
      validator.setCertificateVerifier(verifier);
      Reports reports = validator.validateDocument(new ByteArrayInputStream(policy));
      DiagnosticData data = reports.getDiagnosticData();
      List<String> timestamps = new ArrayList<>();
      for (TimestampWrapper one : data.getTimestampList()) timestamps.add(describe(one, reports.getSimpleReport()));
      return object(
          "container", text(String.valueOf(data.getContainerType())),
          "mimetype", text(data.getMimetypeFileContent()),
          "files", list(data.getContainerContentFilenames().stream().map(DssContainer::text).toList()),
          "timestamps", list(timestamps));
    } catch (Throwable error) {
      return object("refused", text(error.getClass().getSimpleName() + ": " + error.getMessage()));
    }
  }

  private static String describe(TimestampWrapper one, SimpleReport report) {
    return object(
        "type", text(String.valueOf(one.getType())),
        "file", text(one.getFilename()),
        "covers", list(one.getTimestampScopes().stream().map(scope -> text(scope.getScope() + " " + scope.getName())).toList()),
        "data_found", String.valueOf(one.isMessageImprintDataFound()),
        "data_intact", String.valueOf(one.isMessageImprintDataIntact()),
        "signature_intact", String.valueOf(one.isSignatureIntact()),
        "indication", text(String.valueOf(report.getIndication(one.getId()))),
        "sub_indication", text(String.valueOf(report.getSubIndication(one.getId()))));
  }

  /** DSS's own policy, without revocation data, which cannot be fetched offline. */
  private static byte[] policy() throws Exception {
    try (InputStream in = DssContainer.class.getResourceAsStream("/policy/constraint.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replaceAll("<(RevocationDataAvailable|AcceptableRevocationDataFound) Level=\"\\w+\"", "<$1 Level=\"IGNORE\"")
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  private static String object(String... namesAndValues) {
    var json = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (i > 0) json.append(',');
      json.append(text(namesAndValues[i])).append(':').append(namesAndValues[i + 1]);
    }
    return json.append('}').toString();
  }

  private static String list(List<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  private static String text(String value) {
    if (value == null) return "null";
    var json = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\' || c < ' ' || Character.isSurrogate(c)) json.append(String.format("\\u%04x", (int) c));
      else json.append(c);
    }
    return json.append('"').toString();
  }
}
