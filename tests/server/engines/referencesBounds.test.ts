import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodePosition, definitionsOf } from "../../../server/engines/references/findDefinitions.ts";
import {
  type Reference,
  referencesIn,
  referencesTo,
  targetsOf,
} from "../../../server/engines/references/findReferences.ts";
import { eachIdentifier } from "../../../server/engines/references/lexical/occurrences.ts";
import { lineOf } from "../../../server/engines/references/lookup/fileDefinitions.ts";
import { type OpenedIndex, textOfFile } from "../../../server/index/OpenedIndex.ts";
import type { FilePlace } from "../../../server/engines/references/imports/ModuleResolver.ts";
import { fileLanguageOf } from "../../../server/index/text/languages.ts";
import { decodeScopes } from "../../../server/index/text/scopes/scopeBytes.ts";
import { SymbolExtractor } from "../../../server/index/text/symbols.ts";
import { randomNumbers } from "../index/naiveBm25f.ts";
import { projectIndex } from "./projectIndex.ts";

const NAMES = ["warp", "weft", "pick", "reed", "heddle", "shed"] as const;
const TYPES = ["Loom", "Shuttle", "Treadle"] as const;

/** A program of modules that import each other, with few names, so that one name means many things. */
function generatedFiles(seed: number): Record<string, string> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const files: Record<string, string> = { "go.mod": "module example.org/mill\n" };
  for (let number = 0; number < 8; number++) {
    const [own, other, type, base] = [pick(NAMES), pick(NAMES), pick(TYPES), pick(TYPES)];
    const folder = pick(["src/a", "src/b"]);
    const from = Math.floor(random() * 8);
    files[`${folder}/m${number}.ts`] = `
import { ${other}${random() < 0.3 ? " as renamed" : ""} } from "../${pick(["a", "b"])}/m${from}.ts";
export function ${own}(${other}: number): number { return ${random() < 0.5 ? "renamed" : own}(${other}); }
export class ${type} extends ${base} { ${other}(): void { this.${own}(); new ${base}().${other}(); } ${own}(): void {} }
export const table = { ${own}, ${other}: ${own} };
`;
    files[`py/m${number}.py`] = `
from py.m${from} import ${other}
class ${type}(${base}):
    def ${own}(self, ${other}):
        self.${other} = ${other}
        return self.${own}(${type}())
def ${other === own ? "again" : own}():
    return ${other}()
`;
    files[`mill/${pick(["x", "y"])}/m${number}.go`] = `package ${pick(["x", "y"])}
import "example.org/mill/mill/${pick(["x", "y"])}"
type ${type}${number} struct { ${own} int }
func (t *${type}${number}) ${other}() int { return t.${own} + ${own}${number}() }
func ${own}${number}() int { return x.${other}${from}() }
`;
    files[`org/${pick(["p", "q"])}/${type}${number}.java`] = `package org.${pick(["p", "q"])};
import org.${pick(["p", "q"])}.${base}${from};
class ${type}${number} extends ${base}${from} {
  int ${own};
  int ${other}(${base}${from} that) { return that.${other}(null) + ${own} + this.${own}; }
}
`;
  }
  return files;
}

const key = ({ place, from, evidence, isCall, isDefinition }: Reference): string =>
  `${place.repository}:${place.file}:${from} ${evidence} ${isCall} ${isDefinition}`;

/** All answers of a question, one call after the other. */
async function inPages(index: OpenedIndex, position: CodePosition, work: number) {
  const references: Reference[] = [];
  for (let from = 0, calls = 1; ; calls++) {
    const named = await definitionsOf(index, position);
    if (!named) return { references, calls };
    const found = await referencesTo(named, from, { work, references: 5 });
    references.push(...found.references);
    if (found.read >= found.candidates) return { references, calls };
    expect(found.read).toBeGreaterThan(from);
    from = found.read;
  }
}

