import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** `VeraPdf FLAVOUR FILE...`: a line for each file, "FILE compliant CHECKS" or "FILE broken" with the rules it breaks. */
public class VeraPdf {
  public static void main(String[] words) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    PDFAFlavour flavour = PDFAFlavour.fromString(words[0]);
    for (int i = 1; i < words.length; i++) {
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(words[i]), flavour);
          PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
        ValidationResult result = validator.validate(parser);
        StringBuilder line = new StringBuilder(words[i]);
        if (result.isCompliant()) {
          line.append(" compliant ").append(result.getTotalAssertions());
        } else {
          line.append(" broken");
          for (TestAssertion found : result.getTestAssertions()) {
            line.append(' ').append(found.getRuleId().getClause()).append('-').append(found.getRuleId().getTestNumber());
          }
        }
        System.out.println(line);
      }
    }
  }
}
