/** Check runs on requests at GitHub: off by default, one for each head, only with the permission, and nothing that not everyone there may read. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CheckPreview, SourceChecks } from "../../../../contract/requests/requestChecks.ts";
import { issuesHere } from "../../../../server/features/checks/composeCheck.ts";
import { loadGithubDescription } from "../../demo/openApi.ts";
import { READ_SOURCE, addProject, addSource, issueRow } from "../../rows.ts";
import { git, makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "../apps/appStage.ts";

const valve = (open: number): string =>
  `export function openValveSlowly(): number {\n  const steps = 4;\n  return steps * ${open};\n}\n`;
/** A path that would end a code span, call people and be HTML, were it no text. */
const HOSTILE = "src/`@all` <img src=x> [a](http:b).ts";

let stage: AppStage;
let folder: ReturnType<typeof temporaryFolder>;
let sourceId: string;
const heads: string[] = [];
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE, undefined, { isWorkDueSoon: true });
  folder = temporaryFolder();
  const repository = join(folder.path, stage.work.path);
  const steps = Array.from({ length: 5 }, (_, at) => ({
    message: `Step ${at}`,
    files: { "src/valve.ts": valve(at), [HOSTILE]: `export const step = ${at};\n` },
  }));
  makeRepository(repository, [
    ...steps,
    { message: "Page", files: { "docs/opening.md": "# Opening\n\nCall `openValveSlowly()` first.\n" } },
  ]);
  const base = git(repository, "rev-parse", "main");
  for (let head = 0; head < 8; head += 1) {
    makeRepository(repository, [{ message: `Change ${head}`, files: { "src/valve.ts": valve(90 + head) } }], {
      from: base,
      branch: `topic-${head}`,
    });
    heads.push(git(repository, "rev-parse", `topic-${head}`));
  }
  stage.host.gitRoot = folder.path;
  const { id: installation } = await stage.install(await stage.register());
  const { companyId, admin } = stage.people;
  const projectId = await addProject(stage.server.db, { companyId, ownerId: admin.id, slug: "maze" });
  const body = { provider: "github", url: `${stage.host.url}/${stage.work.path}`, installation_id: installation };
  const linked = await call("POST", "projects/maze/repositories/", body);
  sourceId = (linked.body as { id: string }).id;
  const { db } = stage.server;
  await vi.waitFor(
    async () => {
      const source = db.selectFrom("sources").select("sync_state").where("id", "=", sourceId);
      const { sync_state: state } = await source.executeTakeFirstOrThrow();
      if (state !== "ready" && state !== "failed") throw new Error(`The sync is ${state}.`);
    },
    { timeout: 60_000, interval: 100 },
  );
  await db
    .insertInto("change_requests")
    .values({
      id: "request-1",
      source_id: sourceId,
      project_id: projectId,
      external_id: "901",
      number: 901,
      key: "#901",
      title: "Open the valve",
      body: "",
      state: "open",
      is_draft: false,
      author_id: null,
      source_branch: "topic",
      target_branch: "main",
      head_hash: heads[0] ?? null,
      base_hash: base,
      merge_hash: null,
      merged_by_id: null,
      labels: "[]",
      url: `${stage.host.url}/${stage.work.path}/pull/901`,
      created_at: new Date(),
      updated_at: new Date(Date.now() + 60_000),
      merged_at: null,
      closed_at: null,
      details_at: new Date(),
      read_version: 2,
    })
    .execute();
  stage.host.pulls.set(901, { state: "open", sha: heads[0] ?? "" });
});
afterAll(async () => {
  await stage.stop();
  folder.remove();
});

const call = (method: string, path: string, body?: unknown) =>
  stage.server.call(method, path, { token: stage.people.admin.token, body });
const choose = async (enabled: boolean, blocking: readonly string[] = []) =>
  SourceChecks.parse((await call("PUT", `sources/${sourceId}/checks/`, { enabled, blocking })).body);
const read = async () => SourceChecks.parse((await call("GET", `sources/${sourceId}/checks/`)).body);
const stateOf = async () =>
  (
    await stage.server.db
      .selectFrom("request_check_runs")
      .select(["state", "head_hash"])
      .where("request_id", "=", "request-1")
      .executeTakeFirst()
  )?.state;
/** A push to the request: at the host, and here as the next sync stores it. */
const push = async (head: number, atHost = head) => {
  stage.host.pulls.set(901, { state: "open", sha: heads[atHost] ?? "" });
  await store(head);
};
const store = async (head: number) => {
  await stage.server.db
    .updateTable("change_requests")
    .set({ head_hash: heads[head] ?? null })
    .where("id", "=", "request-1")
    .execute();
};
const runsOf = (head: number) => stage.host.checkRuns.filter(({ headSha }) => headSha === heads[head]);
const settled = async (state: string) => {
  await expect.poll(stateOf, { timeout: 30_000 }).toBe(state);
};

