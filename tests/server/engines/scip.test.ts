import { expect, test } from "vitest";
import { definitionsOf } from "../../../server/engines/references/findDefinitions.ts";
import { implementationsOf } from "../../../server/engines/references/implementations.ts";
import { lineOf } from "../../../server/engines/references/lookup/fileDefinitions.ts";
import { descriptorName } from "../../../server/engines/references/precise.ts";
import { referencesTo } from "../../../server/engines/references/findReferences.ts";
import { compileScip } from "../../../server/index/scip/readScip.ts";
import { ScipTable } from "../../../server/index/scip/ScipTable.ts";
import { ScipError } from "../../../server/index/scip/WireReader.ts";
import { type ScipDocument, occurrencesIn, scipIndex } from "../../fixtures/scip.ts";
import { projectIndex } from "./projectIndex.ts";

const A = `export class Loom {\n  pass() {}\n}\n// Loom\nconst pass = 1;\n`;
const B = `/* 🧵 ş */ export function run(it: any) { it.pass(); it.pass(); }\n`;
const PASS = "scip-typescript npm loom 1.0.0 src/`a.ts`/Loom#pass().";
const RUN = "scip-typescript npm loom 1.0.0 src/`b.ts`/run().";

const documents = (part: Partial<ScipDocument> = {}): ScipDocument[] => [
  {
    path: "src/b.ts",
    ...part,
    occurrences: [
      { range: [0, 27, 30], symbol: RUN, isDefinition: true },
      { range: [0, 31, 33], symbol: "local 0", isDefinition: true },
      { range: [0, 42, 44], symbol: "local 0" },
      { range: [0, 45, 49], symbol: PASS },
      { range: [0, 53, 55], symbol: "local 0" },
      { range: [0, 56, 60], symbol: PASS },
    ],
  },
  { path: "src/a.ts", occurrences: occurrencesIn(A.split("\n").slice(0, 3).join("\n"), "pass", PASS, 1) },
];

function message(field: number, content: Uint8Array): Buffer {
  const length: number[] = [];
  for (let left = content.length; left > 0; left >>>= 7) length.push((left & 127) | (left > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([field * 8 + 2, ...(length.length > 0 ? length : [0])]), content]);
}

/** A symbol that implements 20,000 others. */
function manyBases(): Buffer {
  const base = message(4, Buffer.concat([message(1, Buffer.from("base")), Buffer.from([3 * 8, 1])]));
  const symbol = Buffer.concat([message(1, Buffer.from(PASS)), ...Array.from({ length: 20_000 }, () => base)]);
  const document = Buffer.concat([message(1, Buffer.from("src/a.ts")), message(3, symbol)]);
  return Buffer.concat([scipIndex([]), message(2, document)]);
}

function certain<T>(found: T | null): T {
  if (found === null) throw new Error("There is no name at this place.");
  return found;
}

/** @param revision of the uploaded index; null: the commit of the files */
async function open(files: Record<string, string>, index: Buffer, revision: string | null = "f".repeat(40)) {
  const made = await projectIndex([{ message: "Loom", files }], () => []);
  const commit = made.index.code[0]?.part.commit ?? "";
  const uploaded = [
    { source: "repository-1", revision: revision ?? commit, table: new ScipTable(compileScip(index).table) },
  ];
  return {
    made,
    named: (path: string, line: number, column: number) =>
      definitionsOf(made.index, { source: "repository-1", path, line, column }, uploaded),
  };
}

test("an uploaded index answers what no name shows: the method of an untyped parameter", async () => {
  const { made, named } = await open({ "src/a.ts": A, "src/b.ts": B }, scipIndex(documents()));
  try {
    const found = await named("src/b.ts", 1, 47);
    expect(found?.precise?.symbol).toMatchObject({ symbol: PASS, name: "pass" });
    const files = found?.names.files;
    const shown = (places: readonly { place: { repository: number; file: number }; from: number }[]) =>
      places.map(
        ({ place, from }) => `${files?.read(place).path}:${lineOf(files?.read(place).text ?? "", from)}:${from}`,
      );
    expect(shown(found?.definitions ?? [])).toEqual(["src/a.ts:2:22"]);
    const { references } = await referencesTo(certain(found));
    // `const pass` is another one, and the comment is none.
    expect(shown(references)).toEqual(["src/a.ts:2:22", "src/b.ts:1:45", "src/b.ts:1:56"]);
    expect(references.map(({ isCall, isDefinition }) => [isCall, isDefinition])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ]);
    const local = await named("src/b.ts", 1, 43);
    expect(shown((await referencesTo(certain(local))).references)).toEqual([
      "src/b.ts:1:31",
      "src/b.ts:1:42",
      "src/b.ts:1:53",
    ]);
  } finally {
    made.remove();
  }
});

test("columns are read in the encoding of the document", async () => {
  // The emoji has 4 bytes, 2 UTF-16 units and 1 code point; ş has 2, 1 and 1.
  for (const [encoding, shift] of [
    [1, 3],
    [3, -1],
  ] as const) {
    const shifted = documents({ encoding }).map((one) =>
      one.path === "src/b.ts"
        ? {
            ...one,
            occurrences: one.occurrences.map((occurrence) => ({
              ...occurrence,
              range: occurrence.range.map((value, at) => (at === 0 ? value : value + shift)),
            })),
          }
        : one,
    );
    const { made, named } = await open({ "src/a.ts": A, "src/b.ts": B }, scipIndex(shifted));
    const found = await named("src/b.ts", 1, 47);
    expect([encoding, found?.precise?.symbol]).toMatchObject([encoding, { symbol: PASS, from: 45 }]);
    made.remove();
  }
});

