import { describe, expect, it } from "vitest";
import { DamagedIndexError } from "../../../server/index/indexErrors.ts";
import { fileLanguageOf } from "../../../server/index/text/languages.ts";
import { decodeScopes, encodeScopes } from "../../../server/index/text/scopes/scopeBytes.ts";
import { SymbolExtractor } from "../../../server/index/text/symbols.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "a.ts": `import { warp } from "./warp";
export class Loom {
  readonly #threads = new Map<string, number>();
  weave(pick: number): number {
    const { left, right = 3 } = { left: pick };
    for (const thread of this.#threads.keys()) warp(thread);
    return left + right;
  }
}
export const shed = { open: () => 1, close(ünïcode: string) { return ünïcode; } };
`,
  "a.py":
    "import os\n\nclass Loom:\n    def weave(self, picks):\n        self.picks = [p for p in picks]\n        return os\n",
  "a.go":
    "package loom\n\ntype Loom struct {\n\tThreads int\n}\n\nfunc (l *Loom) Weave(picks int) int {\n\tleft := picks\n\treturn left\n}\n",
  "A.java":
    "package loom;\n\nclass Loom {\n  private int threads;\n  int weave(int picks) {\n    int left = picks;\n    return left;\n  }\n}\n",
  "a.rs":
    "pub struct Loom {\n    threads: u32,\n}\nimpl Loom {\n    pub fn weave(&self, picks: u32) -> u32 {\n        let left = picks;\n        left\n    }\n}\n",
};

async function namesOf(path: string) {
  const text = TEXTS[path] ?? "";
  const language = fileLanguageOf(path);
  if (!language) throw new Error(path);
  const { names } = await new SymbolExtractor().scan(text, language);
  if (!names) throw new Error(`${path} was not parsed`);
  return { text, names };
}

describe("stored scopes", () => {
  it.each(Object.keys(TEXTS))("of %s are read as they were found", async (path) => {
    const { text, names } = await namesOf(path);
    expect(names.length).toBeGreaterThan(3);
    expect(decodeScopes(encodeScopes(names), text)).toEqual(names);
  });

  it("take a few bytes for each name", async () => {
    const { names } = await namesOf("a.ts");
    expect(encodeScopes(names).length).toBeLessThan(8 * names.length + 8);
  });

  it("that are damaged or of another text are refused, however they are changed", async () => {
    const { text, names } = await namesOf("a.ts");
    const bytes = encodeScopes(names);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeScopes(bytes.subarray(0, length), text)).toThrow(DamagedIndexError);
    expect(() => decodeScopes(bytes, text.slice(0, 100))).toThrow(DamagedIndexError);
    const outside: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = 255;
      const read = readOrRefused(changed, text);
      if (
        !read.every(
          ({ from, name, scopeFrom, scopeTo }) =>
            text.startsWith(name, from) && scopeFrom >= 0 && scopeTo <= text.length,
        )
      )
        outside.push(at);
    }
    expect(outside).toEqual([]);
  });
});

/** None for bytes that are refused; any other error is a fault. */
function readOrRefused(bytes: Buffer, text: string): ReturnType<typeof decodeScopes> {
  try {
    return decodeScopes(bytes, text);
  } catch (error) {
    if (error instanceof DamagedIndexError) return [];
    throw error;
  }
}
