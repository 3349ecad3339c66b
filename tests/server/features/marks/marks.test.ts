/** Marks: what rules and members set on issues, requests and pages, and no tracker has. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DryRun } from "../../../../contract/integrations/rules.ts";
import type { Issue, IssuePage } from "../../../../contract/issues/issues.ts";
import type { ChangeRequest, RequestPage } from "../../../../contract/requests/requests.ts";
import type { DocumentStaleReferences } from "../../../../contract/documents/documents.ts";
import type { Mark } from "../../../../contract/marks/marks.ts";
import { MAX_ACTIONS_PER_HOUR } from "../../../../contract/integrations/ruleKinds.ts";
import { printFilter } from "../../../../contract/query/printFilter.ts";
import { MAX_MARKS } from "../../../../contract/marks/markRules.ts";
import { newId } from "../../../../server/db/newId.ts";
import { RuleRunner } from "../../../../server/features/rules/RuleRunner.ts";
import { storeRun } from "../../../../server/features/rules/storeRun.ts";
import { writeRuleEvents } from "../../../../server/events/writeRuleEvents.ts";
import { deleteMarksOfGonePages } from "../../../../server/db/tables/issues/itemMarks.ts";
import { addSource, issueRow } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type RuleServer, makeRule, startRuleServer } from "../rules/ruleServer.ts";

onOneDatabase("marks", (engine) => {
  let stage: RuleServer;
  beforeAll(async () => {
    stage = await startRuleServer(engine);
    // The stranger is refused by the project, not by the plan.
    await stage.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
  }, 120_000);
  afterAll(() => stage.stop());
  beforeEach(async () => {
    await stage.reset();
    await stage.db.deleteFrom("item_marks").execute();
  });

  const marking = (mark = "needs-owner") => makeRule({ name: "Owners", actions: [{ do: "mark", mark }] });
  const changes = (): string[] => stage.host.requests.filter((request) => !request.startsWith("GET"));
  let number = 5000;
  /** An issue that is stored and not of the host. */
  const addIssue = async (): Promise<string> => {
    const [id, at] = [newId(), new Date()];
    const row = { id, project_id: stage.projectId, source_id: stage.sourceId, number: ++number };
    await stage.db
      .insertInto("issues")
      .values(issueRow({ ...row, title: `Issue ${number}`, created_at: at }))
      .execute();
    return id;
  };
  const addRequest = async (): Promise<string> => {
    const [id, at] = [newId(), new Date()];
    number++;
    await stage.db
      .insertInto("change_requests")
      .values({
        id,
        project_id: stage.projectId,
        source_id: stage.sourceId,
        external_id: id,
        number,
        key: `#${number}`,
        title: `Request ${number}`,
        body: "",
        state: "open",
        is_draft: false,
        url: "https://example.org/1",
        labels: "[]",
        created_at: at,
        updated_at: at,
      } as never)
      .execute();
    return id;
  };
  const addPage = async (path: string): Promise<string> => {
    const source = await addSource(stage.db, stage.projectId, `https://example.org/${newId()}.git`);
    await stage.db.insertInto("checked_pages").values({ source_id: source, path, names: 1 }).execute();
    return source;
  };
  const tell = (event: string, subject: { kind: "issue" | "request" | "source"; id: string }, detail = "") =>
    stage.db
      .transaction()
      .execute((tx) =>
        writeRuleEvents(tx, stage.projectId, [
          { event, key: `${event} ${newId()}`, subject, detail, at: new Date(Date.now() + 1000) },
        ]),
      );
  /** A runner of another process, which cannot write to a tracker. */
  const run = async (): Promise<void> => {
    const errors: unknown[] = [];
    const runner = new RuleRunner(
      {
        db: stage.db,
        sources: { openWriter: () => null as never },
        secrets: { openCredential: () => Promise.reject(new Error("no source has a token")) },
        connections: { token: () => Promise.resolve(null), clientOf: () => null as never },
        askExperts: () => Promise.resolve({}),
        takeSnapshot: () => Promise.resolve(null),
      },
      (error) => errors.push(error),
    );
    await runner.run();
    expect(errors).toEqual([]);
    // The server may have taken some of the events.
    await stage.waitForRules();
  };
  const issue = async (id: string) => (await stage.call("GET", `projects/atlas/issues/${id}/`)).body as Issue;
  const list = async (query: string) => (await stage.call("GET", `projects/atlas/issues/?${query}`)).body as IssuePage;
  const add = (item: object, text: string, user = stage.users.grace) =>
    stage.call("POST", "projects/atlas/marks/", { item, text }, user);
  const textsOf = (marks: readonly Mark[]) => marks.map(({ text }) => text);

  test("a rule marks an issue once, with no account and no change at the tracker, and the lists filter by the mark", async () => {
    await stage.db
      .updateTable("project_members")
      .set({ role: "Maintainer" })
      .where("user_id", "=", stage.users.ada.id)
      .execute();
    const rule = await stage.addRule(marking());
    await stage.call("POST", `rules/${rule.id}/dry-run/`, { cursor: null });
    // Ada has connected no account.
    expect((await stage.switchRule(rule.id, true, stage.users.ada)).status).toBe(200);
    const sent = changes().length;
    stage.openIssue(201);
    await stage.sync();
    await stage.waitForRules();
    const { results } = await list("key=201");
    const id = results[0]?.id ?? "";
    expect(results[0]?.marks).toMatchObject([{ text: "needs-owner", rule: "Owners", by: "member" }]);
    await tell("issue.opened", { kind: "issue", id });
    await run();
    const [done, ...more] = await stage.runs(rule);
    expect(more).toEqual([]);
    expect(done?.actions).toEqual([{ do: "mark", detail: "needs-owner", reason: null, state: "done", text: null }]);
    expect((await issue(id)).marks).toEqual(results[0]?.marks);
    expect(changes().length).toBe(sent);
    const filtered = await list("mark=NEEDS-OWNER");
    expect([filtered.count, filtered.results[0]?.id]).toEqual([1, id]);
    expect(filtered.facets.mark).toEqual([{ value: "needs-owner", count: 1 }]);
    expect((await list("mark=needs")).count).toBe(0);
    // It is stored with the issue, and a sync keeps it.
    stage.change(201, { title: "Other" });
    await stage.sync();
    expect(textsOf((await issue(id)).marks)).toEqual(["needs-owner"]);
  });

  test("requests and outdated pages are marked, and other events cannot be", async () => {
    const [request, source] = [await addRequest(), await addPage("docs/guide.md")];
    await stage.enable({ ...marking("look"), name: "Requests", when: "request.opened" });
    await stage.enable({ ...marking("old"), name: "Pages", when: "page.outdated" });
    await tell("request.opened", { kind: "request", id: request });
    await tell("page.outdated", { kind: "source", id: source }, "docs/guide.md");
    await tell("page.outdated", { kind: "source", id: source }, "docs/gone.md");
    await run();
    const requests = (await stage.call("GET", "projects/atlas/requests/?mark=look")).body as RequestPage;
    expect([requests.count, textsOf(requests.results[0]?.marks ?? []), requests.facets.mark]).toEqual([
      1,
      ["look"],
      [{ value: "look", count: 1 }],
    ]);
    const { body } = await stage.call("GET", `projects/atlas/requests/${request}/`);
    expect(textsOf((body as ChangeRequest).marks)).toEqual(["look"]);
    const page = async (path: string) =>
      (await stage.call("GET", `projects/atlas/documents/stale-references/?source=${source}&path=${path}`))
        .body as DocumentStaleReferences;
    expect(textsOf((await page("docs/guide.md")).marks)).toEqual(["old"]);
    expect((await page("docs/gone.md")).marks).toEqual([]);
    await stage.db.transaction().execute((tx) => deleteMarksOfGonePages(tx, [source]));
    expect(textsOf((await page("docs/guide.md")).marks)).toEqual(["old"]);
    await stage.db.deleteFrom("checked_pages").where("source_id", "=", source).execute();
    await stage.db.transaction().execute((tx) => deleteMarksOfGonePages(tx, [source]));
    expect((await page("docs/guide.md")).marks).toEqual([]);
    for (const when of ["sync.failed", "knowledge.at_risk", "metric.met", "metric.missed"] as const) {
      const rule = { ...marking(), when };
      const { status, body: refusal } = await stage.call("POST", "rules/", { project: "atlas", rule });
      expect([status, JSON.stringify(refusal)]).toEqual([400, expect.stringContaining("can set a mark")]);
    }
  });

  test("a dry run shows what the rule then marks, and not what had the mark", async () => {
    const [one, two] = [await addIssue(), await addIssue()];
    await add({ kind: "issue", id: two }, "Needs-Owner");
    const past = new Date(Date.now() - 60_000);
    await stage.db
      .updateTable("item_marks")
      .set({ created_at: past as never })
      .execute();
    const rule = await stage.addRule(marking());
    const dry = async () => {
      const { results } = (await stage.call("POST", `rules/${rule.id}/dry-run/`, { cursor: null })).body as DryRun;
      return results.map(({ subject }) => subject.address).filter((id) => id === one || id === two);
    };
    expect(await dry()).toEqual([one]);
    await stage.switchRule(rule.id, true);
    for (const id of [one, two]) await tell("issue.opened", { kind: "issue", id });
    await run();
    expect((await stage.runs(rule)).map(({ subject }) => subject?.address)).toEqual([one]);
    // What the rule has done since does not change what it would have done then.
    expect(await dry()).toEqual([one]);
  });

  test("members who may write remove and set marks, and no one else", async () => {
    const { ada, stranger } = stage.users;
    const id = await addIssue();
    const place = { kind: "issue", id };
    const { status, body } = await add(place, " Needs\n owner ");
    expect([status, body]).toMatchObject([201, { text: "Needs owner", rule: null, by: "admin" }]);
    const again = await add(place, "needs OWNER");
    expect([again.status, again.body]).toEqual([201, body]);
    const path = `projects/atlas/marks/${(body as Mark).id}/`;
    const role = (to: "Viewer" | "Maintainer") =>
      stage.db.updateTable("project_members").set({ role: to }).where("user_id", "=", ada.id).execute();
    await role("Viewer");
    expect((await add(place, "x", ada)).status).toBe(403);
    expect((await stage.call("DELETE", path, undefined, ada)).status).toBe(403);
    await role("Maintainer");
    expect((await add(place, "x", stranger)).status).toBe(404);
    expect((await stage.call("DELETE", path, undefined, stranger)).status).toBe(404);
    for (const item of [
      { kind: "issue", id: "none" },
      { kind: "request", id },
      { kind: "page", source: stage.sourceId, path: "x" },
    ])
      expect((await add(item, "x")).status).toBe(404);
    await stage.db.updateTable("companies").set({ plan: "Premium" }).execute();
    expect((await add(place, "x")).status).toBe(402);
    await stage.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    expect((await stage.call("DELETE", path, undefined, ada)).status).toBe(204);
    expect((await stage.call("DELETE", path)).status).toBe(404);
    expect((await issue(id)).marks).toEqual([]);
  });

  test("a mark of another project is not found, and its item cannot be marked", async () => {
    const created = await stage.call("POST", "projects/", {
      name: "Other",
      repositories: [],
      trackers: [{ provider: "github", url: `${stage.host.url}/acme/rocket` }],
      wikis: [],
      emails: [],
    });
    const { slug } = created.body as { slug: string };
    const { body } = await add({ kind: "issue", id: await addIssue() }, "own");
    expect((await stage.call("DELETE", `projects/${slug}/marks/${(body as Mark).id}/`)).status).toBe(404);
    const item = { kind: "issue", id: await addIssue() };
    expect((await stage.call("POST", `projects/${slug}/marks/`, { item, text: "x" })).status).toBe(404);
    const page = { kind: "page", source: await addPage("docs/plan.md"), path: "docs/plan.md" };
    expect((await add(page, "Secret plan")).status).toBe(201);
    // Neither one that the page has nor another one: the first answer would name who has set it.
    for (const text of ["secret PLAN", "x"])
      expect((await stage.call("POST", `projects/${slug}/marks/`, { item: page, text })).status).toBe(404);
    await stage.db.deleteFrom("projects").where("slug", "=", slug).execute();
  });

  test.each(["", " \n\t ", "\u202e\u200b", "x".repeat(41), "x".repeat(100_000), "\ud800", "\u0301", "😀".repeat(41)])(
    "the text of row %# is refused",
    async (text) => {
      const id = await addIssue();
      expect((await add({ kind: "issue", id }, text)).status).toBe(400);
      expect((await issue(id)).marks).toEqual([]);
    },
  );

  test.each([
    "<img src=x onerror=alert(1)>",
    "'); drop table item_marks; --",
    "😀".repeat(40),
    "İşaret",
    "100% a_b\\c",
  ])("the text of row %# is kept as it is, and found", async (text) => {
    const id = await addIssue();
    expect((await add({ kind: "issue", id }, text)).status).toBe(201);
    expect(textsOf((await issue(id)).marks)).toEqual([text]);
    expect((await list(`mark=${encodeURIComponent(text)}`)).results.map((row) => row.id)).toEqual([id]);
  });

  test("what a person does not see is left out", async () => {
    const id = await addIssue();
    expect((await add({ kind: "issue", id }, "a\u202eb\u200b")).body).toMatchObject({ text: "ab" });
  });

  test("the search and its suggestions find items by their marks and assignees, in one project and in all", async () => {
    stage.openIssue(301, { title: "Zebra one", assignees: ["linus"] });
    stage.openIssue(302, { title: "Zebra two" });
    await stage.sync();
    const { results } = await list("key=301");
    await add({ kind: "issue", id: results[0]?.id ?? "" }, "Needs owner");
    const titles = async (q: string) => {
      const answers = await Promise.all(
        [`projects/atlas/search/?q=${encodeURIComponent(q)}`, `search/?q=${encodeURIComponent(q)}`].map((path) =>
          stage.call("GET", path),
        ),
      );
      const [one, all] = answers.map(({ body }) =>
        (body as { results: { title: string }[] }).results.map(({ title }) => title).toSorted(),
      );
      expect(all).toEqual(one);
      return one;
    };
    const [first, second] = ["#301 Zebra one", "#302 Zebra two"];
    await expect.poll(() => titles("zebra kind:issue"), { timeout: 30_000 }).toEqual([first, second]);
    expect(await titles('zebra mark:"needs owner"')).toEqual([first]);
    for (const q of ['mark:"needs owner"', 'mark:"Needs Owner"', "mark:“needs owner”", 'mark:"needs owner" zebra'])
      expect([q, await titles(q)]).toEqual([q, [first]]);
    await add({ kind: "issue", id: results[0]?.id ?? "" }, 'Say "when" now');
    expect(await titles(printFilter("mark", 'Say "when" now'))).toEqual([first]);
    expect(await titles("mark:needs*")).toEqual([first]);
    expect(await titles("zebra kind:issue -mark:needs*")).toEqual([second]);
    expect(await titles("zebra assignee:linus")).toEqual([first]);
    expect(await titles("zebra assignee:none")).toEqual([second]);
    expect(await titles("zebra mark:other")).toEqual([]);
    for (const scope of ["search/filter-values/", "filter-values/"]) {
      const values = async (query: string) =>
        ((await stage.call("GET", `${scope}?${query}`)).body as { values: object[] }).values;
      expect(await values("project=atlas&filter=mark&text=own")).toEqual([{ value: "Needs owner", count: 1 }]);
      expect(await values("project=atlas&filter=assignee&text=lin")).toEqual([{ value: "linus", count: 1 }]);
    }
  });

  test("parallel calls set no more marks than an item may have", async () => {
    const id = await addIssue();
    const answers = await Promise.all(
      Array.from({ length: 3 * MAX_MARKS }, (_, at) => add({ kind: "issue", id }, `m${at}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_MARKS);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 * MAX_MARKS);
    expect((await issue(id)).marks).toHaveLength(MAX_MARKS);
    const rule = await stage.enable(marking());
    await tell("issue.opened", { kind: "issue", id });
    await run();
    const [refused] = await stage.runs(rule);
    expect(refused?.actions).toMatchObject([{ state: "refused", text: expect.stringContaining(String(MAX_MARKS)) }]);
  });

  test("one mark that is set by many at once is one", async () => {
    const id = await addIssue();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ kind: "issue", id }, "same")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${(body as Mark).id}`)).size).toBe(1);
  });

  test("a mark and its log are stored together or not at all, and end with the issue", async () => {
    const rule = await stage.enable(marking());
    const id = await addIssue();
    // The server itself does not see the event.
    const event = await stage.db.transaction().execute(async (tx) => {
      await writeRuleEvents(tx, stage.projectId, [
        { event: "issue.opened", key: newId(), subject: { kind: "issue", id }, at: new Date(Date.now() + 1000) },
      ]);
      return tx.deleteFrom("rule_events").returningAll().executeTakeFirstOrThrow();
    });
    const planned = [{ action: { do: "mark" as const, mark: "needs-owner" }, detail: "needs-owner" }];
    const killed = stage.db.transaction().execute(async (tx) => {
      await storeRun(tx, rule, event, planned);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect([(await issue(id)).marks, await stage.runs(rule)]).toEqual([[], []]);
    await stage.db.insertInto("rule_events").values(event).execute();
    await Promise.all([run(), run()]);
    expect([textsOf((await issue(id)).marks), (await stage.runs(rule)).length]).toEqual([["needs-owner"], 1]);
    await stage.db.deleteFrom("issues").where("id", "=", id).execute();
    expect(await stage.db.selectFrom("item_marks").select("id").execute()).toEqual([]);
    // Gone after it was decided about, and before it is stored.
    await stage.db.transaction().execute((tx) => storeRun(tx, rule, { ...event, key: "again" }, planned));
    const [refused] = await stage.runs(rule);
    expect(refused?.actions).toMatchObject([{ do: "mark", state: "refused" }]);
    await tell("issue.opened", { kind: "issue", id });
    await run();
  });

  test("marks count toward the limit of a rule, and start no rule", async () => {
    const rule = await stage.enable(marking());
    const other = await stage.enable({ ...marking("changed"), name: "Changed", when: "issue.changed" });
    for (let at = 0; at < MAX_ACTIONS_PER_HOUR + 5; at++)
      await tell("issue.opened", { kind: "issue", id: await addIssue() });
    await run();
    const [found] = (await stage.listRules()).rules.filter(({ id }) => id === rule.id);
    expect(found?.is_enabled).toBe(false);
    expect(await stage.db.selectFrom("item_marks").select("id").execute()).toHaveLength(MAX_ACTIONS_PER_HOUR);
    expect(await stage.db.selectFrom("rule_events").select("id").execute()).toEqual([]);
    expect(await stage.runs(other)).toEqual([]);
  });
});
