import { expect, test } from "vitest";
import { callHierarchyOf } from "../../../server/engines/references/calls.ts";
import { classOf } from "../../../server/engines/references/constructors.ts";
import { type NamedPlace, definitionsOf } from "../../../server/engines/references/findDefinitions.ts";
import { referencesTo } from "../../../server/engines/references/findReferences.ts";
import { implementationsOf } from "../../../server/engines/references/implementations.ts";
import { lineOf } from "../../../server/engines/references/lookup/fileDefinitions.ts";
import type { FilePlace } from "../../../server/engines/references/imports/ModuleResolver.ts";
import { compileScip } from "../../../server/index/scip/readScip.ts";
import { ScipTable } from "../../../server/index/scip/ScipTable.ts";
import { type ScipOccurrence, scipIndex } from "../../fixtures/scip.ts";
import { projectIndex } from "./projectIndex.ts";

const A = [
  "export class ZodError<T> extends Error {",
  "  constructor(readonly issues: T) {",
  "    super();",
  "  }",
  "}",
  "export class Plain {",
  "  value = 1;",
  "}",
  "export class Strict extends ZodError<number> {}",
  "",
].join("\n");
const B = [
  `import { Plain, ZodError } from "./a";`,
  "export function make(): ZodError<number> {",
  "  return new ZodError(1);",
  "}",
  "export const isOne = (error: unknown) => error instanceof ZodError;",
  "export function plain() {",
  "  return new Plain();",
  "}",
  "",
].join("\n");
const IN_A = "scip-typescript npm p 1.0.0 src/`a.ts`/";
const ERROR = `${IN_A}ZodError#`;
const MADE = `${ERROR}\`<constructor>\`().`;
const PLAIN = `${IN_A}Plain#`;

const usage = (line: number, from: number, to: number, symbol: string): ScipOccurrence => ({
  range: [line, from, to],
  symbol,
});
const definition = (line: number, from: number, to: number, symbol: string): ScipOccurrence => ({
  ...usage(line, from, to, symbol),
  isDefinition: true,
});

/** The occurrences that scip-typescript 0.4 writes for the two files. */
const TYPESCRIPT = scipIndex([
  {
    path: "src/a.ts",
    occurrences: [
      definition(0, 13, 21, ERROR),
      definition(1, 2, 13, MADE),
      definition(1, 23, 29, `${MADE}(issues)`),
      definition(5, 13, 18, PLAIN),
      definition(6, 2, 7, `${PLAIN}value.`),
      definition(8, 13, 19, `${IN_A}Strict#`),
      usage(8, 28, 36, ERROR),
    ],
    implementations: { [`${IN_A}Strict#`]: ERROR },
  },
  {
    path: "src/b.ts",
    occurrences: [
      usage(0, 9, 14, PLAIN),
      usage(0, 16, 24, ERROR),
      definition(1, 16, 20, "scip-typescript npm p 1.0.0 src/`b.ts`/make()."),
      usage(1, 24, 32, ERROR),
      usage(2, 13, 21, MADE),
      usage(4, 58, 66, ERROR),
      definition(5, 16, 21, "scip-typescript npm p 1.0.0 src/`b.ts`/plain()."),
      usage(6, 13, 18, PLAIN),
    ],
  },
]);

/** Asks about names of files that an index was made of. */
async function withIndex(
  files: Record<string, string>,
  index: Buffer,
  ask: (named: (path: string, line: number, column: number) => Promise<NamedPlace>) => Promise<void>,
): Promise<void> {
  const made = await projectIndex([{ message: "Loom", files }], () => []);
  const revision = made.index.code[0]?.part.commit ?? "";
  const uploaded = [{ source: "repository-1", revision, table: new ScipTable(compileScip(index).table) }];
  try {
    await ask(async (path, line, column) => {
      const found = await definitionsOf(made.index, { source: "repository-1", path, line, column }, uploaded);
      if (!found?.precise) throw new Error(`The index has no name at ${path}:${line}:${column}.`);
      return found;
    });
  } finally {
    made.remove();
  }
}

const places = ({ names: { files } }: NamedPlace, found: readonly { place: FilePlace; from: number }[]): string[] =>
  found.map(({ place, from }) => {
    const { path, text } = files.read(place);
    return `${path}:${lineOf(text, from)}:${from - text.lastIndexOf("\n", from - 1)}`;
  });

test("references of a class and of its constructor are those of both, each place once", async () => {
  await withIndex({ "src/a.ts": A, "src/b.ts": B }, TYPESCRIPT, async (named) => {
    const asked = [await named("src/b.ts", 2, 26), await named("src/b.ts", 3, 15), await named("src/a.ts", 2, 4)];
    for (const one of asked) {
      const { references } = await referencesTo(one);
      expect(places(one, references)).toEqual([
        "src/a.ts:1:14",
        "src/a.ts:2:3",
        "src/a.ts:9:29",
        "src/b.ts:1:17",
        "src/b.ts:2:25",
        "src/b.ts:3:14",
        "src/b.ts:5:59",
      ]);
      expect(new Set(references.map(({ evidence }) => evidence))).toEqual(new Set(["index"]));
      expect(references.filter(({ isCall }) => isCall)).toHaveLength(1);
      expect(references.filter(({ isDefinition }) => isDefinition)).toHaveLength(2);
    }
  });
});

