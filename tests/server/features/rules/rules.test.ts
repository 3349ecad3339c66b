/** Rules, from a change at a tracker to what is done there, as the member who turned the rule on. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { DryRun, RuleDefinition } from "../../../../contract/integrations/rules.ts";
import type { NoticePage } from "../../../../contract/notices/notices.ts";
import { MAX_ACTIONS_PER_HOUR } from "../../../../contract/integrations/ruleKinds.ts";
import { newId } from "../../../../server/db/newId.ts";
import { listIssueFacts } from "../../../../server/db/tables/notices/noticeCauses.ts";
import { noteSyncFailed, noteSyncFinished } from "../../../../server/sync/notices/sourceNotices.ts";
import { noteRuleEvents } from "../../../../server/sync/notices/ruleEvents.ts";
import { addProject, addSource, issueRow } from "../../rows.ts";
import { writeRuleEvents } from "../../../../server/events/writeRuleEvents.ts";
import type { PlaceExperts } from "../../../../server/engines/rules/chooseExpert.ts";
import { RuleRunner } from "../../../../server/features/rules/RuleRunner.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addFinishedActions, type RuleServer, makeRule, startRuleServer } from "./ruleServer.ts";

const DAY_MS = 86_400_000;
const NOTIFY_ADMIN: RuleDefinition["actions"] = [{ do: "notify", people: ["admin@example.org"] }];

onOneDatabase("rules", (engine) => {
  let stage: RuleServer;
  beforeAll(async () => {
    stage = await startRuleServer(engine);
  });
  afterAll(() => stage.stop());
  beforeEach(() => stage.reset());

  const changes = (): string[] => stage.host.requests.filter((request) => !request.startsWith("GET"));
  /** The experts of issues, as an engine thread would answer. */
  let experts: Readonly<Record<string, PlaceExperts>> = {};
  /** A runner of another process. Its accounts are never asked for: it stores what is done. */
  const run = async (now = new Date()): Promise<void> => {
    const errors: unknown[] = [];
    const clientOf = () => ({ origin: stage.host.url, canWrite: true }) as never;
    const runner = new RuleRunner(
      {
        db: stage.db,
        sources: { openWriter: () => null as never },
        secrets: { openCredential: () => Promise.reject(new Error("no source has a token")) },
        connections: { token: () => Promise.resolve(null), clientOf },
        askExperts: () => Promise.resolve(experts),
        takeSnapshot: () => Promise.resolve(null),
      },
      (error) => errors.push(error),
    );
    await runner.run(now);
    expect(errors).toEqual([]);
  };

  test("what is opened after a rule was turned on is labelled, assigned and answered once, and the log has it", async () => {
    stage.openIssue(101, { title: "Before" });
    await stage.sync();
    const rule = await stage.enable({
      query: "author:ada -label:done",
      actions: [
        { do: "label", label: "triage" },
        { do: "assign", person: "linus" },
        { do: "comment", text: "Thanks, {author}: {key}." },
        { do: "notify", people: ["ADMIN@example.org", "nobody@example.org"] },
      ],
    });
    expect([rule.is_enabled, rule.enabled_by]).toEqual([true, "admin"]);
    stage.openIssue(102, { author: "ada" });
    stage.openIssue(103, { author: "linus" });
    await stage.sync();
    await stage.waitForRules();
    await stage.sync();
    await stage.waitForRules();
    const [found, ...more] = await stage.runs(rule);
    expect(more).toEqual([]);
    expect(found?.subject?.key).toBe("#102");
    expect(found?.actions.map(({ do: kind, detail, state }) => [kind, detail, state])).toEqual([
      ["label", "triage", "done"],
      ["assign", "linus", "done"],
      ["comment", "Thanks, ada: #102.", "done"],
      ["notify", "ADMIN@example.org, nobody@example.org", "done"],
    ]);
    expect(stage.issue(102)).toMatchObject({ labels: ["triage"], assignees: ["linus"] });
    expect(stage.issue(102).comments.map(({ author, body }) => [author, body])).toEqual([
      ["grace", "Thanks, ada: #102."],
    ]);
    expect([stage.issue(101).labels, stage.issue(103).labels]).toEqual([[], []]);
    const { body } = await stage.call("GET", "notices/?kind=rule_matched");
    expect((body as NoticePage).results.map(({ data, subject }) => [data.rule, subject?.kind])).toEqual([
      ["Triage", "issue"],
    ]);
  });

  test("two rules that would start each other act once, and a change of a person starts them again", async () => {
    const one = await stage.enable({
      name: "One",
      when: "issue.changed",
      query: "label:ping",
      actions: [{ do: "label", label: "pong" }],
    });
    const two = await stage.enable({
      name: "Two",
      when: "issue.changed",
      query: "label:pong",
      actions: [{ do: "comment", text: "Pong." }],
    });
    stage.data.labels.push(...["ping", "pong"].map((name) => ({ name, color: "ffffff", description: null })));
    stage.openIssue(112);
    await stage.sync();
    stage.change(112, { labels: ["ping"] });
    await stage.sync();
    await stage.waitForRules();
    await stage.sync();
    await stage.waitForRules();
    expect(stage.issue(112).labels).toEqual(["ping", "pong"]);
    expect([(await stage.runs(one)).length, (await stage.runs(two)).length]).toEqual([1, 0]);
    stage.change(112, { title: "By a person" });
    await stage.sync();
    await stage.waitForRules();
    await stage.sync();
    expect([(await stage.runs(one)).length, (await stage.runs(two)).length]).toEqual([1, 1]);
    expect(stage.issue(112).comments).toHaveLength(1);
  });

  test("a label of a rule starts no rule of another project that has the same tracker", async () => {
    const { db } = stage;
    await stage.enable();
    stage.openIssue(181);
    await stage.sync();
    await stage.waitForRules();
    const { company_id: companyId } = await db.selectFrom("projects").select("company_id").executeTakeFirstOrThrow();
    const projectId = await addProject(db, { companyId: companyId ?? "", ownerId: stage.users.grace.id });
    const sourceId = await addSource(db, projectId);
    const tracker = await db
      .selectFrom("sources")
      .select(["provider", "url", "kind"])
      .where("id", "=", stage.sourceId)
      .executeTakeFirstOrThrow();
    await db.updateTable("sources").set(tracker).where("id", "=", sourceId).execute();
    const { external_id: externalId } = await db
      .selectFrom("issues")
      .select("external_id")
      .where("key", "=", "#181")
      .executeTakeFirstOrThrow();
    const id = newId();
    await db
      .insertInto("issues")
      .values({
        ...issueRow({ id, project_id: projectId, source_id: sourceId, title: "Issue 181", created_at: new Date() }),
        external_id: externalId,
      })
      .execute();
    const definition = makeRule({ when: "issue.changed" });
    await db
      .insertInto("rules")
      .values({
        id: newId(),
        project_id: projectId,
        source_id: null,
        name: definition.name,
        definition: JSON.stringify(definition),
        accounts: "{}",
        is_enabled: true,
        enabled_by: stage.users.grace.id,
        enabled_at: new Date(),
        paused_reason: null,
        stale_until: null,
      })
      .execute();
    /** The events that a sync of the other project notes when it reads these labels. */
    const noted = (labels: readonly string[]) =>
      db.transaction().execute(async (tx) => {
        const [old] = await listIssueFacts(tx, [id]);
        if (!old) throw new Error("The issue is not there.");
        const key = `issue.changed ${id} ${labels.join(" ")}`;
        const events = [
          { event: "issue.changed" as const, key, subject: { kind: "issue" as const, id }, at: new Date() },
        ];
        await noteRuleEvents(tx, projectId, [{ issue: { ...old, labels }, old, events }]);
        const rows = tx.selectFrom("rule_events").select("key").where("project_id", "=", projectId);
        return (await rows.execute()).length;
      });
    expect(await noted(["Triage"])).toBe(0);
    expect(await noted(["Triage", "by a person"])).toBe(1);
    await db.deleteFrom("projects").where("id", "=", projectId).execute();
  });

  test("a rule needs a dry run, and the dry run shows what the rule then does", async () => {
    const rule = await stage.addRule({ query: "label:bug" });
    const refused = await stage.switchRule(rule.id, true);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("dry run")]);
    const dry = async () => (await stage.call("POST", `rules/${rule.id}/dry-run/`, { cursor: null })).body as DryRun;
    const before = await dry();
    const sent = changes().length;
    expect((await stage.switchRule(rule.id, true)).status).toBe(200);
    const at = stage.nextTime();
    for (const [number, labels] of [
      [121, ["bug"]],
      [122, []],
      [123, ["bug", "triage"]],
      [124, ["BUG"]],
    ] as const)
      stage.openIssue(number, { labels: [...labels], createdAt: at, updatedAt: at });
    // The host's times run ahead by a second for each change, and a dry run ends now.
    await vi.waitFor(() => expect(Date.parse(at)).toBeLessThan(Date.now()), { timeout: 30_000 });
    // Before what the rule does is seen here.
    const release = stage.holdChanges();
    await stage.sync();
    const after = await dry();
    release();
    await stage.waitForRules();
    const did = (await stage.runs(rule))
      .map(({ subject }) => subject?.key)
      .toSorted((key, other) => (key ?? "").localeCompare(other ?? ""));
    expect(did).toEqual(["#121", "#124"]);
    const added = after.results.filter(({ subject }) => !before.results.some((old) => old.subject.key === subject.key));
    expect(added.map(({ subject }) => subject.key).toSorted()).toEqual(did);
    expect(changes().length - sent).toBe(2);
    const changed = await stage.call("PUT", `rules/${rule.id}/`, { rule: makeRule({ query: "" }) });
    expect(changed.body).toMatchObject({ is_enabled: false, is_checked: false });
  });

  test("a dry run of failed syncs and matches has what happened before the rule was on, and what the rule then did", async () => {
    const { db, projectId, sourceId, users } = stage;
    const { company_id: companyId } = await db
      .selectFrom("projects")
      .select("company_id")
      .where("id", "=", projectId)
      .executeTakeFirstOrThrow();
    const source = { id: sourceId, projectId, companyId };
    const fail = () => db.transaction().execute((tx) => noteSyncFailed(tx, source));
    const recover = () => db.transaction().execute((tx) => noteSyncFinished(tx, source));
    const [shared, own] = [newId(), newId()];
    await db
      .insertInto("saved_searches")
      .values(
        [shared, own].map((id) => ({
          id,
          user_id: users.grace.id,
          project_id: projectId,
          name: id === shared ? "Open crashes" : "Mine",
          q: "crash",
          facets: "{}",
          is_shared: id === shared,
        })),
      )
      .execute();
    const match = (id: string) =>
      db
        .transaction()
        .execute((tx) =>
          writeRuleEvents(tx, projectId, [
            { event: "search.matched", key: `search.matched ${id} ${newId()}`, subject: { kind: "search", id } },
          ]),
        );
    const failures = makeRule({ name: "F", when: "sync.failed", actions: NOTIFY_ADMIN });
    const matches = makeRule({ ...failures, name: "M", when: "search.matched", search: "Open crashes" });
    await fail();
    // A failure lasts until the sync succeeds again.
    await fail();
    await recover();
    await match(shared);
    await match(own);
    const rules = [await stage.enable(failures), await stage.enable(matches)] as const;
    await fail();
    await recover();
    await match(shared);
    await run();
    const dry = async (id: string) =>
      (await stage.call("POST", `rules/${id}/dry-run/`, { cursor: null })).body as DryRun;
    for (const [{ id }, title] of [
      [rules[0], "rocket"],
      [rules[1], "Open crashes"],
    ] as const) {
      const did = await stage.runs({ id });
      expect(did).toHaveLength(1);
      const { count, results, since } = await dry(id);
      expect(count).toBe(2);
      expect(results.map(({ subject }) => subject.title)).toEqual([
        expect.stringContaining(title),
        results[0]?.subject.title,
      ]);
      expect(results[0]?.at).toBe(did[0]?.occurred_at);
      expect(Date.parse(since ?? "")).toBeLessThan(Date.now());
    }
    // What is not shared any more is shown to no other member.
    await db.updateTable("saved_searches").set({ is_shared: false }).where("id", "=", shared).execute();
    expect((await dry(rules[1].id)).count).toBe(0);
    await db.deleteFrom("saved_searches").where("id", "in", [shared, own]).execute();
    await db.deleteFrom("rule_history").execute();
  });

  test("an event is decided about once, by any number of processes and after any end", async () => {
    const rule = await stage.enable({ when: "sync.failed", actions: NOTIFY_ADMIN });
    const tell = (key: string) =>
      stage.db.transaction().execute((tx) =>
        writeRuleEvents(tx, stage.projectId, [
          {
            event: "sync.failed",
            key,
            subject: { kind: "source", id: stage.sourceId },
            at: new Date(Date.now() + 1000),
          },
        ]),
      );
    await tell("sync.failed once");
    await Promise.all([run(), run(), run()]);
    // The event comes again: a page of the host was stored twice.
    await tell("sync.failed once");
    await run();
    await tell("sync.failed twice");
    await run();
    expect((await stage.runs(rule)).map(({ subject }) => subject?.kind)).toEqual(["source", "source"]);
  });

  test("the tracker's refusal is in the log in its words, and the other actions are done", async () => {
    const rule = await stage.enable({
      actions: [
        { do: "label", label: "triage" },
        { do: "comment", text: "Seen." },
      ],
    });
    stage.answerChanges((line) =>
      line.endsWith("/labels") ? { status: 403, body: { message: "Labels are locked." } } : undefined,
    );
    stage.openIssue(131);
    await stage.sync();
    await stage.waitForRules();
    const [found] = await stage.runs(rule);
    expect(found?.actions).toMatchObject([
      { state: "refused", text: expect.stringContaining("Labels are locked.") },
      { state: "done", text: null },
    ]);
  });

  test("the expert who can take an issue is assigned once, and the log has the reason for that person, or for none", async () => {
    const { db, projectId, sourceId } = stage;
    await db.insertInto("rule_stops").values({ project_id: projectId, stopped_by: stage.users.grace.id }).execute();
    stage.openIssue(291);
    stage.openIssue(292);
    stage.openIssue(293, { assignees: ["linus"] });
    await stage.sync();
    await db.deleteFrom("rule_stops").execute();
    const rule = await stage.enable({ actions: [{ do: "assign_expert" }] });
    const issues = await db
      .selectFrom("issues")
      .select(["id", "key"])
      .where("key", "in", ["#291", "#292", "#293"])
      .orderBy("key")
      .execute();
    const account = await db
      .selectFrom("accounts")
      .select(["id", "external_id", "login"])
      .where("source_id", "=", sourceId)
      .where("login", "=", "linus")
      .executeTakeFirstOrThrow();
    const linus = { id: account.id, externalId: account.external_id, login: "linus" };
    const free = { name: "Linus", account: linus, isMember: true, isAway: false, load: 1 };
    const place = { experts: [{ ...free, name: "Ada", load: 9 }, free], memberLoads: [9, 1, 2] };
    experts = { [issues[0]?.id ?? ""]: place, [issues[2]?.id ?? ""]: place };
    const tell = () =>
      db.transaction().execute((tx) =>
        writeRuleEvents(
          tx,
          projectId,
          issues.map(({ id }) => ({
            event: "issue.opened",
            key: `issue.opened ${id}`,
            subject: { kind: "issue", id },
          })),
        ),
      );
    await tell();
    await run();
    await stage.waitForRules();
    expect(stage.issue(291).assignees).toEqual(["linus"]);
    const did = (await stage.runs(rule)).map(({ subject, actions }) => [
      subject?.key,
      ...actions.flatMap(({ detail, reason, text }) => [detail, reason, text]),
    ]);
    expect(did.toSorted(([key], [other]) => String(key).localeCompare(String(other)))).toEqual([
      [
        "#291",
        "linus",
        "Linus is number 2 of the experts for this place and has 1 open issue; the median of the members is 2.",
        null,
      ],
      ["#292", "", null, expect.stringContaining("None of the 0 experts")],
    ]);
    // The sync reads the assignee back as the rule's own change.
    const watcher = await stage.enable({ name: "Watcher", when: "issue.changed", actions: NOTIFY_ADMIN });
    await stage.sync();
    await stage.waitForRules();
    expect(await stage.runs(watcher)).toEqual([]);
  });

  test("what a rule has not sent when it is removed is taken back", async () => {
    const rule = await stage.enable();
    stage.answerChanges((line) =>
      line.endsWith("/labels") ? { status: 429, body: { message: "Slow down." } } : undefined,
    );
    stage.openIssue(191);
    await stage.sync();
    const held = () => stage.db.selectFrom("issue_writes").select("id").where("state", "=", "held").execute();
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), { timeout: 20_000, interval: 100 });
    expect((await stage.call("DELETE", `rules/${rule.id}/`)).status).toBe(204);
    expect(await held()).toEqual([]);
    expect(stage.issue(191).labels).toEqual([]);
  });

  test("with too many actions a rule pauses itself, does nothing more and reports why", async () => {
    const rule = await stage.enable();
    await addFinishedActions(stage.db, { projectId: stage.projectId, ruleId: rule.id, count: MAX_ACTIONS_PER_HOUR });
    const sent = changes().length;
    stage.openIssue(141);
    await stage.sync();
    await stage.waitForRules();
    const [now] = (await stage.listRules()).rules;
    expect(now?.is_enabled).toBe(false);
    expect(now?.paused_reason).toContain(String(MAX_ACTIONS_PER_HOUR));
    expect(changes().length).toBe(sent);
    const { body } = await stage.call("GET", "notices/?kind=rule_paused");
    expect((body as NoticePage).results.length).toBeGreaterThan(0);
  });

  test("a rule pauses when its member leaves or has no account, and acts as no other user", async () => {
    const rule = await stage.enable();
    await stage.db.updateTable("connections").set({ writes: false }).execute();
    const sent = changes().length;
    stage.openIssue(152);
    await stage.sync();
    await vi.waitFor(async () => expect((await stage.listRules()).rules[0]?.is_enabled).toBe(false), {
      timeout: 15_000,
    });
    expect((await stage.listRules()).rules[0]?.paused_reason).toMatch(/GitHub/);
    await stage.db.updateTable("connections").set({ writes: true }).execute();
    const refused = await stage.switchRule(rule.id, true, stage.users.ada);
    expect([refused.status, changes().length]).toEqual([409, sent]);
    await stage.switchRule(rule.id, true);
    const members = stage.db.updateTable("project_members").where("user_id", "=", stage.users.grace.id);
    await members.set({ role: "Developer" }).execute();
    stage.openIssue(151);
    await stage.sync();
    const isOn = async () =>
      (await stage.db.selectFrom("rules").select("is_enabled").executeTakeFirstOrThrow()).is_enabled;
    await vi.waitFor(async () => expect(await isOn()).toBe(false), { timeout: 15_000 });
    await members.set({ role: "Owner" }).execute();
    expect([stage.issue(152).labels, stage.issue(151).labels, changes().length]).toEqual([[], [], sent]);
  });

  test("stopped rules do nothing, take back what was not sent, and see nothing of what happens meanwhile", async () => {
    const rule = await stage.enable();
    expect((await stage.call("POST", "rules/stop/", { project: "atlas", stopped: true })).status).toBe(204);
    expect((await stage.listRules()).stopped?.by).toBe("admin");
    stage.openIssue(162);
    await stage.sync();
    await stage.call("POST", "rules/stop/", { project: "atlas", stopped: false });
    stage.openIssue(161);
    await stage.sync();
    await stage.waitForRules();
    expect((await stage.runs(rule)).map(({ subject }) => subject?.key)).toEqual(["#161"]);
    expect(stage.issue(162).labels).toEqual([]);
  });

  test("an issue is stale once until a person does something, and a rule's own comment is no activity", async () => {
    stage.openIssue(171);
    await stage.sync();
    const rule = await stage.enable({
      when: "issue.stale",
      days: 3,
      query: "Issue 171",
      actions: [{ do: "comment", text: "Still so after {days} days?" }],
    });
    const later = (days: number) => new Date(Date.now() + days * DAY_MS);
    await run(later(2));
    await stage.waitForRules();
    expect(await stage.runs(rule)).toEqual([]);
    await run(later(3.1));
    await stage.waitForRules();
    await stage.sync();
    expect(stage.issue(171).comments.map(({ body }) => body)).toEqual(["Still so after 3 days?"]);
    await run(later(9));
    expect((await stage.runs(rule)).length).toBe(1);
  });

  test("the rules of a project are for its Maintainers, and of the Enterprise plan", async () => {
    const rule = await stage.addRule();
    const { stranger, ada } = stage.users;
    const enterprise = stage.db.updateTable("companies").set({ plan: "Enterprise" });
    await enterprise.execute();
    const paths = [`rules/${rule.id}/runs/`, "rules/?project=atlas"];
    for (const path of paths) expect((await stage.call("GET", path, undefined, stranger)).status).toBe(404);
    await stage.db.updateTable("project_members").set({ role: "Developer" }).where("user_id", "=", ada.id).execute();
    for (const path of paths) expect((await stage.call("GET", path, undefined, ada)).status).toBe(403);
    await stage.db.updateTable("companies").set({ plan: "Premium" }).execute();
    for (const path of paths) expect((await stage.call("GET", path)).status).toBe(402);
    await enterprise.execute();
    await stage.db.updateTable("project_members").set({ role: "Maintainer" }).where("user_id", "=", ada.id).execute();
  });
});
