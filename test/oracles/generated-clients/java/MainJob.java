import com.google.gson.GsonBuilder;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Response;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.model.ErrorPaymentRequired;
import org.openapitools.client.model.Proof;
import org.openapitools.client.model.ProofPage;
import org.openapitools.client.model.Registration;
import org.openapitools.client.model.Seal;

/** The main job with the client that openapi-generator writes. Words: address, key, a file, its fingerprint, another one. */
public final class MainJob {
  public static void main(String[] words) throws Exception {
    ApiClient client = new ApiClient().setBasePath(words[0]);
    client.setBearerToken(words[1]);
    DefaultApi api = new DefaultApi(client);

    List<Proof> registered = new ArrayList<>();
    for (String hash : Arrays.asList(words[3], words[3], words[4]))
      registered.add(api.createProof(new Registration().hash(hash), null));
    Proof first = registered.get(0);
    ProofPage newest = api.listProofs(1, null);
    ProofPage oldest = api.listProofs(1, newest.getNextCursor());
    Seal seal = api.requestSeal(first.getId()).getQualified();
    String refusal;
    try {
      refusal = api.requestSeal(registered.get(2).getId()).getQualified().getState().getValue();
    } catch (ApiException error) {
      refusal = ErrorPaymentRequired.fromJson(error.getResponseBody()).getError().getCode().getValue();
    }
    File file = new File(words[2]);
    List<Proof> deposited = List.of(api.depositOriginal(first.getId(), file), api.postOriginal(first.getId(), file));
    File downloaded = api.getOriginal(first.getId());
    var ended = api.deleteOriginal(first.getId());
    Proof proof = api.getProof(first.getId());

    Map<String, Object> told = new LinkedHashMap<>();
    told.put("registered", registered.stream().map(one -> Arrays.asList(one.getId().toString(), one.getCreated())).toList());
    told.put("pages", List.of(newest, oldest).stream()
        .map(page -> List.of(page.getData().get(0).getId().toString(), page.getNextCursor() != null)).toList());
    told.put("sealed", List.of(seal.getState().getValue(), seal.getTime().toEpochSecond()));
    told.put("refusal", refusal);
    told.put("deposited", deposited.stream().map(one -> one.getOriginal().getSizeBytes()).toList());
    told.put("downloaded", Files.readString(downloaded.toPath()));
    told.put("ended", ended.getOriginal() == null && ended.getProofUnaffected());
    told.put("proof", Arrays.asList(proof.getState().getValue(), proof.getBitcoin().getBlockHeight(), proof.getOriginal()));
    told.put("custody", api.getAccount().getCustody().getMaxAccountBytes());
    // Its methods read each answer of success as the first one in the document.
    try (Response portable = api.getPortableProofCall(first.getId(), null).execute()) {
      told.put("portable", List.of(portable.code(), Integer.parseInt(portable.header("Retry-After"))));
    }
    System.out.println(new GsonBuilder().serializeNulls().create().toJson(told));
  }
}
