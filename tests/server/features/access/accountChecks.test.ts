/** Reports on requests at GitLab and Bitbucket by the account of a member: for the commit that they are about, and nothing twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quickActionIn } from "../../../../server/sources/providers/gitlab/gitlabQuickActions.ts";
import type { RestRequest } from "../../../providers/restHost.ts";
import { type CheckStage, HOSTILE, startCheckStage } from "../checks/checkStage.ts";

const PROVIDERS = [
  { provider: "gitlab", how: "note", write: /^POST .*\/merge_requests\/901\/notes$/ },
  { provider: "bitbucket", how: "report", write: /^PUT .*\/reports\/clew-901$/ },
] as const;

describe.each(PROVIDERS)("reports on requests at $provider", ({ provider, how, write }) => {
  let stage: CheckStage;
  const isGitlab = provider === "gitlab";
  beforeAll(async () => {
    stage = await startCheckStage(provider);
  });
  afterAll(() => stage.stop());
  beforeEach(() => {
    stage.host.fault = undefined;
    Object.assign(stage.work, { account: "ada" });
  });
  const isWrite = ({ method, path }: RestRequest): boolean => write.test(`${method} ${path}`);
  const notes = () => stage.request.notes ?? [];
  /** What the host has for a commit, in one form for both. */
  const resultOf = (at: number): unknown => {
    const { work } = stage;
    return isGitlab
      ? work.commitStatuses?.findLast(({ sha }) => sha === stage.headOf(at))?.["status"]
      : work.reports?.find(({ commit }) => commit === stage.headOf(at))?.body["result"];
  };
  const [passed, failed] = isGitlab ? ["success", "failed"] : ["PASSED", "FAILED"];

  test("are off, and are turned on by a member who has an account there alone", async () => {
    expect(await stage.read()).toMatchObject({ enabled: false, how, account: null, forks: 0 });
    const refused = await stage.choose(true, [], stage.people.member.token);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("no account")]);
    stage.host.fault = ({ path }) => (path.endsWith("/user") ? { status: 500, body: { message: "down" } } : undefined);
    expect((await stage.choose(true)).status).toBe(409);
    stage.host.fault = undefined;
    expect((await stage.choose(true)).body).toMatchObject({ enabled: true, how, account: "ada" });
    expect(stage.changes()).toEqual([]);
    // Of another member who changes them, they stay with the account that has begun.
    expect((await stage.choose(true, [], stage.people.member.token)).body).toMatchObject({ account: "ada" });
  });

  test("are made for the newest commit, without markup of other people, and ask for nothing", async () => {
    // The answer to the first note or report is lost: it is there, and no second one is made.
    let lost = 0;
    stage.host.fault = (received) => (isWrite(received) && (lost += 1) === 1 ? { breakOffAfter: 0 } : undefined);
    await stage.push(0);
    await expect.poll(async () => (await stage.read()).failure, { timeout: 30_000 }).not.toBeNull();
    expect(await stage.row()).toMatchObject({ state: "waiting", note_id: null, note_by: isGitlab ? "1" : null });
    await stage.wake();
    await stage.settled("reported", 0);
    expect([resultOf(0), (await stage.read()).failure, lost]).toEqual([passed, null, isGitlab ? 1 : 2]);
  });

  test.runIf(isGitlab)("are a status of the branch and one note, in which others have no markup", () => {
    expect(notes()).toHaveLength(1);
    expect(notes()[0]?.body).toContain(`\`\` ${HOSTILE} \`\`: 5 of 5 commits`);
    expect(notes()[0]?.body).toContain(stage.headOf(0).slice(0, 7));
    const body = notes()[0]?.body ?? "";
    expect(quickActionIn(body)).toBeNull();
    expect(body.replaceAll(/(`+) .*? \1/g, "")).not.toMatch(/[@]|#\d|<(?!!-- clew-reply [0-9a-f]+ -->)/);
    const url = expect.stringContaining(`/requests/${stage.requestId}`) as string;
    expect(stage.work.commitStatuses).toMatchObject([{ name: "clew", ref: stage.request.branch, target_url: url }]);
  });

  test.runIf(!isGitlab)(
    "are a report with annotations, and no build, which would count for a branch that requires one",
    () => {
      const [report] = stage.work.reports ?? [];
      const link = expect.stringContaining("/projects/maze/requests/") as string;
      expect(report?.body).toMatchObject({ reporter: "Clew", link });
      const annotations = [...(report?.annotations.values() ?? [])];
      expect(annotations.map(({ path }) => path)).toEqual(["src/valve.ts", "src/valve.ts"]);
      expect(annotations[0]?.["summary"]).toContain(HOSTILE);
      expect(stage.work.builds ?? []).toEqual([]);
    },
  );

  test("follow a new commit, and ask for action about what was chosen", async () => {
    await stage.choose(true, ["missing"]);
    await stage.push(1);
    await stage.settled("reported", 1);
    expect([resultOf(0), resultOf(1)]).toEqual([passed, failed]);
    const more = isGitlab ? notes().map(({ body }) => body.includes(stage.headOf(1).slice(0, 7))) : stage.work.builds;
    expect(more).toMatchObject(isGitlab ? [true] : [{ key: "clew-901", state: "FAILED", commit: stage.headOf(1) }]);
    await stage.choose(true);
  });

  test("are not written twice where the answer was lost, or the process was killed before it noted it", async () => {
    if (isGitlab) {
      // A tracker that was linked again knows no note: the one that is there is recognised, and a copy of it by another person is not.
      await stage.db.updateTable("request_check_runs").set({ note_id: null, note_by: null }).execute();
      const [original] = notes();
      if (original) notes().unshift({ ...original, id: 1, author: "grace" });
    }
    let lost = 0;
    const isLost = (received: RestRequest): boolean =>
      isGitlab ? received.method === "POST" && received.path.includes("/statuses/") : isWrite(received);
    stage.host.fault = (received) => (isLost(received) && (lost += 1) === 1 ? { breakOffAfter: 0 } : undefined);
    await stage.push(2);
    await expect.poll(async () => (await stage.read()).failure, { timeout: 30_000 }).not.toBeNull();
    await stage.wake();
    await stage.settled("reported", 2);
    expect((await stage.read()).failure).toBeNull();
    const made = () =>
      isGitlab
        ? [stage.work.commitStatuses?.filter(({ sha }) => sha === stage.headOf(2)).length, notes().length]
        : [stage.work.reports?.filter(({ commit }) => commit === stage.headOf(2)).length, 2];
    expect(made()).toEqual([1, 2]);
    // What a process leaves that ends between its last request and its row.
    await stage.db
      .updateTable("request_check_runs")
      .set({ state: "waiting", note_id: null, settled_at: null, lease: "of a killed one", leased_until: new Date(0) })
      .execute();
    await stage.settled("reported", 2);
    expect(made()).toEqual([1, 2]);
    expect(notes().filter(({ author }) => author === "ada")).toHaveLength(isGitlab ? 1 : 0);
  });

  test("wait as long as the host asks, also what is queued after that", async () => {
    let asked = 0;
    stage.host.fault = ({ path }) => {
      if (!path.includes("901")) return undefined;
      asked += 1;
      return { status: 429, body: { message: "Slow down" }, headers: { "retry-after": "300" } };
    };
    await stage.push(3);
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(1);
    const settings = () => stage.db.selectFrom("source_checks").select("waits_until").executeTakeFirstOrThrow();
    await expect.poll(async () => (await settings()).waits_until?.getTime() ?? 0).toBeGreaterThan(Date.now() + 250_000);
    await stage.push(4);
    await stage.settled("waiting", 4);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect([asked, (await stage.row())?.attempts]).toEqual([1, 0]);
    stage.host.fault = undefined;
    await stage.db
      .updateTable("source_checks")
      .set({ waits_until: new Date(0) })
      .execute();
    await stage.settled("reported", 4);
    expect([resultOf(3), resultOf(4)]).toEqual([undefined, passed]);
  });

  test("show why the host refuses, in its words", async () => {
    stage.host.fault = ({ method }) =>
      method === "GET" ? undefined : { status: 403, body: { message: "Only maintainers report here" } };
    await stage.push(5);
    await stage.settled("refused", 5);
    expect((await stage.read()).failure).toContain("Only maintainers report here");
  });

  test("stay with their commit when it is replaced meanwhile, and the new one gets its own", async () => {
    let isPushed = false;
    stage.host.fault = (received) => {
      if (received.method === "GET" || isPushed) return undefined;
      // Between reading and writing.
      isPushed = true;
      stage.pushAtHost(7);
      return { until: stage.store(7) };
    };
    await stage.push(6);
    await stage.settled("reported", 7);
    expect([isPushed, resultOf(7)]).toEqual([true, passed]);
    expect(notes().at(-1)?.body.includes(stage.headOf(7).slice(0, 7)) ?? true).toBe(true);
    // The host has it still, and a report that is taken again for a former commit writes nothing.
    const before = stage.changes().length;
    await stage.store(6);
    await stage.settled("outdated", 6);
    expect(stage.changes()).toHaveLength(before);
    await stage.store(7);
    await stage.settled("reported", 7);
  });

  test("are not written by a process that has lost its lease between reading and writing", async () => {
    const before = stage.changes().length;
    let stolen = 0;
    stage.host.fault = ({ path }) => {
      const isLast = path.endsWith(isGitlab ? "/statuses" : "/901");
      if (!isLast || stolen > 0) return undefined;
      stolen += 1;
      const until = new Date(Date.now() + 3_600_000);
      const steal = stage.db.updateTable("request_check_runs").set({ lease: "another", leased_until: until });
      return { until: steal.execute().then(() => undefined) };
    };
    await stage.push(8);
    await expect.poll(() => stolen, { timeout: 30_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(stage.changes()).toHaveLength(before);
    expect(await stage.row()).toMatchObject({ state: "waiting", lease: "another" });
    await stage.db
      .updateTable("request_check_runs")
      .set({ leased_until: new Date(0) })
      .execute();
    await stage.settled("reported", 8);
  });

  test("of a fork leave its repository alone", async () => {
    stage.request.sourceProject = 99;
    const statuses = stage.work.commitStatuses?.length;
    const before = stage.host.requests.length;
    await stage.push(9);
    await stage.settled(isGitlab ? "reported" : "fork", 9);
    const sent = stage.host.requests.slice(before);
    expect(sent.filter((line) => /\/(?:projects\/99|99-|%7B0000009)/.test(line))).toEqual([]);
    expect(resultOf(9)).toBeUndefined();
    expect(stage.work.commitStatuses?.length).toBe(statuses);
    const written = sent.filter((line) => !line.startsWith("GET"));
    expect([written.length, (await stage.read()).forks]).toEqual(isGitlab ? [1, 0] : [0, 1]);
    expect(notes().at(-1)?.body.includes(stage.headOf(9).slice(0, 7)) ?? true).toBe(true);
    // The fork was deleted.
    stage.request.sourceProject = null;
    await stage.push(0);
    await stage.settled(isGitlab ? "reported" : "fork", 0);
    delete stage.request.sourceProject;
  });

  test("are written by no other account than the one that was seen", async () => {
    const before = stage.changes().length;
    stage.work.account = "grace";
    await stage.push(10);
    await stage.settled("refused", 10);
    expect((await stage.read()).failure).toContain("grace");
    expect(stage.changes()).toHaveLength(before);
  });

  test.runIf(isGitlab)("do not post a note again that people have deleted", async () => {
    const kept = notes().filter(({ author }) => author !== "ada");
    stage.request.notes = kept;
    await stage.push(11);
    await stage.settled("reported", 11);
    expect([notes(), resultOf(11), (await stage.row())?.note_removed]).toEqual([kept, passed, true]);
  });

  test("end when they are turned off", async () => {
    expect((await stage.choose(false)).body).toMatchObject({ enabled: false, account: null });
    expect(await stage.row()).toBeUndefined();
  });
});