describe.each([1, 2, 3])("references of a generated program, seed %i", (seed) => {
  let index: OpenedIndex;
  let remove: () => void;
  beforeAll(async () => {
    ({ index, remove } = await projectIndex([{ message: "Mill", files: generatedFiles(seed) }], () => []));
  });
  afterAll(() => remove());

  /** The files of the language of one. */
  const filesLike = ({ repository, file }: FilePlace): FilePlace[] => {
    const files = index.code[repository]?.files;
    const ending = /\.\w+$/.exec(files?.path(file) ?? "")?.[0] ?? "";
    return Array.from({ length: files?.length ?? 0 }, (_, other) => ({ repository, file: other })).filter((other) =>
      files?.path(other.file).endsWith(ending),
    );
  };
  /** Each name of each file. */
  function* questions(): Generator<CodePosition> {
    for (const code of index.code)
      for (let file = 0; file < code.files.length; file++) {
        const path = code.files.path(file);
        const language = fileLanguageOf(path);
        const text = textOfFile(code, file);
        const places: number[] = [];
        if (language) eachIdentifier(text, language, (from) => places.push(from));
        for (const from of places)
          yield {
            source: code.part.source,
            path,
            line: lineOf(text, from),
            column: from - text.lastIndexOf("\n", from - 1),
          };
      }
  }

  test("are those that every file of the index has, and come the same in calls of one file each", async () => {
    let asked = 0;
    let found = 0;
    for (const position of questions()) {
      if (asked++ % 7 !== seed) continue;
      const named = await definitionsOf(index, position);
      if (!named) continue;
      const [target] = targetsOf(named);
      if (!target || target.kind === "file") continue;
      const places = target.kind === "local" ? [target.place] : filesLike(target.place);
      const slow = (await referencesIn(named, places)).map(key);
      const { references } = await inPages(index, position, 1);
      expect(references.map(key).toSorted()).toEqual(slow.toSorted());
      found += references.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  test("stored scopes are those of a new parse", async () => {
    const extractor = new SymbolExtractor();
    let stored = 0;
    for (const code of index.code)
      for (let file = 0; file < code.files.length; file++) {
        const language = fileLanguageOf(code.files.path(file));
        const bytes = code.symbols?.scopes.bytes(file);
        if (!language || !bytes) continue;
        const text = textOfFile(code, file);
        expect(decodeScopes(bytes, text)).toEqual((await extractor.scan(text, language)).names);
        stored++;
      }
    expect(stored).toBe(32);
  });
});

describe("the work of one call", () => {
  const FILES = 60;
  const files: Record<string, string> = {
    "src/loom.ts": "export function weave(): void {}\nexport class Loom { weave(): void {} }\n",
  };
  for (let number = 0; number < FILES; number++) {
    const filler = Array.from({ length: 600 }, (_, line) => `const thread${line} = "${number} ${line} threads";`);
    files[`src/use${number}.ts`] = `import { weave } from "./loom.ts";\nweave();\n${filler.join("\n")}\n`;
    files[`java/org/loom/Use${number}.java`] =
      `package org.loom;\nclass Use${number} { Object picks = shuttle(Reed${number}.class); } // Heddle\n`;
  }
  files["java/org/loom/Ask.java"] = "package org.loom;\nclass Ask { Heddle heddle; }\n";
  let index: OpenedIndex;
  let remove: () => void;
  beforeAll(async () => {
    ({ index, remove } = await projectIndex([{ message: "Loom", files }], () => []));
  });
  afterAll(() => remove());
  const AT = { source: "repository-1", path: "src/loom.ts", line: 1, column: 17 };

  test("is bounded, counts the files that are left, and the next call continues", async () => {
    const all: Reference[] = [];
    let calls = 0;
    for (let from = 0; ;) {
      calls++;
      const named = await definitionsOf(index, AT);
      if (!named) throw new Error("no name");
      const before = named.names.files.work;
      const found = await referencesTo(named, from);
      expect(found.candidates).toBe(FILES + 1);
      // The file that passes the bound is finished.
      expect(named.names.files.work - before).toBeLessThan(500_000 + 30_000);
      all.push(...found.references);
      if (found.read === found.candidates) break;
      from = found.read;
    }
    expect(calls).toBeGreaterThan(1);
    expect(new Set(all.map(key)).size).toBe(all.length);
    expect(all).toHaveLength(2 * FILES + 1);
  });

  test("a name that the package does not define costs the file of the question alone, however many files mention it", async () => {
    const named = await definitionsOf(index, {
      source: "repository-1",
      path: "java/org/loom/Ask.java",
      line: 2,
      column: 13,
    });
    expect(named).toMatchObject({ name: "Heddle", definitions: [] });
    expect(named?.names.files.work).toBe(files["java/org/loom/Ask.java"]?.length);
  });
});
