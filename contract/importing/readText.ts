/** The text of a file, piece by piece: a file of 200 MB is never in memory as a whole. */

/** Encodings that are recognised; those without a byte order mark by what the file has. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that are read at a time: between two reads the page answers its user. */
const PIECE_BYTES = 512 * 1024;
/** Bytes by which an encoding is recognised. */
const SAMPLE_BYTES = 256 * 1024;

/** The file is not text of the encoding that it began with. */
export class NotUtf8 extends Error {
  override readonly name = "NotUtf8";
}

/** The encoding of a file by its first bytes. */
export async function encodingOf(file: Blob): Promise<TextEncoding> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  // Most characters of a table are ASCII: in UTF-16 every second byte of them is 0.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, uneven = 0] = zeros;
  const many = bytes.length / 8;
  if (uneven > many && uneven > even) return "utf-16le";
  if (even > many && even > uneven) return "utf-16be";
  try {
    // The last character of the sample may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/**
 * The text with line feeds as its only ends of lines, without a byte order mark.
 * @param onRead receives the bytes that were read so far
 * @throws NotUtf8 where bytes beyond the sample are no UTF-8; DOMException when the signal is aborted
 */
export async function* textOf(
  file: Blob,
  encoding: TextEncoding,
  { signal, onRead }: { readonly signal?: AbortSignal | undefined; readonly onRead?: (bytes: number) => void } = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  let endsWithReturn = false;
  for (let at = 0; at < file.size || at === 0; at += PIECE_BYTES) {
    signal?.throwIfAborted();
    const isLast = at + PIECE_BYTES >= file.size;
    const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new NotUtf8();
    }
    if (endsWithReturn) text = `\r${text}`;
    endsWithReturn = !isLast && text.endsWith("\r");
    if (endsWithReturn) text = text.slice(0, -1);
    yield text.replaceAll(/\r\n?/g, "\n");
    onRead?.(Math.min(file.size, at + PIECE_BYTES));
  }
}
