package chokepoint.work;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a client gets: the id of its request, the results, and the proof that they are results of this request. */
public record Answer(String id, String proof, List<Object> results) {
  /** The header that carries the id of a request. */
  public static final String ID = "x-chokepoint-id";
  /** The id of a request that has none. */
  public static final String ANONYMOUS = "anonymous";

  private static final HexFormat HEX = HexFormat.of();

  public static Answer of(String id, Sealed result) {
    return of(id, List.of(result));
  }

  public static Answer of(String id, List<Sealed> results) {
    MessageDigest key = Sealed.sha256();
    for (int piece = 0; piece < results.size(); piece++) {
      key.update(results.get(piece).opened(id, piece));
    }
    return new Answer(id, hmac(HEX.formatHex(key.digest()), id), results.stream().map(Sealed::value).toList());
  }

  private static String hmac(String key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HEX.formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
