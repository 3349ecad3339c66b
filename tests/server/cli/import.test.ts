/** The client of one file and `clew import` against a real server: whole files, interruptions, and an export of Redmine. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { ImportItem as Contract, type CustomSource, type NewImportToken } from "../../../contract/sources/imports.ts";
import { ClewImport, ClewImportError, type ImportItem } from "../../../sdk/clewImport.ts";
import { readRedmine } from "../../../sdk/examples/redmine.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");
const AT = "2026-11-20T09:00:00Z";
const issue = (id: string): ImportItem => ({
  kind: "issue",
  id,
  title: `Ticket ${id}`,
  body: "x".repeat(1000),
  state: "open",
  created_at: AT,
  updated_at: AT,
});

/** As Redmine 6 answers, by its documentation of issues, journals and relations. */
const REDMINE_ISSUES = [
  {
    id: 4326,
    project: { id: 1, name: "Redmine" },
    tracker: { id: 2, name: "Feature" },
    status: { id: 1, name: "New", is_closed: false },
    priority: { id: 4, name: "Normal" },
    author: { id: 10_106, name: "Grace Hopper" },
    category: { id: 9, name: "Email notifications" },
    subject: "Aggregate Multiple Issue Changes for Email Notifications",
    description: "This is not to be confused with another useful proposed feature.",
    start_date: "2009-12-03",
    due_date: null,
    done_ratio: 0,
    is_private: false,
    custom_fields: [
      { id: 2, name: "Resolution", value: "Duplicate" },
      { id: 5, name: "Texte", multiple: true, value: [] },
    ],
    created_on: "2009-12-03T15:02:12Z",
    updated_on: "2010-01-03T12:08:41Z",
    closed_on: null,
    relations: [{ id: 7, issue_id: 4326, issue_to_id: 4325, relation_type: "blocks", delay: null }],
    journals: [
      {
        id: 11,
        user: { id: 1, name: "Alan Turing" },
        notes: "See the mail.",
        created_on: "2009-12-04T10:00:00Z",
        details: [],
      },
      { id: 12, user: { id: 1, name: "Alan Turing" }, notes: "", created_on: "2009-12-05T10:00:00Z", details: [] },
      {
        id: 13,
        user: { id: 1, name: "Alan Turing" },
        notes: "Secret.",
        private_notes: true,
        created_on: "2009-12-05T11:00:00Z",
      },
    ],
  },
  {
    id: 4325,
    project: { id: 1, name: "Redmine" },
    tracker: { id: 1, name: "Bug" },
    status: { id: 5, name: "Closed", is_closed: true },
    priority: { id: 5, name: "High" },
    author: { id: 10_106, name: "Grace Hopper" },
    subject: "Notification mails are sent twice",
    description: null,
    due_date: "2010-01-01",
    created_on: "2009-12-02T15:02:12Z",
    updated_on: "2010-01-02T12:08:41Z",
    closed_on: "2010-01-02T12:08:41Z",
  },
];