test("the definition at `new X()` is the constructor where it is declared, else the class", async () => {
  await withIndex({ "src/a.ts": A, "src/b.ts": B }, TYPESCRIPT, async (named) => {
    const definedAt = async (line: number, column: number): Promise<string[]> => {
      const one = await named("src/b.ts", line, column);
      return places(one, one.definitions);
    };
    expect(await definedAt(3, 15)).toEqual(["src/a.ts:2:3"]);
    expect(await definedAt(7, 15)).toEqual(["src/a.ts:6:14"]);
    expect(await definedAt(2, 26)).toEqual(["src/a.ts:1:14"]);
  });
  // As above, with a constructor that the index names and no file has.
  const implied = scipIndex([
    { path: "src/a.ts", occurrences: [definition(5, 13, 18, PLAIN)] },
    { path: "src/b.ts", occurrences: [usage(6, 13, 18, `${PLAIN}\`<constructor>\`().`)] },
  ]);
  await withIndex({ "src/a.ts": A, "src/b.ts": B }, implied, async (named) => {
    const one = await named("src/b.ts", 7, 15);
    expect(places(one, one.definitions)).toEqual(["src/a.ts:6:14"]);
  });
});

test("the callers of a class construct it, and what makes an object calls its class", async () => {
  await withIndex({ "src/a.ts": A, "src/b.ts": B }, TYPESCRIPT, async (named) => {
    for (const [path, line, column] of [
      ["src/a.ts", 1, 15],
      ["src/b.ts", 3, 15],
    ] as const) {
      const { callers } = await callHierarchyOf(await named(path, line, column));
      expect(callers.map(({ other }) => other?.name)).toEqual(["make"]);
    }
    const { callees } = await callHierarchyOf(await named("src/b.ts", 2, 18));
    expect(callees.map(({ other }) => other?.name)).toEqual(["constructor"]);
    expect((await callHierarchyOf(await named("src/b.ts", 6, 18))).callees.map(({ other }) => other?.name)).toEqual([
      "Plain",
    ]);
  });
});

test("what implements a class is asked at its constructor too", async () => {
  await withIndex({ "src/a.ts": A, "src/b.ts": B }, TYPESCRIPT, async (named) => {
    const { types } = await implementationsOf(await named("src/b.ts", 3, 15));
    expect(types.map(({ name }) => name)).toEqual(["Strict"]);
  });
});

test("a default constructor of Java, which has the place of its class, is no second place", async () => {
  const text = "class Foo {}\nclass Bar { Object o = new Foo(); Object p(Foo foo) { return foo; } }\n";
  const foo = "semanticdb maven maven/app/scip-smoke 1.0 app/Foo#";
  const index = scipIndex([
    {
      path: "src/Foo.java",
      occurrences: [
        definition(0, 6, 9, foo),
        definition(0, 6, 9, `${foo}\`<init>\`().`),
        usage(1, 27, 30, `${foo}\`<init>\`().`),
        usage(1, 43, 46, foo),
      ],
    },
  ]);
  await withIndex({ "src/Foo.java": text }, index, async (named) => {
    const one = await named("src/Foo.java", 1, 8);
    expect(places(one, one.definitions)).toEqual(["src/Foo.java:1:7"]);
    const { references } = await referencesTo(one);
    expect(places(one, references)).toEqual(["src/Foo.java:1:7", "src/Foo.java:2:28", "src/Foo.java:2:44"]);
  });
});

test("`new` of Ruby is a call of `initialize`, whether it has parentheses or not", async () => {
  const text = "class Loom\n  def initialize\n  end\nend\n\ndef weave\n  Loom.new\nend\n";
  const loom = "scip-ruby gem loom 1.0 Loom#";
  const index = scipIndex([
    {
      path: "loom.rb",
      occurrences: [
        definition(0, 6, 10, loom),
        definition(1, 6, 16, `${loom}initialize().`),
        usage(6, 2, 6, loom),
        usage(6, 7, 10, `${loom}initialize().`),
      ],
    },
  ]);
  await withIndex({ "loom.rb": text }, index, async (named) => {
    const { callers } = await callHierarchyOf(await named("loom.rb", 1, 8));
    expect(callers.map(({ other }) => other?.name)).toEqual(["weave"]);
  });
});

test.each([
  ["scip-typescript npm p 1.0.0 src/`a.ts`/Zod#`<constructor>`().", "scip-typescript npm p 1.0.0 src/`a.ts`/Zod#"],
  ["semanticdb maven . . com/Loom#Warp#`<init>`(+1).", "semanticdb maven . . com/Loom#Warp#"],
  ["scip-dotnet nuget . . Main/Loom#`.ctor`(+2).", "scip-dotnet nuget . . Main/Loom#"],
  ["scip-python python loom 0.1 `a.b`/Loom#__init__().", "scip-python python loom 0.1 `a.b`/Loom#"],
  ["scip-php composer loom 1 App/Loom#__construct().", "scip-php composer loom 1 App/Loom#"],
  ["scip-ruby gem loom 1.0 Net#HTTP#initialize().", "scip-ruby gem loom 1.0 Net#HTTP#"],
  ["cxx . . $ ns/D#D(ced63f7c635d850d).", "cxx . . $ ns/D#"],
  ["cxx . . $ D#", "cxx . . $ D#"],
])("%s constructs a class", (symbol, owner) => {
  expect(classOf(symbol)?.symbol).toBe(owner);
});

test.each([
  "scip-typescript npm p 1.0.0 src/`a.ts`/Zod#`<constructor>`().(issues)",
  "scip-typescript npm p 1.0.0 src/`a.ts`/Zod#initialize().",
  "scip-typescript npm p 1.0.0 src/`a.ts`/Zod#Zod().",
  "scip-typescript npm p 1.0.0 src/`a.ts`/make().",
  "rust-analyzer cargo loom 0.1.0 impl#[Loom]new().",
  "cxx . . $ ns/D#`~D`(ced63f7c635d850d).",
  "local 1",
])("%s constructs none", (symbol) => {
  expect(classOf(symbol)).toBeNull();
});