describe("check runs", () => {
  test("are off, and their preview is what they would report about this repository, without markup of other people", async () => {
    expect(await read()).toEqual({
      enabled: false,
      how: "check",
      account: null,
      blocking: [],
      drafts: true,
      reported: 0,
      waiting: 0,
      forks: 0,
      failure: null,
    });
    const [preview, ...others] = CheckPreview.array().parse(
      (await call("GET", `sources/${sourceId}/check-preview/`)).body,
    );
    expect(others.length).toBeLessThan(10);
    expect(preview?.findings).toEqual(["missing", "pages"]);
    expect(preview?.summary).toContain(
      "`` src/`@all` <img src=x> [a](http:b).ts ``: 5 of 5 commits to ` src/valve.ts `",
    );
    expect(preview?.summary).toContain("` docs/opening.md `: names what is changed: ` openValveSlowly `");
  });

  test("need the permission: without it the source shows what to do, and nothing is reported", async () => {
    expect(await choose(true)).toMatchObject({ enabled: true, blocking: [] });
    await settled("refused");
    expect((await read()).failure).toContain("Checks: read and write");
    expect(stage.host.checkRuns).toEqual([]);
  });

  test("are one for each head, neutral, and ask for action only about what was chosen", async () => {
    stage.host.added = { checks: "write" };
    await push(1);
    await settled("reported");
    expect(await read()).toMatchObject({ reported: 1, failure: null });
    expect(stage.host.checkRuns).toMatchObject([
      { headSha: heads[1], body: { name: "Clew", status: "completed", conclusion: "neutral" } },
    ]);
    await choose(true, ["missing"]);
    await push(2);
    await expect.poll(() => stage.host.checkRuns.length, { timeout: 30_000 }).toBe(2);
    expect(stage.host.checkRuns[1]).toMatchObject({ headSha: heads[2], body: { conclusion: "action_required" } });
  });

  test("are not made twice where the answer was lost", async () => {
    let lost = 0;
    stage.host.onCheckRun = () => (lost += 1) === 1;
    await push(3);
    await expect.poll(() => lost, { timeout: 30_000 }).toBe(1);
    await expect.poll(async () => (await read()).failure, { timeout: 30_000 }).not.toBeNull();
    await stage.server.db
      .updateTable("request_check_runs")
      .set({ due_at: new Date(0) })
      .execute();
    await settled("reported");
    expect(lost).toBe(2);
    expect(stage.host.checkRuns.filter(({ headSha }) => headSha === heads[3])).toHaveLength(1);
  });

  test("of a head that the host no longer has are not made", async () => {
    const before = stage.host.checkRuns.length;
    await push(0, 1);
    await settled("outdated");
    expect(stage.host.checkRuns).toHaveLength(before);
  });

  test("are about the commit of a fork in the repository of the request, and the fork is not asked", async () => {
    const before = stage.host.requests.length;
    stage.host.pulls.set(901, { state: "open", sha: heads[4] ?? "", fork: "mallory/rocket" });
    await store(4);
    await expect.poll(() => runsOf(4).length, { timeout: 30_000 }).toBe(1);
    await settled("reported");
    const asked = stage.host.requests.slice(before).filter((line) => line.includes("/repos/"));
    expect(asked.every((line) => line.includes(`/repos/${stage.work.path}/`))).toBe(true);
  });

  test("stay with their commit when it is replaced while they are written, and the new one gets its own", async () => {
    let until: Promise<void> | undefined;
    stage.host.onCheckRun = () => {
      until ??= push(6);
      return false;
    };
    await push(5);
    await expect.poll(() => runsOf(6).length, { timeout: 30_000 }).toBe(1);
    await until;
    await settled("reported");
    expect([runsOf(5).length, runsOf(6).length]).toEqual([1, 1]);
    stage.host.onCheckRun = undefined;
  });

  test("wait as long as the host asks, also what is queued after that", async () => {
    let refused = 0;
    stage.host.fault = (request) => {
      if (!request.includes("/pulls/901")) return undefined;
      refused += 1;
      return (response) =>
        response
          .writeHead(403, { "content-type": "application/json", "retry-after": "300" })
          .end('{"message":"You have exceeded a secondary rate limit."}');
    };
    await push(7);
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(1);
    await expect.poll(async () => (await read()).failure, { timeout: 30_000 }).not.toBeNull();
    await push(0);
    await expect.poll(async () => (await read()).waiting).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(refused).toBe(1);
    stage.host.fault = undefined;
    await stage.server.db.updateTable("source_checks").set({ waits_until: null }).execute();
    await expect.poll(() => runsOf(0).length, { timeout: 30_000 }).toBe(1);
    expect(runsOf(7)).toEqual([]);
  });

  test("wait while a sync may bring the code of the head, and are about its lines then", async () => {
    const { db } = stage.server;
    const setSource = (state: "running" | "ready", beganAt: Date | null) =>
      db.updateTable("sources").set({ sync_state: state, sync_began_at: beganAt }).where("id", "=", sourceId).execute();
    const repository = join(folder.path, stage.work.path);
    const from = git(repository, "rev-parse", "main");
    makeRepository(repository, [{ message: "Late", files: { "src/valve.ts": valve(200) } }], { from, branch: "late" });
    heads[8] = git(repository, "rev-parse", "late");
    // The tracker at the same place was read first: the request is known, and the repository is still being read.
    await setSource("running", new Date(Date.now() - 60_000));
    await push(8);
    const looked = () =>
      db
        .selectFrom("request_check_runs")
        .select(["state", "due_at"])
        .where("head_hash", "=", heads[8] ?? "");
    await expect
      .poll(async () => ((await looked().executeTakeFirst())?.due_at.getTime() ?? 0) > Date.now() + 2000, {
        timeout: 30_000,
      })
      .toBe(true);
    expect(await stateOf()).toBe("waiting");
    expect(runsOf(8)).toEqual([]);
    // It ended, and another one was requested meanwhile: the report waits for that one too.
    const again = { sync_state: "ready", sync_again: true } as const;
    await db.updateTable("sources").set(again).where("id", "=", sourceId).execute();
    await db
      .updateTable("request_check_runs")
      .set({ due_at: new Date(0) })
      .execute();
    await expect
      .poll(async () => ((await looked().executeTakeFirst())?.due_at.getTime() ?? 0) > Date.now() + 2000, {
        timeout: 30_000,
      })
      .toBe(true);
    expect(runsOf(8)).toEqual([]);
    await setSource("ready", new Date(Date.now() - 60_000));
    expect((await call("POST", "projects/maze/sync/")).status).toBe(202);
    await expect.poll(() => runsOf(8).length, { timeout: 60_000 }).toBe(1);
    const [run] = runsOf(8);
    expect(JSON.stringify(run?.body)).toContain("docs/opening.md");
    expect(JSON.stringify(run?.body)).not.toContain("Only the names");
  });

  test("do not wait for a sync that cannot bring the code: one has ended that began after the push", async () => {
    heads[9] = "9".repeat(40);
    const change = { sync_state: "running", sync_began_at: new Date(Date.now() + 60_000) } as const;
    await stage.server.db.updateTable("sources").set(change).where("id", "=", sourceId).execute();
    await push(9);
    await expect.poll(() => runsOf(9).length, { timeout: 30_000 }).toBe(1);
    const end = { sync_state: "ready", sync_began_at: null } as const;
    await stage.server.db.updateTable("sources").set(end).where("id", "=", sourceId).execute();
  });

  test("are not made after the subscription has expired, and again once it is renewed", async () => {
    const setStatus = (status: "expired" | "active") =>
      stage.server.db
        .updateTable("companies")
        .set({ subscription_status: status })
        .where("id", "=", stage.people.companyId)
        .execute();
    const sent = () => stage.host.requests.filter((request) => /^(?:POST|PATCH) .*\/check-runs/.test(request)).length;
    await settled("reported");
    const before = sent();
    await setStatus("expired");
    await push(1);
    await settled("outdated");
    expect(sent()).toBe(before);
    await setStatus("active");
    await push(2);
    await settled("reported");
    expect(sent()).toBeGreaterThan(before);
  });

  test("fit the description that GitHub publishes", () => {
    const validate = loadGithubDescription()("/repos/{owner}/{repo}/check-runs", "body", "post");
    for (const { body } of stage.host.checkRuns) expect([validate(body), validate.errors]).toEqual([true, null]);
  });

  test("end when they are turned off", async () => {
    expect(await choose(false)).toMatchObject({ enabled: false, reported: 0 });
    expect(await stateOf()).toBeUndefined();
  });
});

