import type { CodeContent, CodeSymbol } from "../../contract/code/code.ts";
import { resolvePath } from "../engines/documents/documentPath.ts";
import type { Mirror } from "../git/MirrorReads.ts";
import type { TreeNode } from "../git/readFolder.ts";
import type { OpenedCode } from "../index/OpenedIndex.ts";
import { imageTypeOf, looksBinary } from "../index/text/fileKind.ts";
import { fileLanguageOf } from "../index/text/languages.ts";
import { SymbolExtractor, type FoundSymbol } from "../index/text/symbols.ts";
import { once } from "../memoize.ts";

/** Bytes of a text that is shown whole: more than 100,000 lines of usual code. */
const MAX_TEXT_BYTES = 8 << 20;
/** Bytes of a longer text that are shown. */
const SHOWN_BYTES = 1 << 20;
const MAX_IMAGE_BYTES = 5 << 20;
/** Where it is decided whether a file is a text. */
const SAMPLE_BYTES = 8000;
const LFS_POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:[0-9a-f]{64}\nsize (\d+)\n/;
const MAX_TARGET_LENGTH = 4096;

/** What a file holds, as far as an answer shows it. */
export type FileSummary = Pick<
  CodeContent,
  "kind" | "size" | "text" | "truncated" | "encoding" | "image" | "target" | "target_path" | "language" | "symbols"
>;

const NOTHING: Omit<FileSummary, "kind" | "size" | "language"> = {
  text: null,
  truncated: false,
  encoding: null,
  image: null,
  target: null,
  target_path: null,
  symbols: [],
};

/** Reads a file or a link. @param read the beginning of the blob, up to a number of bytes */
export async function readFileFacts(
  mirror: Mirror,
  node: TreeNode,
  path: string,
  signal: AbortSignal,
): Promise<FileSummary> {
  const size = node.size ?? 0;
  const read = (bytes: number): Promise<Buffer> => mirror.readBlobStart(node.oid, bytes, signal);
  const base = { ...NOTHING, size, language: fileLanguageOf(path)?.name ?? null };
  if (node.kind === "link") {
    const target = (await read(MAX_TARGET_LENGTH)).toString("utf8").toWellFormed();
    return { ...base, kind: "link", language: null, target, target_path: linkedPath(path, target) };
  }
  const image = imageTypeOf(path);
  if (image !== undefined && size <= MAX_IMAGE_BYTES) {
    const bytes = await read(MAX_IMAGE_BYTES);
    const pointed = pointedSize(bytes);
    if (pointed === null) return { ...base, kind: "image", image: `data:${image};base64,${bytes.toString("base64")}` };
    return { ...base, kind: "lfs", size: pointed };
  }
  const isLong = size > MAX_TEXT_BYTES;
  const start = await read(isLong ? SAMPLE_BYTES : MAX_TEXT_BYTES);
  const pointed = pointedSize(start);
  if (pointed !== null) return { ...base, kind: "lfs", size: pointed };
  const utf16 = utf16Of(start);
  if (utf16 === null && looksBinary(start)) return { ...base, kind: "binary" };
  const bytes = isLong ? await read(SHOWN_BYTES) : start;
  return { ...base, kind: "text", ...decoded(bytes, isLong, utf16), symbols: [] };
}

/** The size of the file that a pointer of Git LFS stands for; null for anything else. */
export function pointedSize(bytes: Buffer): number | null {
  if (bytes.length > 1024) return null;
  const size = LFS_POINTER.exec(bytes.toString("latin1"))?.[1];
  return size === undefined ? null : Number(size);
}

/** Where a link leads within its repository; null for one that leads out of it. */
const linkedPath = (path: string, target: string): string | null =>
  target.startsWith("/") ? null : resolvePath(path, target);

const utf16Of = (bytes: Buffer): "utf-16le" | "utf-16be" | null =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;

function decoded(
  bytes: Buffer,
  isCut: boolean,
  utf16: ReturnType<typeof utf16Of>,
): Pick<FileSummary, "text" | "truncated" | "encoding"> {
  const text = new TextDecoder(utf16 ?? "utf-8", { ignoreBOM: false }).decode(bytes).toWellFormed();
  // A cut may fall into the middle of a letter: whole lines only.
  const shown = isCut ? text.slice(0, text.lastIndexOf("\n") + 1 || text.length) : text;
  const isKnown = utf16 !== null || isUtf8(isCut ? Buffer.from(shown) : bytes);
  const encoding = utf16 !== null ? "utf-16" : isKnown ? "utf-8" : "unknown";
  return { text: shown, truncated: isCut, encoding };
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const extractor = once(() => new SymbolExtractor());
/** Longer texts have an outline at the head only, where the index has made it. */
const MAX_PARSED_LENGTH = 1 << 20;

/** The definitions of a text that the index does not have, such as one at an older revision. */
export async function symbolsOfText(text: string, path: string): Promise<CodeSymbol[]> {
  const language = fileLanguageOf(path);
  if (language === null || text.length > MAX_PARSED_LENGTH) return [];
  return nested(await extractor().find(text, language));
}

/** The definitions that the index has of a file. */
export function indexedSymbols({ symbols }: OpenedCode, file: number): CodeSymbol[] {
  if (!symbols) return [];
  const { from, to } = symbols.table.ofFile(file);
  return nested(Array.from({ length: to - from }, (_, at) => symbols.table.row(from + at)));
}

/** Definitions with their nesting depth, derived from the order of the ones before. */
function nested(symbols: Iterable<Pick<FoundSymbol, "name" | "kind" | "start" | "end">>): CodeSymbol[] {
  const around: number[] = [];
  const codeSymbols: CodeSymbol[] = [];
  for (const { name, kind, start, end } of symbols) {
    while (around.length > 0 && (around.at(-1) ?? 0) < end) around.pop();
    codeSymbols.push({ name, kind, start_line: start, end_line: end, depth: around.length });
    around.push(end);
  }
  return codeSymbols;
}
