import { expect, vi } from "vitest";
import type { Rule, RuleDefinition, RuleRun, RuleRunPage, Rules } from "../../../../contract/integrations/rules.ts";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import type { Db } from "../../../../server/db/openDb.ts";
import { newId } from "../../../../server/db/newId.ts";
import { startGithubHost } from "../../../../server/demo/hosts/githubHost.ts";
import type { HostCaller } from "../../../../server/demo/hosts/issueWriteCalls.ts";
import { trackerChanges } from "../../../providers/trackerChanges.ts";
import { trackerData } from "../../../providers/trackerData.ts";
import { type SignedInUser, addPeople, startTestServer } from "../../http/testServer.ts";
import { addMember } from "../../rows.ts";
import { createTrackerProject } from "../../sync/trackerProject.ts";
import type { Engine } from "../../testDb.ts";

const KEY = "a key of this test, which is long enough";

export const makeRule = (changes: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: "Triage",
  when: "issue.opened",
  days: null,
  search: null,
  query: "",
  area: null,
  certainty: null,
  actions: [{ do: "label", label: "triage" }],
  ...changes,
});

/** A server with the project `atlas` over a tracker that is imported, whose Owner grace writes there by the account `grace`. */
export async function startRuleServer(engine: Engine) {
  const data = trackerData(4);
  for (const issue of data.issues) delete issue.isPullRequest;
  data.labels.push({ name: "triage", color: "d73a4a", description: null });
  const accounts: Record<string, HostCaller> = { "t-grace": { login: "grace", role: "write" } };
  /** Another answer to a request that changes something, by its method and path; undefined: the usual one. */
  let answerTo: ((line: string) => { readonly status: number; readonly body: unknown } | undefined) | undefined;
  /** Changes wait for this promise. */
  let release: Promise<void> | undefined;
  const host = await startGithubHost({
    data,
    accounts,
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      if (request.method === "GET") return answer();
      const override = answerTo?.(`${request.method} ${request.url}`);
      await release;
      if (!override) return answer();
      response.writeHead(override.status, { "content-type": "application/json" }).end(JSON.stringify(override.body));
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
  const { sourceId, sync } = await createTrackerProject(call, `${host.url}/acme/rocket`);
  const source = await db.selectFrom("sources").select("project_id").executeTakeFirstOrThrow();
  await addMember(db, source.project_id, users.ada.id, "Maintainer");

  const addRule = async (changes: Partial<RuleDefinition> = {}, user = users.grace): Promise<Rule> => {
    const { status, body } = await call("POST", "rules/", { project: "atlas", rule: makeRule(changes) }, user);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as Rule;
  };
  const switchRule = (id: string, enabled: boolean, user = users.grace, revision = 1) =>
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
    sourceId,
    sync,
    ...trackerChanges(data),
    call,
    addRule,
    switchRule,
    runs,
    /** Adds a rule, makes its dry run and turns it on. */
    enable: async (changes: Partial<RuleDefinition> = {}): Promise<Rule> => {
      const rule = await addRule(changes);
      await call("POST", `rules/${rule.id}/dry-run/`, { cursor: null });
      const { status, body } = await switchRule(rule.id, true);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as Rule;
    },
    listRules: async (): Promise<Rules> => (await call("GET", "rules/?project=atlas")).body as Rules,
    /** Waits until each event of a rule is decided, and each action that was decided is sent. */
    waitForRules: () =>
      vi.waitFor(
        async () => {
          expect(await db.selectFrom("rule_events").select("key").execute()).toEqual([]);
          // A change that is being sent is unknown until its answer is stored.
          const pending = db
            .selectFrom("rule_actions as action")
            .leftJoin("issue_writes as write", "write.id", "action.write_id")
            .select("action.id")
            .where((is) =>
              is.or([
                is("action.state", "=", "waiting"),
                is.and([is("action.state", "=", "unknown"), is("write.state", "!=", "lost")]),
              ]),
            );
          expect(await pending.execute()).toEqual([]);
        },
        { timeout: 20_000, interval: 100 },
      ),
    /** Sets the answers of the host to changes. */
    answerChanges: (answer: typeof answerTo): void => {
      answerTo = answer;
    },
    /** Changes wait at the host until the returned function is called. */
    holdChanges: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = promise;
      return resolve;
    },
    /** Removes all rules. */
    reset: async (): Promise<void> => {
      answerTo = undefined;
      release = undefined;
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

/** Adds a run of a rule that has finished this number of actions now. */
export async function addFinishedActions(
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
