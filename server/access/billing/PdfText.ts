/** Text in a PDF by the font of the app. Its files each have a part of the characters, so a line is drawn as runs of one file each. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type PDFDocument from "pdfkit";
import { decodeWoff } from "./decodeWoff.ts";

type Doc = InstanceType<typeof PDFDocument>;
export type Weight = "400" | "600";

const PARTS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"] as const;
/** Shown for a character that no file has. */
const UNKNOWN = "?";

const decoded = new Map<string, Buffer>();

/** A font file as TrueType; it is read once. */
export function fontFile(part: (typeof PARTS)[number], weight: Weight): Buffer {
  const name = `inter-${part}-${weight}-normal.woff`;
  const cached = decoded.get(name);
  if (cached) return cached;
  const font = decodeWoff(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`))));
  decoded.set(name, font);
  return font;
}

interface Run {
  readonly font: string;
  readonly text: string;
}

export class PdfText {
  readonly #doc: Doc;
  readonly #fontOf = new Map<string, string>();

  constructor(doc: Doc) {
    this.#doc = doc;
    for (const weight of ["400", "600"] as const)
      for (const part of PARTS) doc.registerFont(`${part} ${weight}`, fontFile(part, weight));
  }

  /** Draws one line. @returns its width */
  line(
    text: string,
    x: number,
    y: number,
    { size = 9, weight = "400" }: { size?: number; weight?: Weight } = {},
  ): number {
    this.#doc.fontSize(size);
    let at = x;
    for (const run of this.#runs(text, weight)) {
      this.#doc.font(run.font).text(run.text, at, y, { lineBreak: false });
      at += this.#doc.widthOfString(run.text);
    }
    return at - x;
  }

  width(text: string, { size = 9, weight = "400" }: { size?: number; weight?: Weight } = {}): number {
    this.#doc.fontSize(size);
    return this.#runs(text, weight).reduce((width, run) => width + this.#doc.font(run.font).widthOfString(run.text), 0);
  }

  /** Lines of at most a width: broken at blanks, and within a word that is longer than a line. */
  wrap(text: string, width: number, style: { size?: number; weight?: Weight } = {}): string[] {
    const lines: string[] = [];
    for (const paragraph of text.split("\n")) {
      let line = "";
      for (const word of paragraph.split(/\s+/).flatMap((part) => this.#pieces(part, width, style))) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (line === "" || this.width(longer, style) <= width) line = longer;
        else {
          lines.push(line);
          line = word;
        }
      }
      lines.push(line);
    }
    return lines;
  }

  #pieces(word: string, width: number, style: { size?: number; weight?: Weight }): string[] {
    if (this.width(word, style) <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const character of word) {
      if (piece !== "" && this.width(piece + character, style) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += character;
    }
    return [...pieces, piece];
  }

  #runs(text: string, weight: Weight): Run[] {
    const runs: { font: string; text: string }[] = [];
    // Combining marks have no glyph of their own where the letter with the mark has one.
    for (const character of text.normalize("NFC")) {
      const part = this.#partOf(character);
      const shown = part === undefined ? UNKNOWN : character;
      const font = `${part ?? "latin"} ${weight}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  #partOf(character: string): string | undefined {
    const cached = this.#fontOf.get(character);
    if (cached !== undefined) return cached === "" ? undefined : cached;
    const part = PARTS.find((candidate) => hasGlyph(this.#doc.font(`${candidate} 400`), character));
    this.#fontOf.set(character, part ?? "");
    return part;
  }
}

/** The types of pdfkit lack the font that is set. */
interface WithFont {
  readonly _font?: { readonly font?: { hasGlyphForCodePoint?: (codePoint: number) => boolean } };
}

const hasGlyph = (doc: Doc, character: string): boolean =>
  (doc as unknown as WithFont)._font?.font?.hasGlyphForCodePoint?.(character.codePointAt(0) ?? 0) ?? false;
