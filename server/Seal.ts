/** Encrypts and decrypts texts of one purpose. `about` is authenticated with the text, so that a sealed value fits one row only. */
export interface Seal {
  readonly seal: (text: string, about: string) => Uint8Array;
  /** @throws Error when the key, the subject or a byte is not the one it was sealed with */
  readonly open: (sealed: Uint8Array, about: string) => string;
}
