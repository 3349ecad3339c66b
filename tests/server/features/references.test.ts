import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CallHierarchy, Definitions, Implementations, References, ScipUpload } from "../../../contract/references.ts";
import { occurrencesIn, scipIndex } from "../../fixtures/scip.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { onEachDatabase } from "../testDb.ts";
import { type SearchServer, startSearchServer } from "./searchServer.ts";

const SHED = `/** Opens the shed. */
export function openShed(height: number): number {
  return height * 2;
}
`;
const WEAVE = `import { openShed } from "./shed.ts";

export class Weaver {
  weave(any: any): number {
    any.openShed();
    return openShed(3) + openShed(4);
  }
}
`;

onEachDatabase("names in the code", (engine) => {
  let fixture: SearchServer;
  let source: string;
  let head: string;
  const ask = async (call: string, query: Record<string, string | number>, token = fixture.people.member.token) =>
    fixture.server.call("GET", `${call}/?${new URLSearchParams({ project: "loom", source, ...(query as object) })}`, {
      token,
    });
  const AT = { path: "src/weave.ts", line: 6, column: 12 };

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    const folder = join(fixture.server.dataDir, "loom");
    makeRepository(folder, [{ message: "Weave", files: { "src/shed.ts": SHED, "src/weave.ts": WEAVE } }], {
      from: git(folder, "rev-parse", "main"),
    });
    head = git(folder, "rev-parse", "main");
    await fixture.sync();
    ({ id: source } = await fixture.server.db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
  });
  afterAll(() => fixture.stop());

  test("a definition has its place, signature and comment", async () => {
    const { status, body } = await ask("definitions", AT);
    expect([status, Definitions.parse(body)]).toMatchObject([
      200,
      {
        name: "openShed",
        precision: "by_name",
        is_indexed: true,
        definitions: [
          {
            path: "src/shed.ts",
            line: 2,
            column: 17,
            end_line: 4,
            kind: "function",
            signature: "export function openShed(height: number): number",
            doc: "Opens the shed.",
            link: "import",
          },
        ],
      },
    ]);
  });

  test("references come by file with their lines, and calls by function", async () => {
    const found = References.parse((await ask("references", AT)).body);
    expect(found).toMatchObject({ count: 4, candidates: 2, read: 2, next: null });
    expect(
      found.files.map(({ path, lines }) => [path, lines.map(({ line, is_call: isCall }) => [line, isCall])]),
    ).toEqual([
      ["src/shed.ts", [[2, false]]],
      [
        "src/weave.ts",
        [
          [1, false],
          [6, true],
          [6, true],
        ],
      ],
    ]);
    expect(found.files[1]?.lines[1]?.text).toBe("    return openShed(3) + openShed(4);");
    const calls = CallHierarchy.parse((await ask("call-hierarchy", AT)).body);
    expect(
      calls.callers.map(({ definition, calls: places }) => [definition?.container, definition?.name, places.length]),
    ).toEqual([["Weaver", "weave", 2]]);
    const implementations = Implementations.parse((await ask("implementations", AT)).body);
    expect(implementations.implementations).toEqual([]);
  });

  test("at the branch and the commit of the index; another revision is in no index", async () => {
    for (const revision of ["main", head, head.slice(0, 8)])
      expect([revision, (await ask("definitions", { ...AT, revision })).body]).toMatchObject([
        revision,
        { is_indexed: true, name: "openShed" },
      ]);
    for (const revision of ["nowhere", "0".repeat(40)])
      expect((await ask("references", { ...AT, revision })).body).toMatchObject({
        is_indexed: false,
        name: null,
        files: [],
        next: null,
      });
  });

  test("no file, no name, a line outside: an answer without definitions, and wrong numbers are refused", async () => {
    for (const place of [
      { ...AT, path: "gone.ts" },
      { ...AT, path: "../../etc/passwd" },
      { ...AT, line: 900 },
      { ...AT, column: 1 },
    ])
      expect((await ask("definitions", place)).body).toMatchObject({ name: null, definitions: [] });
    expect((await ask("definitions", { ...AT, source: "another" })).body).toMatchObject({ name: null });
    expect((await ask("definitions", { ...AT, line: 0 })).status).toBe(400);
    expect((await ask("references", { ...AT, from: -1 })).status).toBe(400);
  });

  test("a user who is no member gets nothing", async () => {
    for (const call of ["definitions", "references", "implementations", "call-hierarchy"]) {
      const { status, body } = await ask(call, AT, fixture.people.stranger.token);
      expect([call, status, JSON.stringify(body).includes("openShed")]).toEqual([call, 404, false]);
    }
  });

  const SYMBOL = "scip-typescript npm loom 1.0.0 src/`shed.ts`/openShed().";
  const index = () =>
    scipIndex([
      { path: "src/shed.ts", occurrences: occurrencesIn(SHED, "openShed", SYMBOL, 1) },
      { path: "src/weave.ts", occurrences: occurrencesIn(WEAVE, "openShed", SYMBOL) },
    ]);
  const upload = async (bytes: Uint8Array, token = fixture.people.admin.token, at = source) =>
    fetch(
      `${fixture.server.url}/api/v1/scip/?${new URLSearchParams({ project: "loom", source: at, revision: head }).toString()}`,
      {
        method: "POST",
        headers: { authorization: `Token ${token}`, "content-type": "application/octet-stream" },
        body: new Uint8Array(bytes),
      },
    );

  test("hostile indexes are refused in a sentence, and change nothing", async () => {
    const refusals: [Uint8Array, string][] = [
      [index().subarray(0, 60), "cut off"],
      [Buffer.from("hello"), "no SCIP index"],
      [scipIndex([{ path: "../secrets", occurrences: [] }]), "not inside of the repository"],
      [gzipSync(index()).subarray(0, 40), "cannot be unpacked"],
      [new Uint8Array(), "is empty"],
    ];
    for (const [bytes, sentence] of refusals) {
      const answer = await upload(bytes);
      expect([sentence, answer.status, await answer.text()]).toEqual([
        sentence,
        400,
        expect.stringContaining(sentence),
      ]);
    }
    expect((await ask("references", AT)).body).toMatchObject({ precision: "by_name", count: 4 });
  });

  test("only who may sync a project uploads, only to its repositories", async () => {
    expect((await upload(index(), fixture.people.stranger.token)).status).toBe(404);
    expect((await upload(index(), fixture.viewer.token)).status).toBe(403);
    expect((await upload(index(), fixture.people.admin.token, "another")).status).toBe(404);
  });

  test("an uploaded index makes answers precise", async () => {
    const answer = await upload(gzipSync(index()));
    expect([answer.status, ScipUpload.parse(await answer.json())]).toMatchObject([
      201,
      { tool: "scip-test 1.0.0", documents: 2, occurrences: 5, symbols: 1 },
    ]);
    const found = References.parse((await ask("references", AT)).body);
    // The method of an unknown object is one that the names alone did not show.
    expect(found).toMatchObject({
      precision: "precise",
      count: 5,
      definitions: [{ path: "src/shed.ts", line: 2, link: "index" }],
    });
    expect((await ask("definitions", { ...AT, line: 4, column: 4 })).body).toMatchObject({
      precision: "by_name",
      name: "weave",
    });
    // The same bytes again, as JSON.
    const again = await fixture.server.call("POST", `scip/?project=loom&source=${source}&revision=${head}`, {
      token: fixture.people.admin.token,
      body: { index: index().toString("base64") },
    });
    expect(again.status).toBe(201);
  });
});
