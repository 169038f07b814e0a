package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** A signature holds for one message, one task and one question only. */
class SignatureTest {
  private final SecretKey key = new SecretKeySpec(new byte[] {1, 2, 3, 4}, "HmacSHA1");
  private final SecretKey other = new SecretKeySpec(new byte[] {1, 2, 3, 5}, "HmacSHA1");

  @Test
  void everyPartOfARequestCounts() {
    byte[] body = {1, 2, 3};
    byte[] hash = Signature.request(key, "POST", "/p?q=1", body);
    assertTrue(Signature.matches(hash, Signature.text(hash)));
    assertDiffers(hash, Signature.request(other, "POST", "/p?q=1", body));
    assertDiffers(hash, Signature.request(key, "GET", "/p?q=1", body));
    assertDiffers(hash, Signature.request(key, "POST", "/p?q=2", body));
    assertDiffers(hash, Signature.request(key, "POST", "/p?q=1", new byte[] {1, 2, 4}));
    assertDiffers(hash, Signature.request(key, "POST", "/p?q=1", null));
    assertFalse(Signature.matches(hash, (String) null));
    assertFalse(Signature.matches(hash, ""));
    assertFalse(Signature.matches(hash, "no base64 !"));
    assertFalse(Signature.matches(hash, Signature.text(hash).substring(4)));
    assertFalse(Signature.matches(hash, String.join("", Collections.nCopies(100000, "AAAA"))));
  }

  private static void assertDiffers(byte[] hash, byte[] another) {
    assertFalse(Signature.matches(hash, Signature.text(another)));
  }

  @Test
  void batchEntriesAreBoundToTheirJobTaskAndAttempt() throws Exception {
    byte[] body = {9};
    byte[] hash = Signature.request(key, "POST", Paths.report("job_1", 3, "a"), body);
    assertTrue(entry("job_1", 3, "a", hash).signedBy(key));
    assertFalse(entry("job_1", 3, "a", hash).signedBy(other));
    assertFalse(entry("job_2", 3, "a", hash).signedBy(key));
    assertFalse(entry("job_1", 4, "a", hash).signedBy(key));
    assertFalse(entry("job_1", 3, "b", hash).signedBy(key));
    List<MessageBatch.Entry> back =
        MessageBatch.decode(
            MessageBatch.encode(Collections.singletonList(entry("job_1", 3, "a", hash))));
    assertTrue(back.get(0).signedBy(key));
  }

  private static MessageBatch.Entry entry(String job, int task, String attempt, byte[] hash) {
    return new MessageBatch.Entry(MessageBatch.REPORT, job, task, attempt, new byte[] {9}, hash);
  }

  @Test
  void watchAnswersAreBoundToTheWish() throws Exception {
    Watch.Entry wish = Watch.Entry.signed(key, "job_1", 2, 7);
    assertTrue(wish.signedBy(key));
    assertFalse(wish.signedBy(other));
    byte[] reply =
        Watch.encodeReply(
            Collections.singletonList(Watch.Answer.signed(key, wish, 200, new byte[] {1})));
    Watch.Answer answer = Watch.decodeReply(reply).get(0);
    assertTrue(answer.answers(key, wish));
    assertFalse(answer.answers(other, wish));
    assertFalse(answer.answers(key, Watch.Entry.signed(key, "job_1", 2, 8)));
    assertFalse(Watch.Answer.refused(wish, 404).answers(key, wish));
  }
}
