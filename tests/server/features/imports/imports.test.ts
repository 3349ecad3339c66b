/** Custom sources over HTTP: batches, runs, tokens, and what members find of them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomSource, ImportResult, NewImportToken } from "../../../../contract/sources/imports.ts";
import { addMember, addProject } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

const AT = "2026-11-20T09:00:00Z";
const issue = (id: string, more: object = {}): object => ({
  kind: "issue",
  id,
  title: `Ticket ${id}`,
  state: "open",
  created_at: AT,
  updated_at: AT,
  ...more,
});
const page = (id: string, more: object = {}): object => ({
  kind: "page",
  id,
  title: `Page ${id}`,
  created_at: AT,
  updated_at: AT,
  ...more,
});

onOneDatabase("imports into custom sources", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let source: string;
  let token: string;

  const call = async (method: string, path: string, body?: object, bearer?: string, who = people.admin) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: bearer === undefined ? `Token ${who.token}` : `Bearer ${bearer}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
  };
  const makeSource = async (holds: readonly string[], who = people.admin): Promise<string> => {
    const made = await call(
      "POST",
      "projects/loom/sources/",
      { kind: "custom", name: "Helpdesk", link_template: "https://help.example.org/t/{id}", holds },
      undefined,
      who,
    );
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    return (made.body as CustomSource).id;
  };
  const send = (batch: object, bearer: string | undefined = token, to = source) =>
    call("PUT", `sources/${to}/items/`, batch, bearer);
  const sent = async (batch: object, to = source): Promise<ImportResult> => {
    const { status, body } = await call("PUT", `sources/${to}/items/`, batch);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as ImportResult;
  };
  const state = async (of = source): Promise<CustomSource> =>
    (await call("GET", `sources/${of}/import/`)).body as CustomSource;
  const makeToken = async (of: string): Promise<NewImportToken> => {
    const made = await call("POST", `sources/${of}/import-tokens/`, { name: "Nightly" });
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    return made.body as NewImportToken;
  };
  /** Repeats until the answer fits: a sync follows each batch. */
  const until = async <T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      const value = await read();
      if (fits(value)) return value;
      if (tries > 400) throw new Error(`It did not come: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const issues = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await call("GET", "projects/loom/issues/?limit=100")).body as { results: Record<string, unknown>[] }).results;

  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db, { plan: "Enterprise" });
    await server.db
      .updateTable("companies")
      .set({ plan: "Enterprise" })
      .where("id", "=", people.otherCompanyId)
      .execute();
    const project = await addProject(server.db, {
      companyId: people.companyId,
      ownerId: people.admin.id,
      slug: "loom",
    });
    await addMember(server.db, project, people.member.id, "Developer");
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    source = await makeSource(["issue", "request"]);
    token = (await makeToken(source)).token;
  });

  test("an issue is in the list, in the search and has its people within seconds; a change and a deletion follow", async () => {
    const ada = { id: "u1", name: "Ada Lovelace", email: "ada@example.org" };
    await sent({
      items: [
        issue("41", {
          title: "Payments fail with zanzibarcode",
          body: "The **checkout** fails.",
          status: { name: "Waiting for customer", category: "in_progress" },
          type: "Incident",
          priority: "P1",
          labels: ["billing"],
          author: ada,
          assignees: [ada],
          comments: [{ id: "c1", body: "Seen quokkatext in the log.", author: ada, created_at: AT }],
          links: [{ kind: "blocks", key: "#42" }],
          custom_fields: [{ name: "Region", type: "choice", values: ["EMEA"] }],
          due_on: "2026-12-01",
        }),
        issue("42"),
        {
          ...issue("r1", { title: "Fix the checkout", state: "merged", merged_at: AT }),
          kind: "request",
          number: 7,
          comments: [{ id: "rc1", body: "Looks right.", author: ada, created_at: AT }],
        },
      ],
    });
    const found = await until(issues, (rows) => rows.some(({ key }) => key === "#41"));
    const row = found.find(({ key }) => key === "#41");
    expect(row).toMatchObject({
      title: "Payments fail with zanzibarcode",
      url: "https://help.example.org/t/41",
      status: { name: "Waiting for customer", category: "in_progress" },
      labels: ["billing"],
    });
    const search = (q: string) => () => call("GET", `projects/loom/search/?q=${q}`);
    const hits = (answer: { body: unknown }): string => JSON.stringify(answer.body);
    await until(search("zanzibarcode"), (answer) => hits(answer).includes("Payments fail"));
    await until(search("quokkatext"), (answer) => hits(answer).includes("Payments fail"));
    const read = await call("GET", `projects/loom/issues/${String(row?.["id"])}/`);
    expect(read.body).toMatchObject({ comments: 1, author: { name: "Ada Lovelace" }, priority: "P1" });
    await until(
      () => call("GET", "projects/loom/requests/"),
      (answer) => JSON.stringify(answer.body).includes("Fix the checkout"),
    );

    await sent({
      items: [
        { ...issue("r1", { revision: Date.parse(AT) + 1, title: "Fix the checkout" }), kind: "request", number: 8 },
      ],
    });
    await until(
      () => call("GET", "projects/loom/requests/"),
      (answer) => /"#8"/.test(JSON.stringify(answer.body)),
    );

    // The time of change is the same: the revision alone shows that it is newer.
    await sent({
      items: [
        issue("41", {
          revision: Date.parse(AT) + 1,
          title: "Payments work again",
          comments: [{ id: "c1", body: "Edited walrustext.", author: ada, created_at: AT }],
        }),
      ],
      deleted: [
        { kind: "issue", id: "42" },
        { kind: "request", id: "r1" },
      ],
    });
    const after = await until(issues, (rows) => rows.some(({ title }) => title === "Payments work again"));
    expect(after.map(({ key }) => key)).not.toContain("#42");
    await until(search("walrustext"), (answer) => hits(answer).includes("Payments work again"));
    expect(hits(await search("quokkatext")())).not.toContain("Payments");
    await until(
      () => call("GET", "projects/loom/requests/"),
      (answer) => !JSON.stringify(answer.body).includes("Fix the checkout"),
    );
  });

  test("the same batch changes nothing, an older revision never overwrites, a deletion is not undone by an older item", async () => {
    const batch = { items: [issue("1", { revision: 5 }), issue("2", { revision: 5 })], cursor: "line 2" };
    expect(await sent(batch)).toEqual({ new: 2, changed: 0, unchanged: 0, older: 0, deleted: 0, cursor: "line 2" });
    expect(await sent(batch)).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    expect(await sent({ items: [issue("1", { revision: 4, title: "Old" })] })).toMatchObject({ older: 1, changed: 0 });
    expect(await sent({ items: [issue("1", { revision: 6, title: "New" })] })).toMatchObject({ changed: 1 });
    expect(await sent({ deleted: [{ kind: "issue", id: "2", revision: 7 }] })).toMatchObject({ deleted: 1 });
    expect(await sent({ items: [issue("2", { revision: 6 })] })).toMatchObject({ older: 1, new: 0 });
    expect(await sent({ items: [issue("2", { revision: 8 })] })).toMatchObject({ new: 1 });
    expect(await sent({ deleted: [{ kind: "issue", id: "never", revision: 9 }] })).toMatchObject({ deleted: 0 });
    expect(await sent({ items: [issue("never", { revision: 8 })] })).toMatchObject({ older: 1, new: 0 });
    expect(await state()).toMatchObject({ items: { issue: 2, request: 0, page: 0 }, cursor: "line 2" });
  });

  test("a dry run counts and stores nothing; a batch with one fault stores nothing and names the path", async () => {
    expect(await sent({ items: [issue("1"), issue("2")], dry_run: true, cursor: "x" })).toMatchObject({
      new: 2,
      cursor: null,
    });
    const refused = await send({ items: [issue("1"), issue("2", { created_at: "0000-01-01T00:00:00Z" })] });
    expect(refused).toMatchObject({
      status: 400,
      body: { items: { 1: { created_at: ["Give a time between 1970 and 2100, such as 2026-11-28T09:30:00Z."] } } },
    });
    for (const fault of [
      issue("2", { updated_at: "9999-12-31T23:59:59Z" }),
      issue("2", { updated_at: "2026-02-30T10:00:00Z" }),
      issue("2", { url: "javascript:alert(1)" }),
      issue("2", { title: "a\u0000b" }),
      issue("2", { body: "a\u0000b" }),
      issue("2\n3"),
      issue("x".repeat(201)),
      issue("2", { surprise: true }),
      { ...issue("2"), kind: "commit" },
      page("2"),
      issue("1"),
    ])
      expect((await send({ items: [issue("1"), fault] })).status, JSON.stringify(fault).slice(0, 80)).toBe(400);
    expect((await send({ items: [issue("x".repeat(10_000_000))] })).status).toBe(413);
    const poisoned = await server.call("PUT", `sources/${source}/items/`, {
      token: people.admin.token,
      raw: `{"items":[],"__proto__":{"dry_run":true}}`,
    });
    expect(poisoned.status).toBe(400);
    expect(await state()).toMatchObject({ items: { issue: 0 }, imported_at: null });
    expect(await sent({ items: [issue("__proto__"), issue("constructor")] })).toMatchObject({ new: 2 });
    expect(await sent({ items: [issue("__proto__"), issue("constructor")] })).toMatchObject({ unchanged: 2 });
    expect((await send({ items: [issue("other", { key: "constructor" })] })).status).toBe(400);
  });

  test("link templates make web addresses only, and pages need a source of their own", async () => {
    for (const link_template of [
      "javascript:alert({id})",
      "https://help.example.org/",
      "https://{id}.example.org/",
      "https://user:secret@help.example.org/{id}",
      "data:text/html,{id}",
    ]) {
      const body = { kind: "custom", name: "X", link_template, holds: ["issue"] };
      expect((await call("POST", "projects/loom/sources/", body)).status, link_template).toBe(400);
    }
    const mixed = { kind: "custom", name: "X", link_template: "https://a.example/{id}", holds: ["issue", "page"] };
    expect(await call("POST", "projects/loom/sources/", mixed)).toMatchObject({
      status: 400,
      body: { holds: ["Pages need a source of their own: create one for issues and requests, and one for pages."] },
    });
  });

  test("pages keep their tree; one below itself and a chain beyond the limit are refused", async () => {
    const wiki = await makeSource(["page"]);
    await sent(
      { items: [page("child", { parent_id: "top", body: "# Rollback\n\nUse okapiterm." }), page("top")] },
      wiki,
    );
    await until(
      () => call("GET", "projects/loom/search/?q=okapiterm"),
      (answer) => JSON.stringify(answer.body).includes("Page child"),
    );
    const cycle = { items: [page("top", { parent_id: "child", revision: Date.parse(AT) + 1 })] };
    expect(await call("PUT", `sources/${wiki}/items/`, cycle)).toMatchObject({
      status: 400,
      body: { items: { 0: { parent_id: [expect.stringContaining("below itself")] } } },
    });
    const chain = Array.from({ length: 102 }, (_, at) =>
      page(`deep${at}`, at > 0 ? { parent_id: `deep${at - 1}` } : {}),
    );
    expect((await call("PUT", `sources/${wiki}/items/`, { items: chain })).status).toBe(400);
    expect((await state(wiki)).items.page).toBe(2);
  });

  test("a run deletes what it has not seen, and only a whole one", async () => {
    await sent({ items: [issue("1"), issue("2"), issue("3")], cursor: "before" });
    const begun = await call("POST", `sources/${source}/import-runs/`, undefined, token);
    expect(begun).toMatchObject({ status: 201, body: { cursor: null } });
    const run = (begun.body as CustomSource).run ?? "";
    await sent({ items: [issue("1"), issue("2", { title: "Changed", revision: Date.parse(AT) + 1 })], run });
    const end = (body: object, which = run) =>
      call("POST", `sources/${source}/import-runs/end/`, { run: which, ...body }, token);
    // One more was sent than arrived: a batch is missing.
    expect(await end({ items: 3 })).toMatchObject({ status: 409 });
    expect((await state()).items.issue).toBe(3);
    expect(await end({ items: 2 })).toMatchObject({ status: 200, body: { deleted: 1 } });
    // The answer may have been lost: the end is repeated, and what arrived since is kept.
    await sent({ items: [issue("4")] });
    expect(await end({ items: 2 })).toMatchObject({ status: 200, body: { deleted: 1, unchanged: 2 } });
    expect((await state()).items.issue).toBe(3);
    await sent({ items: [], deleted: [{ kind: "issue", id: "4" }] });
    const log = await call("GET", `companies/${people.companyId}/audit/?action=import.run_ended`);
    expect((log.body as { results: unknown[] }).results).toMatchObject([
      { action: "import.run_ended", after: { project: "loom", items: 2, deleted: 1 } },
    ]);
    expect((await state()).items.issue).toBe(2);

    // Of two concurrent runs the first can neither send nor delete once the second has begun.
    const first = ((await call("POST", `sources/${source}/import-runs/`, undefined, token)).body as CustomSource).run;
    await sent({ items: [issue("1")], run: first });
    await call("POST", `sources/${source}/import-runs/`, undefined, token);
    expect((await send({ items: [issue("2")], run: first })).status).toBe(409);
    expect(await end({ items: 1 }, first ?? "")).toMatchObject({ status: 409 });
    expect((await state()).items.issue).toBe(2);
  });

  test("a run that would delete most of the items is refused with the numbers and deletes nothing", async () => {
    await sent({ items: Array.from({ length: 12 }, (_, at) => issue(String(at))) });
    const run = ((await call("POST", `sources/${source}/import-runs/`)).body as CustomSource).run ?? "";
    const end = (body: object) => call("POST", `sources/${source}/import-runs/end/`, { run, ...body });
    expect(await end({ items: 0 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("12 of 12") },
    });
    expect((await state()).items.issue).toBe(12);
    expect(await end({ items: 0, allow_many: true })).toMatchObject({ status: 200, body: { deleted: 12 } });
    // What is counted for the limits is what is there: also rows of deleted items, of those that never came too.
    await sent({ items: [issue("back")], deleted: [{ kind: "issue", id: "unknown", revision: 1 }] });
    const rows = await server.db.selectFrom("imported_items").select("bytes").where("source_id", "=", source).execute();
    const row = await server.db.selectFrom("custom_sources").selectAll().where("source_id", "=", source).execute();
    expect(rows).toHaveLength(14);
    expect(row.map(({ items, bytes }) => [items, Number(bytes)])).toEqual([
      [1, rows.reduce((sum, { bytes }) => sum + bytes, 0)],
    ]);
  });

  test("two importers at once: the cursor that a batch expects decides, and nothing is lost", async () => {
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((id) => send({ items: [issue(id)], after: null, cursor: id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await state()).items.issue).toBe(1);
    await Promise.all(Array.from({ length: 8 }, (_, at) => sent({ items: [issue(`p${at}`), issue("shared")] })));
    expect((await state()).items.issue).toBe(10);
    await until(issues, (rows) => rows.filter(({ key }) => /^p\d$/.test(String(key))).length === 8);
  });

  test("a token imports into its source and does nothing else; revoked, it opens nothing", async () => {
    const other = await makeSource(["issue"]);
    expect((await send({ items: [issue("1")] }, token, other)).status).toBe(404);
    expect((await send({ items: [issue("1")] }, token, "no-such-source")).status).toBe(404);
    for (const [method, path] of [
      ["GET", "projects/loom/"],
      ["GET", "users/me/"],
      ["GET", `sources/?project=loom`],
      ["POST", `sources/${source}/import-tokens/`],
      ["POST", "projects/loom/sources/"],
    ] as const)
      expect((await call(method, path, method === "POST" ? {} : undefined, token)).status, path).toBe(403);
    const listed = await call("GET", `sources/${source}/import-tokens/`);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(listed.body).toMatchObject([{ name: "Nightly", last_used_at: expect.any(String) }]);
    const [{ id }] = listed.body as [{ id: string }];
    // A user of another company does not find it.
    expect((await call("DELETE", `import-tokens/${id}/`, undefined, undefined, people.stranger)).status).toBe(404);
    expect((await call("DELETE", `import-tokens/${id}/`)).status).toBe(204);
    expect((await send({ items: [] }, token)).status).toBe(401);
    const log = await call("GET", `companies/${people.companyId}/audit/`);
    for (const action of ["source.added", "import_token.created", "import_token.deleted"])
      expect(JSON.stringify(log.body)).toContain(action);
    expect(JSON.stringify(log.body)).not.toContain(token);
  });

  test("only who may change the sources imports, in their own company and with its plan", async () => {
    const { member, stranger } = people;
    expect((await call("PUT", `sources/${source}/items/`, { items: [] }, undefined, member)).status).toBe(403);
    expect((await call("GET", `sources/${source}/import/`, undefined, undefined, stranger)).status).toBe(404);
    await server.db.updateTable("companies").set({ plan: "Premium" }).where("id", "=", people.companyId).execute();
    expect((await send({ items: [] })).status).toBe(402);
    await server.db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", people.companyId).execute();
    await server.db
      .updateTable("project_members")
      .set({ role: "Viewer" })
      .where("user_id", "=", people.admin.id)
      .execute();
    expect((await send({ items: [] })).status).toBe(403);
    await server.db
      .updateTable("project_members")
      .set({ role: "Owner" })
      .where("user_id", "=", people.admin.id)
      .execute();
  });

  test("a source that is deleted while it is imported takes nothing more, and leaves nothing", async () => {
    await sent({ items: Array.from({ length: 50 }, (_, at) => issue(`gone${at}`)) });
    const [removed, ...answers] = await Promise.all([
      call("DELETE", `projects/loom/trackers/${source}/`),
      ...Array.from({ length: 6 }, (_, at) => send({ items: [issue(`late${at}`)] })),
    ]);
    expect(removed.status).toBe(204);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 401, 404].includes(status))).toEqual([]);
    const left = await server.db.selectFrom("imported_items").select("key").where("source_id", "=", source).execute();
    expect(left).toEqual([]);
    await until(issues, (rows) => !rows.some(({ key }) => /^(?:gone|late)/.test(String(key))));
  });

  test("its access cannot be changed, and its ledger agrees with what was sent", async () => {
    expect((await call("PUT", `sources/${source}/access/`, { credential: { token: "x" } })).status).toBe(409);
    await sent({ items: [issue("l1"), issue("l2", { body: "Text" })] });
    await until(issues, (rows) => rows.some(({ key }) => key === "l2"));
    await until(
      () => call("POST", `sources/${source}/compare/`),
      ({ status }) => status === 202,
    );
    const ledger = async () =>
      ((await call("GET", "source-ledgers/?project=loom")).body as Record<string, unknown>[]).find(
        (one) => one["source"] === source,
      );
    const done = await until(ledger, (one) => one?.["state"] === "done" && (one["sampled"] as number) > 0);
    expect(done).toMatchObject({
      counts: [
        { kind: "issues", host: 2, held: 2, missing: 0, extra: 0 },
        { kind: "requests", host: 0, held: 0 },
      ],
      differences: [],
    });
  });
});
