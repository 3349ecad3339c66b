/** Exports: what a file has, for whom, and what ends it. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { EXPORT_TABLE_NAMES, EXPORT_TABLES, type ExportTable } from "../../../../contract/insights/exportTables.ts";
import type { IssuePage } from "../../../../contract/issues/issues.ts";
import { createApiToken } from "../../../../server/access/tokens/apiTokens.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { findPrincipal } from "../../../../server/access/sessions/sessions.ts";
import { insertRows } from "../../../../server/db/insertRows.ts";
import { newId } from "../../../../server/db/newId.ts";
import { mayExport } from "../../../../server/db/tables/operations/exportRows.ts";
import { rowsOfTable } from "../../../../server/features/exports/rowsOfTable.ts";
import { FileStream } from "../../../../server/http/FileStream.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addRandomWork, NOW } from "../../insights/randomWork.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

type Row = Readonly<Record<string, unknown>>;

onOneDatabase("exports", (engine) => {
  let server: TestServer;
  let admin: SignedInUser;
  let member: SignedInUser;
  let outsider: SignedInUser;
  let tracker: string;
  let projectId: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    member = await signedIn(server.db, { companyId, email: "member@example.org" });
    outsider = await signedIn(server.db, { companyId: otherId, email: "outsider@example.org", role: "Admin" });
    projectId = await addProject(server.db, { companyId, ownerId: member.id, slug: "loom" });
    await addMember(server.db, projectId, admin.id, "Viewer");
    tracker = await addRandomWork(server.db, projectId, 5, 450);
    const secretId = await addProject(server.db, { companyId, ownerId: member.id, slug: "secret" });
    await addRandomWork(server.db, secretId, 6, 20);
    await addProject(server.db, { companyId, ownerId: admin.id, slug: "empty" });
    await server.db
      .updateTable("issues")
      .set({ title: '=HYPERLINK(1)\r\n"x"' })
      .where("id", "=", `${tracker}-i7`)
      .execute();
    const event = { issue_id: `${tracker}-i1`, actor_id: `${tracker}-ada`, created_at: NOW.toISOString() };
    await insertRows(server.db, "issue_events", [
      { ...event, id: newId(), external_id: "e1", type: "closed", detail: null },
      { ...event, id: newId(), external_id: "e2", type: "labeled", detail: "bug" },
      { ...event, id: newId(), external_id: "e3", type: "status", detail: "To do → In Review" },
    ]);
    await insertRows(server.db, "issue_links", [
      {
        issue_id: `${tracker}-i1`,
        origin: "issue",
        position: 0,
        project_id: projectId,
        kind: "blocks",
        name: null,
        other_key: "#9",
        other_place: null,
        other_title: "Hidden",
        other_url: null,
      },
    ]);
    await insertRows(server.db, "pages", [
      {
        id: newId(),
        source_id: tracker,
        project_id: projectId,
        external_id: "p1",
        space_key: "S",
        space_name: "Space",
        parent_external_id: null,
        position: 0,
        title: "Page",
        version: 3,
        author_id: null,
        labels: JSON.stringify(["how"]),
        attachments: "[]",
        body: "ada@example.org",
        url: "https://example.org/p1",
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
    ]);
    await server.db
      .updateTable("sources")
      .set({ restricted_role: "Viewer", restricted_choice: tracker })
      .where("id", "=", tracker)
      .execute();
    const restricted = { source_id: tracker, subject: "issue" as const, external_id: "hidden" };
    await insertRows(server.db, "left_out_items", [
      { ...restricted, kind: "confidential_issue", parent_external_id: null },
    ]);
    await insertRows(server.db, "restricted_items", [
      {
        ...restricted,
        id: newId(),
        project_id: projectId,
        key: "#hidden",
        title: "Hidden",
        body: "",
        url: null,
        author: null,
        state: "open",
        version: "",
        created_at: new Date(0).toISOString(),
        updated_at: new Date(0).toISOString(),
      },
    ]);
  });
  afterAll(() => server.stop());

  const download = (caller: SignedInUser, table: string, query: string, signal?: AbortSignal) =>
    fetch(`${server.url}/api/v1/exports/${table}/?${query}`, {
      headers: { authorization: `Token ${caller.token}` },
      ...(signal && { signal }),
    });
  const linesOf = async (table: string, query = "project=loom"): Promise<Row[]> => {
    const answer = await download(admin, table, `format=jsonl&${query}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    return text === ""
      ? []
      : text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Row);
  };
  const parquetOf = async (table: string, query = "project=loom"): Promise<Row[]> => {
    const file = await (await download(admin, table, `format=parquet&${query}`)).arrayBuffer();
    expect(parquetMetadata(file).key_value_metadata).toContainEqual({ key: "clew.table", value: table });
    return parquetReadObjects({ file });
  };

  test("have each issue as the list of issues answers it to the same reader, and no other", async () => {
    const listed: IssuePage["results"][number][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const path = `projects/loom/issues/?limit=200${cursor && `&cursor=${cursor}`}`;
      const { body } = await server.call("GET", path, { token: admin.token });
      const page = body as IssuePage;
      listed.push(...page.results);
      cursor = page.next;
    }
    const rows = new Map((await linesOf("issues")).map((row) => [row["id"], row]));
    expect(rows.size).toBe(450);
    expect(new Set(rows.keys())).toEqual(new Set(listed.map(({ id }) => id)));
    for (const { id, key, title, state, labels, milestones, priority, created_at, updated_at } of listed)
      expect(rows.get(id)).toMatchObject({
        project: "loom",
        key,
        title,
        state,
        labels: expect.arrayContaining(labels),
        milestones,
        priority,
        created_at,
        updated_at,
      });
    expect(JSON.stringify([...rows.values()])).not.toContain("Hidden");
  });

  test.each(EXPORT_TABLE_NAMES)(
    "have the same rows of %s in every format, with the columns of the table",
    async (table) => {
      const columns: (typeof EXPORT_TABLES)[ExportTable] = EXPORT_TABLES[table];
      const lines = await linesOf(table);
      const parquet = await parquetOf(table);
      const csv = Papa.parse<string[]>(await (await download(admin, table, "format=csv&project=loom")).text(), {
        skipEmptyLines: true,
      }).data;
      expect(csv[0]).toEqual(columns.map(({ name }) => name));
      expect(csv).toHaveLength(lines.length + 1);
      expect(parquet).toHaveLength(lines.length);
      for (const [at, line] of lines.entries()) {
        expect(Object.keys(line)).toEqual(columns.map(({ name }) => name));
        for (const { name, type, nullable } of columns) {
          const value = line[name];
          const isRight = value === null || value === undefined ? nullable : fits(type, value);
          expect([name, isRight]).toEqual([name, true]);
        }
        const plain = JSON.parse(
          JSON.stringify(parquet[at], (_, value: unknown) =>
            typeof value === "bigint" ? Number(value) : (value ?? null),
          ),
        ) as Row;
        expect(plain).toEqual(line);
      }
      // No address of a person, though each account and author has one.
      expect(JSON.stringify(lines)).not.toContain("@example.org");
      const emptyTable = await parquetOf(table, "project=empty");
      expect(emptyTable).toEqual([]);
    },
  );

  test("have rows in the tables that the project has rows for", async () => {
    for (const table of EXPORT_TABLE_NAMES) expect([table, (await linesOf(table)).length > 0]).toEqual([table, true]);
    const events = await linesOf("issue_events");
    expect(events.map(({ type, from_status, to_status }) => [type, from_status, to_status].join()).toSorted()).toEqual([
      "closed,,",
      "status,To do,In Review",
    ]);
    expect(await linesOf("links")).toEqual([
      {
        project: "loom",
        issue_id: `${tracker}-i1`,
        target: "issue",
        kind: "blocks",
        target_key: "#9",
        target_place: null,
      },
    ]);
  });

  test("neutralise formulas in CSV, and keep the text elsewhere", async () => {
    const csv = await (await download(admin, "issues", "format=csv&project=loom")).text();
    expect(csv).toContain(`"'=HYPERLINK(1)\r\n""x"""`);
    expect((await linesOf("issues")).find(({ id }) => id === `${tracker}-i7`)?.["title"]).toBe('=HYPERLINK(1)\r\n"x"');
  });

  test("are of the reader's projects alone", async () => {
    const everything = await linesOf("issues", "");
    expect(new Set(everything.map(({ project }) => project))).toEqual(new Set(["loom"]));
    expect((await download(admin, "issues", "format=csv&project=secret")).status).toBe(404);
    expect((await download(outsider, "issues", "format=csv&project=loom")).status).toBe(404);
    expect(await (await download(outsider, "issues", "format=jsonl")).text()).toBe("");
  });

  test("are made by Admins alone, and name the tables that there are", async () => {
    const refused = await download(member, "issues", "format=csv&project=loom");
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("Only Admins")]);
    const unknown = await download(admin, "users", "format=csv");
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("issue_events")]);
    expect((await download(admin, "issues", "format=xml")).status).toBe(400);
  });

  test("have with `since` what changed or was stored since", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const ago = new Date(Date.now() - 3_600_000).toISOString();
    expect(await linesOf("issues", `project=loom&since=${soon}`)).toEqual([]);
    const changed = `${tracker}-i9`;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await server.db.updateTable("issues").set({ updated_at: at }).where("id", "=", changed).execute();
    const found = await linesOf("issues", `project=loom&since=${soon}`);
    expect(found.map(({ id }) => id)).toEqual([changed]);
    const labels = (await linesOf("issue_labels", `project=loom&since=${soon}`)).map(({ label }) => String(label));
    expect(labels.toSorted()).toEqual([found[0]?.["labels"]].flat().map(String).toSorted());
    // What was stored after the moment is new, although it is older at its host.
    for (const table of ["issues", "comments", "reviews"])
      expect([table, (await linesOf(table, `project=loom&since=${ago}`)).length]).toEqual([
        table,
        (await linesOf(table)).length,
      ]);
    expect((await linesOf("comments", `project=loom&since=${soon}`)).length).toBe(0);
  });

  test("are entries of the audit log", async () => {
    await linesOf("people");
    const last = await server.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(last).toEqual({
      action: "data.exported",
      after: { table: "people", format: "jsonl", since: null, projects: ["loom"] },
    });
  });

  test("end their statements when the reader has gone", async () => {
    const controller = new AbortController();
    const rows = rowsOfTable(server.db, "comments", [{ id: projectId, slug: "loom" }], null, controller.signal);
    expect((await rows.next()).value?.length).toBeGreaterThan(0);
    controller.abort(new Error("gone"));
    await expect(rows.next()).rejects.toThrow("gone");
    expect(await rows.next()).toEqual({ done: true, value: undefined });
    // A transfer that was ended does not keep the company from the next one.
    const leaving = new AbortController();
    const begun = await download(admin, "comments", "format=csv&project=loom", leaving.signal);
    leaving.abort();
    await expect(begun.text()).rejects.toThrow();
    const next = async (): Promise<number> => {
      const answer = await download(admin, "people", "format=csv&project=loom");
      await answer.text();
      return answer.status;
    };
    await expect.poll(next).toBe(200);
  });

  test("end without their end where they fail", async () => {
    const last =
      (await linesOf("issues"))
        .map(({ id }) => String(id))
        .toSorted()
        .at(-1) ?? "";
    const { labels } = await server.db
      .selectFrom("issues")
      .select("labels")
      .where("id", "=", last)
      .executeTakeFirstOrThrow();
    // No list: the statement of the last page fails.
    await server.db.updateTable("issues").set({ labels: '"x"' }).where("id", "=", last).execute();
    for (const format of ["csv", "jsonl"]) {
      const cut = await download(admin, "issue_labels", `format=${format}&project=loom`);
      expect(cut.status).toBe(200);
      await expect(cut.text()).rejects.toThrow("terminated");
    }
    await server.db
      .updateTable("issues")
      .set({ labels: JSON.stringify(labels) })
      .where("id", "=", last)
      .execute();
    expect((await linesOf("issue_labels")).length).toBeGreaterThan(0);
  });

  test("are closed once, also where nothing of them is sent", async () => {
    async function* chunks() {
      yield Buffer.from("part");
    }
    const responseOf = () => new ServerResponse(new IncomingMessage(new Socket()));
    const [gone, open, leaving] = [responseOf().destroy(), responseOf(), responseOf()];
    for (const [response, method] of [
      [gone, "GET"],
      [open, "HEAD"],
      [leaving, "GET"],
    ] as const) {
      const closed = vi.fn<() => void>();
      const body = new FileStream(chunks(), closed).bodyOf(response, method);
      leaving.emit("close");
      await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
      expect(body.readableDidRead).toBe(false);
    }
    const head = await fetch(`${server.url}/api/v1/exports/people/?format=csv`, {
      method: "HEAD",
      headers: { authorization: `Token ${admin.token}` },
    });
    expect([head.status, (await linesOf("people")).length > 0]).toEqual([200, true]);
  });

  test("continue while their reader is an Admin and a member of each of the projects", async () => {
    const { db } = server;
    const { company_id: companyId } = await db
      .selectFrom("users")
      .select("company_id")
      .where("id", "=", admin.id)
      .executeTakeFirstOrThrow();
    const may = (ids: readonly string[], user = admin) => mayExport(db, user.id, companyId ?? "", ids);
    expect([await may([projectId]), await may([projectId, "other"]), await may([projectId], member)]).toEqual([
      true,
      false,
      false,
    ]);
    await db.updateTable("users").set({ deactivated_at: NOW }).where("id", "=", admin.id).execute();
    expect(await may([projectId])).toBe(false);
    await db.updateTable("users").set({ deactivated_at: null }).where("id", "=", admin.id).execute();
  });

  test("are open to a personal token that reads, in its projects alone, and to no token of an agent", async () => {
    const read = async (secret: string, query: string) => {
      const answer = await fetch(`${server.url}/api/v1/exports/people/?format=jsonl${query}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      const text = await answer.text();
      return answer.status === 200 ? text !== "" : answer.status;
    };
    const secretOf = async (projects: string[] | null): Promise<string> => {
      const by = { id: admin.id, name: "Admin", email: "admin@example.org", companyId: null, address: "" };
      const session = await findPrincipal(server.db, admin.token);
      if (!session) throw new Error("No session.");
      const fields = {
        name: "script",
        scope: "read" as const,
        projects,
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      };
      const mail = { post: () => Promise.resolve(), link: (path: string) => path };
      return (await createApiToken({ db: server.db, mail: mail as never }, session, fields, by)).token;
    };
    const [all, limited] = [await secretOf(null), await secretOf(["loom"])];
    expect([await read(all, ""), await read(all, "&project=secret")]).toEqual([true, 404]);
    expect(await read(limited, "&project=loom")).toBe(true);
    expect([await read(limited, ""), await read(limited, "&project=loom&project=empty")]).toEqual([404, 404]);
    const agent = await createMcpToken(server.db, admin.id, { name: "agent", projects: ["loom"] });
    expect(await read(agent.token, "&project=loom")).toBe(403);
  });

  test("have every moment as `since`, also those that no database knows", async () => {
    const count = async (since: string) =>
      (await linesOf("issues", `project=loom&since=${encodeURIComponent(since)}`)).length;
    expect(await count("0000-01-01T00:00:00+14:00")).toBe(450);
    expect(await count("9999-12-31T23:59:59-14:00")).toBe(0);
  });
});

/** Whether a value of JSON has the type of its column. */
function fits(type: (typeof EXPORT_TABLES)[ExportTable][number]["type"], value: unknown): boolean {
  if (type === "text") return typeof value === "string";
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "number") return typeof value === "number";
  if (type === "boolean") return typeof value === "boolean";
  if (type === "list") return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === "string" && new Date(value).toISOString() === value;
}
