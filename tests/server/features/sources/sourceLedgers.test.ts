/** The ledger of a source over HTTP: who sees it, who compares, how often, and what is said. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SourceLedger } from "../../../../contract/sources/ledger.ts";
import { type GithubHost, startGithubHost } from "../../../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../../../server/demo/hosts/hostData.ts";
import { trackerData, trackerIssue } from "../../../providers/trackerData.ts";
import { addMember, addProject, addSource } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("ledgers of sources", (engine) => {
  let server: TestServer;
  let host: GithubHost;
  let data: HostData;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let tracker: string;
  /** Called before the next answer of the host, which waits for it. */
  let holdNext: (() => Promise<void>) | undefined;

  const call = (method: "GET" | "POST" | "PUT", path: string, who = people.admin, more: object = {}) =>
    server.call(method, path, { token: who.token, ...more });
  const ledger = async (who = people.admin): Promise<SourceLedger> => {
    const { status, body } = await call("GET", "source-ledgers/?project=loom", who);
    expect(status).toBe(200);
    const found = (body as SourceLedger[]).find(({ source }) => source === tracker);
    if (!found) throw new Error("Each source has a ledger.");
    return found;
  };
  const whenDone = async (): Promise<SourceLedger> => {
    for (;;) {
      const found = await ledger();
      if (found.state === "done" || found.state === "failed") return found;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const whenSynced = async (): Promise<void> => {
    for (let state = ""; state !== "ready";) {
      const row = await server.db
        .selectFrom("sources")
        .select("sync_state")
        .where("id", "=", tracker)
        .executeTakeFirst();
      state = row?.sync_state ?? "";
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };

  beforeAll(async () => {
    data = trackerData(9);
    host = await startGithubHost({
      data,
      intercept: async (_request, _response, answer) => {
        const hold = holdNext;
        holdNext = undefined;
        await hold?.();
        await answer();
      },
    });
    server = await startTestServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
    people = await addPeople(server.db, { plan: "Enterprise" });
    const project = await addProject(server.db, {
      companyId: people.companyId,
      ownerId: people.admin.id,
      slug: "loom",
    });
    await addMember(server.db, project, people.member.id, "Developer");
    const linked = await call("POST", "projects/loom/trackers/", people.admin, {
      body: { provider: "github", url: `${host.url}/acme/rocket` },
    });
    if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
    tracker = (linked.body as { id: string }).id;
    await whenSynced();
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await host.stop();
  });

  test("a source is compared after its first sync, and again by hand: counts and a sample", async () => {
    const first = await whenDone();
    expect(first).toMatchObject({ sampled: 5, counts: [{ kind: "issues", host: 9, held: 9 }, {}, {}] });
    const requested = await call("POST", `sources/${tracker}/compare/`);
    expect([requested.status, requested.body]).toMatchObject([202, { source: tracker, state: "queued" }]);
    expect(await whenDone()).toMatchObject({
      state: "done",
      text: null,
      is_outdated: false,
      counts: [
        { kind: "issues", host: 9, held: 9, left_out: [], missing: 0, extra: 0 },
        { kind: "requests", host: 0, held: 0 },
        { kind: "comments", host: 3, held: 3, precision: "reported" },
      ],
      sampled: 5,
      differences: [],
    });
    expect((await ledger()).counted_at).not.toBeNull();
  });

  test("an item that differs is named as it is stored, and a sync makes the ledger old", async () => {
    for (const issue of data.issues) issue.title = `${issue.title} again`;
    await call("POST", `sources/${tracker}/compare/`);
    const found = await whenDone();
    expect(found.differences).toHaveLength(5);
    expect(found.differences[0]).toMatchObject({ kind: "issue", state: "same_time", fields: ["title"] });
    expect(found.differences[0]?.item).toMatchObject({
      key: expect.stringMatching(/^#\d$/),
      title: expect.stringContaining("Issue"),
      url: expect.stringContaining("/acme/rocket/issues/"),
    });
    // The sync that reads them is followed by a comparison of just these.
    for (let left = 5; left > 0;) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      left = (await ledger()).differences.length;
    }
    expect(await whenDone()).toMatchObject({ sampled: 5, differences: [] });
    const { results } = (await call("GET", "projects/loom/issues/")).body as { results: { title: string }[] };
    expect(results.filter(({ title }) => title.endsWith("again"))).toHaveLength(5);
    await server.db
      .updateTable("sources")
      .set({ sync_finished_at: new Date(Date.now() + 1000) })
      .execute();
    expect((await ledger()).is_outdated).toBe(true);
  });

  test("a comparison during which other folders are chosen is not current, until the next sync is compared", async () => {
    const { id: project } = await server.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "loom")
      .executeTakeFirstOrThrow();
    const repository = await addSource(server.db, project, `${host.url}/acme/rocket.git`);
    await server.db.updateTable("sources").set({ provider: "github" }).where("id", "=", repository).execute();
    await server.db.updateTable("source_ledgers").set({ follows_up: false }).execute();
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    holdNext = () => {
      held.resolve();
      return released.promise;
    };
    expect((await call("POST", `sources/${tracker}/compare/`)).status).toBe(202);
    await held.promise;
    const chosen = await call("PUT", `sources/${repository}/folders/`, people.admin, {
      body: { folders: ["services"] },
    });
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    await whenSynced();
    released.resolve();
    expect(await whenDone()).toMatchObject({ state: "done", is_outdated: true });
    await call("POST", "projects/loom/sync/");
    await vi.waitFor(async () => expect(await ledger()).toMatchObject({ state: "done", is_outdated: false }), {
      timeout: 30_000,
      interval: 50,
    });
    await server.db.deleteFrom("sources").where("id", "=", repository).execute();
  });

  test("a Developer sees the ledger and compares nothing; a stranger sees that there is nothing", async () => {
    expect((await ledger(people.member)).counts).toHaveLength(3);
    expect((await call("POST", `sources/${tracker}/compare/`, people.member)).status).toBe(403);
    expect((await call("GET", "source-ledgers/?project=loom", people.stranger)).status).toBe(404);
    expect((await call("POST", `sources/${tracker}/compare/`, people.stranger)).status).toBe(404);
    for (const id of ["none", "0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11", "%00", "../projects"])
      expect((await call("POST", `sources/${encodeURIComponent(id)}/compare/`)).status, id).toBe(404);
    const foreign = await addProject(server.db, { companyId: people.otherCompanyId, ownerId: people.stranger.id });
    const theirs = await addSource(server.db, foreign, "https://example.org/minotaur.git");
    expect((await call("POST", `sources/${theirs}/compare/`)).status).toBe(404);
  });

  test("a failure is reported in the language of the reader, and the last result stays", async () => {
    data.repository.isPrivate = true;
    await call("POST", `sources/${tracker}/compare/`);
    const failed = await whenDone();
    expect(failed).toMatchObject({ state: "failed", counts: [{ kind: "issues", host: 9 }, {}, {}] });
    expect(failed.text).toContain("shows no such repository");
    const reader = server.db.updateTable("users").where("id", "=", people.admin.id);
    await reader.set({ language: "TR" }).execute();
    expect((await ledger()).text).toMatch(/depo/);
    await reader.set({ language: "EN" }).execute();
    data.repository.isPrivate = false;
  });

  test("one that was not compared for a day is compared after the next sync, not earlier", async () => {
    const at = async () => (await ledger()).counted_at;
    const sync = async () => {
      await call("POST", "projects/loom/sync/");
      await whenSynced();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await whenDone();
    };
    const before = await at();
    await sync();
    expect(await at()).toBe(before);
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await server.db.updateTable("source_ledgers").set({ requested_at: dayBefore }).execute();
    await sync();
    expect(await at()).not.toBe(before);
  });

  test("a paused source is not compared, and a project not more than 20 times in an hour", async () => {
    await call("POST", `sources/${tracker}/pause/`);
    const paused = await call("POST", `sources/${tracker}/compare/`);
    expect([paused.status, paused.body]).toMatchObject([409, { code: "comparison.paused" }]);
    await call("POST", `sources/${tracker}/resume/`);
    const answers: number[] = [];
    while (answers.length < 20) {
      const { status } = await call("POST", `sources/${tracker}/compare/`);
      // The sync that follows the end of a pause begins a comparison of its own.
      if (status !== 409) answers.push(status);
      await whenDone();
    }
    expect(new Set(answers)).toEqual(new Set([202, 429]));
    const refused = await call("POST", `sources/${tracker}/compare/`);
    expect([refused.status, refused.body]).toMatchObject([429, { code: "limit.comparisons" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    data.issues.push(trackerIssue(10));
  });
});
