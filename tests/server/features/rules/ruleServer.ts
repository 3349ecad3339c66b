import { expect, vi } from "vitest";
import type { Rule, RuleDefinition, RuleRun, RuleRunPage, Rules } from "../../../../contract/integrations/rules.ts";
import type { Project } from "../../../../contract/projects.ts";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import type { Db } from "../../../../server/db/openDb.ts";
import { newId } from "../../../../server/db/newId.ts";
import { startGithubHost } from "../../../../server/demo/hosts/githubHost.ts";
import type { HostIssue } from "../../../../server/demo/hosts/hostData.ts";
import type { HostCaller } from "../../../../server/demo/hosts/issueWriteCalls.ts";
import { trackerData, trackerIssue } from "../../../providers/trackerData.ts";
import { type SignedInUser, addPeople, startTestServer } from "../../http/testServer.ts";
import { addMember } from "../../rows.ts";
import type { Engine } from "../../testDb.ts";

const KEY = "a key of this test, which is long enough";

export const ruleOf = (given: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: "Triage",
  when: "issue.opened",
  days: null,
  search: null,
  query: "",
  area: null,
  certainty: null,
  actions: [{ do: "label", label: "triage" }],
  ...given,
});

/** A server with the project `atlas` over a tracker that is imported, whose Owner grace writes there by the account `grace`. */
export async function startRuleServer(engine: Engine) {
  const data = trackerData(4);
  for (const issue of data.issues) delete issue.isPullRequest;
  data.labels.push({ name: "triage", color: "d73a4a", description: null });
  const accounts: Record<string, HostCaller> = { "t-grace": { login: "grace", role: "write" } };
  /** Another answer to a request that changes something; undefined: as it should. */
  let fault: ((line: string) => { readonly status: number; readonly body: unknown } | undefined) | undefined;
  /** Until then no change is answered. */
  let opening: Promise<void> | undefined;
  const host = await startGithubHost({
    data,
    accounts,
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      const found = request.method === "GET" ? undefined : fault?.(`${request.method} ${request.url}`);
      if (request.method !== "GET") await opening;
      if (!found) return answer();
      response.writeHead(found.status, { "content-type": "application/json" }).end(JSON.stringify(found.body));
    },
  });
  const server = await startTestServer(engine, {
    isWorkDueSoon: true,
    environment: {
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_MASTER_KEY: KEY,
      CLEW_GITHUB_CLIENT_ID: "id",
      CLEW_GITHUB_CLIENT_SECRET: "secret",
      CLEW_GITHUB_URL: host.url,
    },
  });
  const { db } = server;
  const people = await addPeople(db, { plan: "Enterprise" });
  const users = { grace: people.admin, ada: people.member, stranger: people.stranger };
  const secret = await createSecrets(Buffer.from(KEY)).store(db, people.companyId, { token: "t-grace" });
  await db
    .insertInto("connections")
    .values({
      id: newId(),
      user_id: users.grace.id,
      provider: "github",
      origin: host.url,
      account: "grace",
      scopes: "",
      writes: true,
      secret_id: secret,
      expires_at: null,
      failed_at: null,
    })
    .execute();
  const call = (method: string, path: string, body?: object, user: SignedInUser = users.grace) =>
    server.call(method, path, { token: user.token, ...(body && { body }) });
  const created = await call("POST", "projects/", {
    name: "Atlas",
    repositories: [],
    trackers: [{ provider: "github", url: `${host.url}/acme/rocket` }],
    wikis: [],
    emails: [],
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const finished = async (): Promise<string> => {
    const { body } = await call("GET", "projects/atlas/");
    const [tracker] = (body as Project).trackers;
    return tracker?.sync.state === "ready" ? (tracker.sync.finished_at ?? "") : "";
  };
  const settled = (before: string) =>
    vi.waitFor(async () => expect([before, ""]).not.toContain(await finished()), { timeout: 60_000, interval: 100 });
  await settled("");
  const source = await db.selectFrom("sources").select(["id", "project_id"]).executeTakeFirstOrThrow();
  await addMember(db, source.project_id, users.ada.id, "Maintainer");
  await call("PUT", `sources/${source.id}/writing/`, { allowed: true });

  let lastTime = 0;
  /** The time of a change at the host: later than each before it, to the second as hosts have it. */
  const hostTime = (): string => {
    lastTime = Math.max(lastTime + 1000, Math.floor(Date.now() / 1000) * 1000);
    return new Date(lastTime).toISOString().replace(".000Z", "Z");
  };
  const make = async (definition: RuleDefinition, user = users.grace): Promise<Rule> => {
    const { status, body } = await call("POST", "rules/", { project: "atlas", rule: definition }, user);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as Rule;
  };
  const turn = (id: string, enabled: boolean, user = users.grace, revision = 1) =>
    call("POST", `rules/${id}/switch/`, { enabled, revision }, user);
  const runs = async ({ id }: Pick<Rule, "id">): Promise<RuleRun[]> =>
    ((await call("GET", `rules/${id}/runs/`)).body as RuleRunPage).results;
  return {
    server,
    db,
    host,
    data,
    accounts,
    users,
    projectId: source.project_id,
    sourceId: source.id,
    call,
    make,
    turn,
    runs,
    /** A rule that has had its dry run and is on. */
    hostTime,
    on: async (definition: RuleDefinition): Promise<Rule> => {
      const rule = await make(definition);
      await call("POST", `rules/${rule.id}/dry-run/`, { cursor: null });
      const { status, body } = await turn(rule.id, true);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as Rule;
    },
    list: async (): Promise<Rules> => (await call("GET", "rules/?project=atlas")).body as Rules,
    sync: async (): Promise<void> => {
      const before = await vi.waitFor(
        async () => {
          const at = await finished();
          expect(at).not.toBe("");
          return at;
        },
        { timeout: 60_000, interval: 100 },
      );
      await call("POST", "projects/atlas/sync/");
      await settled(before);
    },
    /** Everything that was found is decided about, and everything that was decided is sent. */
    settledRules: () =>
      vi.waitFor(
        async () => {
          expect(await db.selectFrom("rule_events").select("key").execute()).toEqual([]);
          // A change that is being sent is unknown until its answer is stored.
          const open = db
            .selectFrom("rule_actions as action")
            .leftJoin("issue_writes as write", "write.id", "action.write_id")
            .select("action.id")
            .where((is) =>
              is.or([
                is("action.state", "=", "waiting"),
                is.and([is("action.state", "=", "unknown"), is("write.state", "!=", "lost")]),
              ]),
            );
          expect(await open.execute()).toEqual([]);
        },
        { timeout: 20_000, interval: 100 },
      ),
    refuse: (given: typeof fault): void => {
      fault = given;
    },
    /** Changes wait at the host until the returned function is called. */
    holdChanges: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      opening = promise;
      return resolve;
    },
    issue: (number: number): HostIssue => {
      const issue = data.issues.find((one) => one.number === number);
      if (!issue) throw new Error(`There is no issue ${number}.`);
      return issue;
    },
    change(number: number, changes: Partial<HostIssue>): void {
      Object.assign(this.issue(number), { updatedAt: hostTime() }, changes);
    },
    open: (number: number, changes: Partial<HostIssue> = {}): void => {
      const at = hostTime();
      const times = { createdAt: at, updatedAt: at, closedAt: null };
      data.issues.push(
        trackerIssue(number, { ...times, state: "open", comments: [], assignees: [], labels: [], ...changes }),
      );
    },
    /** Removes all rules. */
    reset: async (): Promise<void> => {
      fault = undefined;
      opening = undefined;
      await db.deleteFrom("rules").execute();
      await db.deleteFrom("rule_events").execute();
      await db.deleteFrom("rate_limits").execute();
    },
    stop: async (): Promise<void> => {
      await server.stop();
      await host.stop();
    },
  };
}

export type RuleServer = Awaited<ReturnType<typeof startRuleServer>>;

/** A run of a rule that has done this number of actions now. */
export async function addDoneActions(
  db: Db,
  { projectId, ruleId, count }: { readonly projectId: string; readonly ruleId: string; readonly count: number },
): Promise<void> {
  const id = newId();
  const about = { subject_kind: "issue", subject_id: "gone", event: "issue.opened" } as const;
  const times = { occurred_at: new Date(), activity_at: null };
  await db
    .insertInto("rule_runs")
    .values({ id, rule_id: ruleId, project_id: projectId, key: "k", ...times, ...about })
    .execute();
  const action = { run_id: id, do: "label", detail: "x", issue_id: null, value: null, write_id: null } as const;
  const rows = Array.from({ length: count }, (_, position) => ({
    ...action,
    id: newId(),
    position,
    state: "done" as const,
    text: null,
    seen_at: null,
  }));
  await db.insertInto("rule_actions").values(rows).execute();
}