describe("imports from a file and from a program", () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-import-"));
  let server: TestServer;
  let redmine: Server;
  let admin: string;
  let source: string;
  let token: string;

  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await server.call(method, path, { token: admin, body })).body as T;
  const clew = () => new ClewImport({ server: server.url, source, token, retryDelayMs: 1 });
  const fileOf = (name: string, items: readonly object[]): string => {
    const path = join(folder, name);
    writeFileSync(path, items.map((item) => `${JSON.stringify(item)}\n`).join(""));
    return path;
  };
  /** @param killAfter kill -9 once this many lines of progress have come */
  const run = (args: readonly string[], killAfter = Infinity) =>
    new Promise<{ status: number | null; out: string; said: string }>((resolve) => {
      const { PATH } = process.env;
      const env = { PATH, XDG_CONFIG_HOME: folder, CLEW_URL: server.url, CLEW_TOKEN: token };
      const child = spawn(process.execPath, [ENTRY, "import", ...args, "--source", source, "--human"], { env });
      let [out, said] = ["", ""];
      child.stdout.on("data", (part: Buffer) => (out += part.toString()));
      child.stderr.on("data", (part: Buffer) => {
        said += part.toString();
        if (said.split("\n").length > killAfter) child.kill("SIGKILL");
      });
      child.on("close", (status) => resolve({ status, out, said }));
    });

  beforeAll(async () => {
    server = await startTestServer("pglite");
    const people = await addPeople(server.db, { plan: "Enterprise" });
    admin = people.admin.token;
    await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "loom" });
    redmine = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://redmine.example");
      const one = /^\/issues\/(\d+)\.json$/.exec(url.pathname)?.[1];
      const found = REDMINE_ISSUES.find(({ id }) => String(id) === one);
      const offset = Number(url.searchParams.get("offset"));
      const limit = Number(url.searchParams.get("limit"));
      const list = REDMINE_ISSUES.toSorted((a, b) => a.id - b.id).slice(offset, offset + limit);
      response.writeHead(request.headers["x-redmine-api-key"] === "key" ? 200 : 401, {
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify(found ? { issue: found } : { issues: list, total_count: REDMINE_ISSUES.length, offset, limit }),
      );
    });
    await new Promise<void>((resolve) => redmine.listen(0, "127.0.0.1", resolve));
  }, 120_000);
  afterAll(async () => {
    redmine.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const made = await call<CustomSource>("POST", "projects/loom/sources/", {
      kind: "custom",
      name: "Helpdesk",
      link_template: "https://help.example.org/t/{id}",
      holds: ["issue"],
    });
    source = made.id;
    token = (await call<NewImportToken>("POST", `sources/${source}/import-tokens/`, { name: "Nightly" })).token;
  });

  test("the types of the client are those of the contract", () => {
    const ours: z.input<typeof Contract> = issue("1");
    const theirs: ImportItem = ours;
    expect(Contract.parse(theirs)).toEqual(issue("1"));
  });

  test("the lines that the documentation shows are items", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/IMPORTING.md"), "utf8");
    const lines = page.split("\n").filter((line) => line.startsWith('{"kind"'));
    expect(lines.map((line) => Contract.parse(JSON.parse(line)).kind)).toEqual(["issue", "page"]);
  });

  test("a file is sent in batches; again it changes nothing; what it lacks is deleted on request", async () => {
    const items = Array.from({ length: 1200 }, (_, at) => issue(String(at)));
    const path = fileOf("all.jsonl", items);
    expect(await run([path, "--dry-run"])).toMatchObject({ status: 0, out: expect.stringContaining("1200 new") });
    expect((await clew().state()).items.issue).toBe(0);
    expect(await run([path])).toMatchObject({ status: 0, out: expect.stringContaining("1200 new") });
    const shorter = fileOf("shorter.jsonl", items.slice(0, 1150));
    expect(await run([shorter, "--delete-unseen"])).toMatchObject({
      status: 0,
      out: "0 new, 0 changed, 1150 unchanged, 0 older, 50 deleted\n",
    });
    expect((await clew().state()).items.issue).toBe(1150);
  }, 120_000);

  test("killed in the middle, the next call continues the run: all items arrive once, and none is deleted too early", async () => {
    await clew().send({ items: [issue("stale")] });
    const path = fileOf(
      "killed.jsonl",
      Array.from({ length: 2600 }, (_, at) => issue(String(at))),
    );
    const killed = await run([path, "--delete-unseen"], 1);
    expect(killed.status).toBeNull();
    const { cursor, items, run: begun } = await clew().state();
    expect(cursor).toContain("killed.jsonl");
    expect(begun).not.toBeNull();
    expect(items.issue).toBeGreaterThan(1);
    expect(items.issue).toBeLessThan(2601);
    const { status, out } = await run([path, "--delete-unseen"]);
    expect([status, out]).toMatchObject([0, expect.stringMatching(/ 1 deleted\n$/)]);
    // Continued: the first call's items were not sent again.
    expect(Number(/^(\d+) new/.exec(out)?.[1])).toBeLessThan(2600);
    expect((await clew().state()).items.issue).toBe(2600);
  }, 120_000);

  test("an interrupted run whose items are others now is refused, deletes nothing, and begins again with the next call", async () => {
    const send = (ids: readonly string[], deletesUnseen = true) =>
      clew().importAll(ids.map(issue), { name: "today", deletesUnseen });
    const ids = Array.from({ length: 900 }, (_, at) => String(at));
    await clew().send({ items: ids.slice(0, 500).map(issue) });
    await clew().send({ items: ids.slice(500).map(issue) });
    const interrupted = clew().importAll(ids.map(issue), {
      name: "today",
      deletesUnseen: true,
      onBatch: () => {
        throw new Error("Interrupted.");
      },
    });
    await expect(interrupted).rejects.toThrow("Interrupted.");
    // The tracker has deleted one of those that had arrived, so that all others move up.
    const rest = ids.filter((id) => id !== "3");
    await expect(send(rest)).rejects.toThrow("all items are sent");
    expect((await clew().state()).items.issue).toBe(900);
    expect(await send(rest)).toMatchObject({ unchanged: 899, deleted: 1 });
  }, 120_000);

  test("a table is read by the mapping that the app downloads, as the app reads it, and faults are named by their lines", async () => {
    const table = join(folder, "tickets.csv");
    const rows = ["Nr;Betreff;Status;Angelegt", "1;Suche vergisst;offen;03.04.2026", "2;;offen;04.04.2026", '3;"Zwei'];
    writeFileSync(table, `${rows.join("\n")}\nZeilen";zu;31.02.2026\n4;Vier;zu;05.04.2026\n1;Nochmals;zu;05.04.2026\n`);
    const mapping = {
      kind: "issue",
      columns: [
        { column: "Nr", field: "id" },
        { column: "Betreff", field: "title" },
        { column: "Status", field: "state" },
        { column: "Angelegt", field: "created_at" },
      ],
      day_order: "day_first",
      states: [
        { value: "offen", state: "open" },
        { value: "zu", state: "closed" },
      ],
    };
    const map = fileOf("mapping.json", [mapping]);
    const dry = await run(["--csv", table, "--map", map, "--dry-run"]);
    expect(dry).toMatchObject({ status: 1, out: expect.stringContaining("2 new") });
    expect(dry.out).toContain('"title":"Suche vergisst"');
    expect(dry.said).toContain("Line 3, column Betreff: a value is needed.");
    expect(dry.said).toMatch(/Line 4, column Angelegt: .*31\.02\.2026.* is no date/);
    expect(dry.said).toContain("Line 7: line 2 has the same id.");
    expect((await clew().state()).items.issue).toBe(0);
    // Its rows would be deleted with the items that it lacks.
    const refused = await run([table, "--map", map, "--delete-unseen"]);
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining("Nothing was sent")]);
    expect((await clew().state()).items.issue).toBe(0);
    expect(await run(["--csv", table, "--map", map])).toMatchObject({
      status: 1,
      out: expect.stringContaining("2 new"),
    });
    expect((await clew().state()).items.issue).toBe(2);
    // Without a mapping the names of columns say what they are, and what they do not say is named.
    expect((await run(["--csv", table])).said).toContain("begin with the day or the month");
    const strange = join(folder, "strange.csv");
    writeFileSync(strange, "A;B\n1;2\n");
    expect((await run(["--csv", strange])).said).toContain("a column for the title");
    const faulty = fileOf("faulty.json", [{ ...mapping, columns: [{ column: "Nr", field: "name" }] }]);
    expect((await run(["--csv", table, "--map", faulty])).said).toContain("columns.0.field");
    const other = fileOf("other.json", [{ ...mapping, columns: [{ column: "Id", field: "id" }] }]);
    expect((await run(["--csv", table, "--map", other])).said).toContain("no column “Id”");
  }, 120_000);

  test("what was sent without a run is sent again in one", async () => {
    const ids = Array.from({ length: 700 }, (_, at) => String(at));
    const stop = () => {
      throw new Error("Interrupted.");
    };
    const send = (deletesUnseen: boolean, onBatch?: () => void) =>
      clew().importAll(ids.map(issue), { name: "today", deletesUnseen, ...(onBatch && { onBatch }) });
    await expect(send(true, stop)).rejects.toThrow("Interrupted.");
    await send(false);
    expect(await send(true)).toMatchObject({ unchanged: 700, deleted: 0 });
  }, 120_000);

  test("a fault names the item and its field; a line that is no item its number", async () => {
    const items = [issue("1"), { ...issue("2"), state: "lost" }];
    expect(await run([fileOf("fault.jsonl", items)])).toMatchObject({
      status: 1,
      said: expect.stringMatching(/Item 2: items\.1\.state: /),
    });
    const broken = join(folder, "broken.jsonl");
    writeFileSync(broken, `${JSON.stringify(issue("1"))}\nnot json\n`);
    expect(await run([broken])).toMatchObject({ status: 2, said: expect.stringContaining("Line 2 is no item") });
    token = "clew_imp_wrong";
    await expect(clew().state()).rejects.toBeInstanceOf(ClewImportError);
  });

  test("an export of Redmine by the example: issues with notes, relations and statuses, without what is private", async () => {
    const site = `http://127.0.0.1:${(redmine.address() as AddressInfo).port}`;
    const import1 = () =>
      clew().importAll(readRedmine(site, "redmine", "key"), { name: "monday", deletesUnseen: true });
    expect(await import1()).toMatchObject({ new: 2, deleted: 0 });
    expect(await import1()).toMatchObject({ new: 0, changed: 0 });
    let found: Record<string, unknown> | undefined;
    for (let tries = 0; found === undefined; tries += 1) {
      if (tries > 400) throw new Error("The issue did not come.");
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { results } = await call<{ results: Record<string, unknown>[] }>("GET", "projects/loom/issues/?q=4326");
      found = results.find(({ key }) => key === "#4326");
    }
    expect(await call<object>("GET", `projects/loom/issues/${String(found["id"])}/`)).toMatchObject({
      title: "Aggregate Multiple Issue Changes for Email Notifications",
      author: { name: "Grace Hopper" },
      comments: 1,
      components: ["Email notifications"],
    });
    const stored = await server.db.selectFrom("issue_comments").select("body").execute();
    expect(stored.map(({ body }) => body)).toEqual(["See the mail."]);
  });

  test("the client and the schema of a line are downloaded without a sign-in", async () => {
    const client = await fetch(`${server.url}/api/v1/sdk/clewImport.ts`);
    expect(await client.text()).toContain("export class ClewImport");
    const schema = (await (await fetch(`${server.url}/api/v1/sdk/item.schema.json`)).json()) as { oneOf: unknown[] };
    expect(schema.oneOf).toHaveLength(3);
  });
});