test("a file that has changed since is answered by name, others still precisely", async () => {
  const changed = `// one line more\n${B}`;
  const { made, named } = await open({ "src/a.ts": A, "src/b.ts": changed }, scipIndex(documents()));
  try {
    expect((await named("src/b.ts", 2, 47))?.precise).toBeNull();
    const found = await named("src/a.ts", 2, 4);
    expect(found?.precise).not.toBeNull();
    expect((await referencesTo(certain(found))).references).toHaveLength(1);
  } finally {
    made.remove();
  }
});

test("a place beyond the end of the text or of its line is none, also in an index of the same commit", async () => {
  const beyond = documents().map((one) => ({
    ...one,
    occurrences: [
      ...one.occurrences,
      { range: [1_000_000_000, 0, 4], symbol: PASS, isDefinition: true },
      { range: [1, 100_000, 100_004], symbol: PASS, isDefinition: true },
    ],
  }));
  const { made, named } = await open({ "src/a.ts": A, "src/b.ts": B }, scipIndex(beyond), null);
  try {
    const found = await named("src/b.ts", 1, 47);
    expect(found?.precise?.symbol).toMatchObject({ symbol: PASS });
    expect(found?.definitions.map(({ from }) => from)).toEqual([22]);
    expect((await referencesTo(certain(found))).references).toHaveLength(3);
  } finally {
    made.remove();
  }
});

test("implementations come from the relationships", async () => {
  const SHUTTLE = "scip-typescript npm loom 1.0.0 src/`a.ts`/Shuttle#";
  const LOOM = "scip-typescript npm loom 1.0.0 src/`a.ts`/Loom#";
  const text = `interface Shuttle {}\nclass Loom {}\n`;
  const index = scipIndex([
    {
      path: "src/a.ts",
      occurrences: [
        { range: [0, 10, 17], symbol: SHUTTLE, isDefinition: true },
        { range: [1, 6, 10], symbol: LOOM, isDefinition: true },
      ],
      implementations: { [LOOM]: SHUTTLE },
    },
  ]);
  const { made, named } = await open({ "src/a.ts": text }, index);
  try {
    const found = await named("src/a.ts", 1, 12);
    expect((await implementationsOf(certain(found))).types.map(({ name }) => name)).toEqual(["Loom"]);
  } finally {
    made.remove();
  }
});

test("the names of symbols", () => {
  expect(
    [PASS, RUN, "local 3", "a b c d src/`x y`/Type#`has space`().", "a b c d T#[K]", "a b c d f().(p)"].map(
      descriptorName,
    ),
  ).toEqual(["pass", "run", "", "has space", "K", "p"]);
});

const refusalOf = (bytes: Buffer): string => {
  try {
    compileScip(bytes);
    return "none";
  } catch (error) {
    if (!(error instanceof ScipError)) throw error;
    return error.refusal;
  }
};

test("every beginning of an index is refused or read, and none takes the process along", () => {
  const whole = scipIndex(documents());
  for (let length = 0; length < whole.length; length++)
    expect(["empty", "cut_off", "not_scip", "none"]).toContain(refusalOf(whole.subarray(0, length)));
  expect(refusalOf(whole)).toBe("none");
});

test.each([
  ["no bytes", Buffer.alloc(0), "empty"],
  ["text", Buffer.from("source,target\n1,2\n"), "not_scip"],
  ["a number without an end", Buffer.alloc(64, 0xff), "not_scip"],
  ["a length beyond the file", Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]), "cut_off"],
  ["a length of 2^63", Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]), "not_scip"],
  ["no documents", scipIndex([]), "not_scip"],
  ["a path to the root", scipIndex([{ path: "/etc/passwd", occurrences: [] }]), "path"],
  ["a path upwards", scipIndex([{ path: "src/../../a.ts", occurrences: [] }]), "path"],
  ["a path of Windows", scipIndex([{ path: "C:\\a.ts", occurrences: [] }]), "path"],
  ["a path with a NUL", scipIndex([{ path: "a\0.ts", occurrences: [] }]), "path"],
  ["no path", scipIndex([{ path: "", occurrences: [] }]), "path"],
  ["a symbol with too many bases", manyBases(), "limit"],
  ["a long path", scipIndex([{ path: "a/".repeat(5000), occurrences: [] }]), "path_length"],
  [
    "a document twice",
    scipIndex([
      { path: "a.ts", occurrences: [] },
      { path: "a.ts", occurrences: [] },
    ]),
    "twice",
  ],
  [
    "a range of five numbers",
    scipIndex([{ path: "a.ts", occurrences: [{ range: [1, 2, 3, 4, 5], symbol: "a" }] }]),
    "not_scip",
  ],
  ["a range backwards", scipIndex([{ path: "a.ts", occurrences: [{ range: [1, 5, 2], symbol: "a" }] }]), "not_scip"],
  ["a huge line", scipIndex([{ path: "a.ts", occurrences: [{ range: [2 ** 40, 1, 2], symbol: "a" }] }]), "not_scip"],
])("%s is refused", (_what, bytes, refusal) => {
  expect(refusalOf(bytes)).toBe(refusal);
});

test("what a program calls itself is as long as one name and one version", () => {
  // Five million times an empty name (field 1) in the description of the tool.
  const info = Buffer.alloc(10_000_000, Buffer.from([0x0a, 0]));
  const index = Buffer.concat([message(1, message(2, info)), scipIndex(documents())]);
  expect(compileScip(index).tool).toBe("scip-test 1.0.0");
  expect(compileScip(Buffer.concat([scipIndex(documents()), message(1, message(2, info))])).tool.length).toBeLessThan(
    400,
  );
});