test.each([
  { provider: "github", isNamed: true },
  // Issues of a public project may be for its members alone there.
  { provider: "gitlab", isNamed: false },
] as const)("issues of a place are named at $provider: $isNamed", async ({ provider, isNamed }) => {
  const { db } = stage.server;
  const { companyId, admin } = stage.people;
  const projectId = await addProject(db, { companyId, ownerId: admin.id, slug: `issues-${provider}` });
  const at = await addSource(db, projectId, `https://${provider}.example/acme/rocket`);
  const trackerId = `tracker-${provider}`;
  const tracker = { ...READ_SOURCE, id: trackerId, project_id: projectId, kind: "tracker", provider } as const;
  const url = `https://${provider}.example/acme/rocket`;
  await db
    .insertInto("sources")
    .values({ ...tracker, url, name: "rocket", sync_finished_at: null })
    .execute();
  await db.updateTable("sources").set({ provider }).where("id", "=", at).execute();
  const names = { external_id: "7", key: "#7", number: 7, title: "A", created_at: new Date(0) };
  const id = `issue-${provider}`;
  await db
    .insertInto("issues")
    .values(issueRow({ id, project_id: projectId, source_id: trackerId, ...names }))
    .execute();
  const issue = { id, key: "#7", address: "7", title: "A", state: "open" as const };
  const found = await issuesHere(db, projectId, at, { issues: [{ issue, how: "likely", path: null }] });
  expect(found.has(id)).toBe(isNamed);
});
