import { existsSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CallHierarchy,
  Definitions,
  Implementations,
  References,
  ScipUpload,
} from "../../../../contract/code/references.ts";
import { readArguments } from "../../../../server/cli/readArguments.ts";
import { runRemotely } from "../../../../server/cli/remote/remoteCommands.ts";
import type { NewApiToken } from "../../../../contract/access/apiTokens.ts";
import { occurrencesIn, scipIndex } from "../../../fixtures/scip.ts";
import { addMember } from "../../rows.ts";
import { git, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

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

const MANY = "export const use = (it: any): void => it.pickOften();\n";
/** One more than an answer lists. */
const DEFINED_OFTEN = Object.fromEntries(
  Array.from({ length: 21 }, (_, at) => [`src/picks/p${at}.ts`, "export function pickOften(): void {}\n"]),
);

/** The next thread that runs a module: the server starts others for its own work. */
const nextThread = (module: string): Promise<Worker> =>
  new Promise((resolve) => {
    const look = (thread: Worker): void => {
      if (thread.threadName !== module) return;
      process.off("worker", look);
      resolve(thread);
    };
    process.on("worker", look);
  });

/** Withholds the messages and the end of a thread until the returned function is called. An ended thread removes its listeners. */
function holdEvents(thread: Worker): () => void {
  const held: (() => void)[] = [];
  const { emit } = thread;
  thread.emit = (event: string, ...values: unknown[]) => {
    const listeners = thread.listeners(event);
    return held.push(() => listeners.forEach((listener) => void listener.apply(thread, values))) > 0;
  };
  return () => {
    thread.emit = emit;
    for (const deliver of held) deliver();
  };
}

onOneDatabase("names in the code", (engine) => {
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
    const files = { "src/shed.ts": SHED, "src/weave.ts": WEAVE, "src/many.ts": MANY, ...DEFINED_OFTEN };
    makeRepository(folder, [{ message: "Weave", files }], { from: git(folder, "rev-parse", "main") });
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
        is_cut: false,
      },
    ]);
  });

  test("of a name with more definitions than are listed the answer reports that there are more", async () => {
    const at = { path: "src/many.ts", line: 1, column: MANY.indexOf("pickOften") + 1 };
    const { definitions, is_cut } = Definitions.parse((await ask("definitions", at)).body);
    expect([definitions.length, is_cut]).toEqual([20, true]);
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
  const sentAs = (token: string): string => `${token.startsWith("clew_pat_") ? "Bearer" : "Token"} ${token}`;
  const upload = async (bytes: Uint8Array, token = fixture.people.admin.token, at = source) =>
    fetch(
      `${fixture.server.url}/api/v1/scip/?${new URLSearchParams({ project: "loom", source: at, revision: head }).toString()}`,
      {
        method: "POST",
        headers: { authorization: sentAs(token), "content-type": "application/octet-stream" },
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

  test("a path beyond the limit is refused with the limit and its beginning, once, in the language of the user", async () => {
    const long = (n: number) => `src/${n}/${"deep/".repeat(1000)}shed.ts`;
    const documents = Array.from({ length: 2000 }, (_, n) => ({ path: long(n), occurrences: [] }));
    const { id } = fixture.people.admin;
    const sentences = {
      EN: "a path of more than 4,000 bytes, which is the limit",
      TR: "4.000 bayt olan sınırdan uzun",
    };
    for (const language of ["TR", "EN"] as const) {
      await fixture.server.db.updateTable("users").set({ language }).where("id", "=", id).execute();
      const answer = await upload(gzipSync(scipIndex(documents)));
      const text = await answer.text();
      expect([answer.status, text]).toEqual([400, expect.stringContaining(sentences[language])]);
      expect(text).toContain("src/0/deep/");
      expect(text.length).toBeLessThan(400);
    }
  });

  test("clew uploads a file with blanks in its name to a repository with a blank in its name, and reports why one is refused", async () => {
    const wool = await fixture.link("fine wool", { "src/shed.ts": SHED });
    const revision = git(join(fixture.server.dataDir, "fine wool"), "rev-parse", "main");
    const file = join(fixture.server.dataDir, "my  index.scip");
    const clew = async (...args: string[]): Promise<unknown> => {
      const environment = { XDG_CONFIG_HOME: join(fixture.server.dataDir, "home"), CLEW_URL: fixture.server.url };
      const request = readArguments("scip", [...args, "--project", "loom", "--rev", revision], environment);
      if (request === "help") throw new Error("There is nothing to help with.");
      return runRemotely(request, { ...environment, CLEW_TOKEN: fixture.people.admin.token }, "json");
    };
    writeFileSync(file, scipIndex([{ path: "src/shed.ts", occurrences: occurrencesIn(SHED, "openShed", SYMBOL, 1) }]));
    expect(await clew("upload", file, "--source", "fine wool")).toBe(0);
    const listed = (await fixture.server.call("GET", "scip/?project=loom", { token: fixture.people.admin.token })).body;
    expect(listed).toMatchObject([{ source: wool.id, revision, documents: 1 }]);
    writeFileSync(file, scipIndex([{ path: "deep/".repeat(1000), occurrences: [] }]));
    await expect(clew("upload", file, "--source", "fine wool")).rejects.toThrow("a path of more than 4,000 bytes");
    expect(await clew("remove", "--source", "fine wool")).toBe(0);
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

  test("an index is listed, counted and removed, and the audit log has both", async () => {
    const { admin, stranger } = fixture.people;
    const list = async (token: string) => fixture.server.call("GET", "scip/?project=loom", { token });
    const listed = (await list(fixture.viewer.token)).body as ScipUpload[];
    expect(listed).toMatchObject([{ source, revision: head, tool: "scip-test 1.0.0", documents: 2 }]);
    const bytes = listed[0]?.bytes ?? 0;
    expect(bytes).toBeGreaterThan(100);
    expect((await list(stranger.token)).status).toBe(404);
    const remove = (token: string, of = source) => fixture.server.call("DELETE", `sources/${of}/scip/`, { token });
    expect((await remove(fixture.viewer.token)).status).toBe(403);
    expect((await remove(stranger.token)).status).toBe(404);
    expect((await remove(admin.token, "another")).status).toBe(404);
    expect((await remove(admin.token)).status).toBe(204);
    expect((await remove(admin.token)).status).toBe(404);
    expect((await ask("references", AT)).body).toMatchObject({ precision: "by_name" });
    const rows = await fixture.server.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "like", "scip.%")
      .where("subject_id", "=", source)
      .orderBy("id")
      .execute();
    expect(rows.map(({ action, subject_id: id }) => [action, id])).toEqual([
      ["scip.uploaded", source],
      ["scip.uploaded", source],
      ["scip.removed", source],
    ]);
  });

  test("an index of an unknown commit, or beyond the disk quota of the company, is refused", async () => {
    const of = (revision: string) =>
      fixture.server.call("POST", `scip/?project=loom&source=${source}&revision=${revision}`, {
        token: fixture.people.admin.token,
        body: { index: index().toString("base64") },
      });
    const unknown = await of("0".repeat(40));
    expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
      400,
      expect.stringContaining("no commit 0000000000 that was read"),
    ]);
    // PostgreSQL has the blobs in a table, the embedded database has them in a folder.
    const folder = join(fixture.server.dataDir, "blobs");
    const listBlobs = async () => [
      ...(await fixture.server.db.selectFrom("blobs").select("hash").orderBy("hash").execute()),
      ...(existsSync(folder) ? (await readdir(folder, { recursive: true })).toSorted() : []),
    ];
    const company = fixture.people.companyId;
    await fixture.server.db.insertInto("company_quotas").values({ company_id: company, disk_mb: 1000 }).execute();
    expect((await of(head)).status).toBe(201);
    await fixture.server.db
      .updateTable("index_disk")
      .set({ bytes: 1000 * (1 << 20) })
      .execute();
    const full = await of(head);
    expect([full.status, JSON.stringify(full.body)]).toEqual([409, expect.stringContaining("of the 1000 MB")]);
    // Another index, whose table is not stored yet.
    expect((await listBlobs()).length).toBeGreaterThan(0);
    const before = [await fixture.server.db.selectFrom("scip_indexes").selectAll().execute(), await listBlobs()];
    const other = scipIndex([
      { path: "src/shed.ts", occurrences: occurrencesIn(SHED, "height", "scip-typescript npm loom 1.0.0 height.") },
    ]);
    expect((await upload(other)).status).toBe(409);
    expect([await fixture.server.db.selectFrom("scip_indexes").selectAll().execute(), await listBlobs()]).toEqual(
      before,
    );
  });

  test("an upload is not stored when its member or its source is removed while it is compiled", async () => {
    const { admin, member } = fixture.people;
    const { db, url } = fixture.server;
    await db.deleteFrom("company_quotas").execute();
    const shelf = await fixture.link("shelf", { "src/shed.ts": SHED });
    const shelfHead = git(join(fixture.server.dataDir, "shelf"), "rev-parse", "main");
    const stored = () => db.selectFrom("scip_indexes").select(["source_id", "blob"]).orderBy("source_id").execute();
    /** Uploads, and makes the other call while the thread that compiles waits to be heard. */
    const during = async (token: string, of: string, revision: string, call: () => Promise<unknown>) => {
      const query = new URLSearchParams({ project: "loom", source: of, revision });
      const compiling = nextThread("compileWorker.ts");
      const answer = fetch(`${url}/api/v1/scip/?${query.toString()}`, {
        method: "POST",
        headers: { authorization: sentAs(token), "content-type": "application/octet-stream" },
        body: new Uint8Array(index()),
      });
      const refused = answer.then(({ status }) => {
        throw new Error(`It was answered with ${status} and not compiled.`);
      });
      const thread = await Promise.race([compiling, refused]);
      const release = holdEvents(thread);
      await call();
      release();
      const { status } = await answer;
      return status;
    };
    expect((await upload(index(), member.token)).status).toBe(201);
    const own = await stored();
    expect(
      await during(member.token, source, head, () =>
        db.deleteFrom("project_members").where("user_id", "=", member.id).execute(),
      ),
    ).toBe(404);
    expect(await stored()).toEqual(own);
    await addMember(db, fixture.projectId, member.id, "Developer");
    expect(
      await during(member.token, source, head, () =>
        db.updateTable("project_members").set({ role: "Viewer" }).where("user_id", "=", member.id).execute(),
      ),
    ).toBe(403);
    expect(
      await during(admin.token, shelf.id, shelfHead, () =>
        fixture.server.call("DELETE", `projects/loom/repositories/${shelf.id}/`, { token: admin.token }),
      ),
    ).toBe(404);
    expect(await stored()).toEqual(own);
    const made = await fixture.server.call("POST", "users/me/api-tokens/", {
      token: admin.token,
      body: { name: "CI", scope: "write", projects: ["loom"], expires_at: new Date(Date.now() + 86_400_000) },
    });
    const { id, token } = made.body as NewApiToken;
    expect((await upload(index(), token)).status).toBe(201);
    const byToken = await stored();
    expect(await during(token, source, head, () => db.deleteFrom("api_tokens").where("id", "=", id).execute())).toBe(
      401,
    );
    expect(await stored()).toEqual(byToken);
    expect(
      await during(admin.token, source, head, () =>
        db.deleteFrom("sessions").where("user_id", "=", admin.id).execute(),
      ),
    ).toBe(401);
    expect(await stored()).toEqual(byToken);
  });
});
