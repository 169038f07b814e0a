package io.evenkeel.doctor;

/** The result of one check. */
final class Finding {
  final boolean good;
  final String what;
  final String cure;

  private Finding(boolean good, String what, String cure) {
    this.good = good;
    this.what = what;
    this.cure = cure;
  }

  static Finding good(String what) {
    return new Finding(true, what, "");
  }

  static Finding bad(String what, String cure) {
    return new Finding(false, what, cure);
  }

  @Override
  public String toString() {
    return good ? "ok    " + what : "WRONG " + what + "\n      cure: " + cure;
  }
}
