import { expect, vi } from "vitest";
import type { Notice, NoticePage } from "../../../../contract/notices/notices.ts";
import type { Project } from "../../../../contract/projects.ts";
import type { DigestWriter } from "../../../../server/features/digests/DigestWriter.ts";
import { newId } from "../../../../server/db/newId.ts";
import { startGithubHost } from "../../../../server/demo/hosts/githubHost.ts";
import type { HostData, HostIssue } from "../../../../server/demo/hosts/hostData.ts";
import { type Fault, withFaults } from "../../../providers/githubFaults.ts";
import { trackerChanges } from "../../../providers/trackerChanges.ts";
import { trackerData, trackerIssue } from "../../../providers/trackerData.ts";
import { type SignedInUser, addPeople, signedIn, startTestServer } from "../../http/testServer.ts";
import { addMember, addSecret } from "../../rows.ts";
import type { Engine } from "../../testDb.ts";

/** The openings of digests where no model words them. */
export const openByRules: DigestWriter["open"] = (_, { opening }) =>
  Promise.resolve({ sentences: opening, model: null });

/**
 * A server with the project `atlas` over a tracker that is imported, and three members with accounts there: grace (Owner), ada (Developer) and
 * linus (Viewer).
 */
export async function startNoticeServer(engine: Engine, environment: Record<string, string> = {}, issues = 6) {
  const data: HostData = trackerData(issues);
  for (const issue of data.issues) delete issue.isPullRequest;
  const tracker = trackerChanges(data);
  let fault: Fault | undefined;
  const host = await startGithubHost({ data, intercept: withFaults(() => fault) });
  const server = await startTestServer(engine, {
    environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8", ...environment },
    mailRetryDelaysMs: [100, 100, 100],
  });
  const { db } = server;
  const people = await addPeople(db, { plan: "Enterprise" });
  const users = {
    grace: people.admin,
    ada: people.member,
    linus: await signedIn(db, { companyId: people.companyId, email: "linus@example.org" }),
    stranger: people.stranger,
  };
  /** The user has connected this account of the host. */
  const connect = async (user: SignedInUser, account: string): Promise<void> => {
    const secret = newId();
    await addSecret(db, people.companyId, secret);
    await db
      .insertInto("connections")
      .values({
        id: newId(),
        user_id: user.id,
        provider: "github",
        origin: host.url,
        account,
        scopes: "",
        secret_id: secret,
        expires_at: null,
        failed_at: null,
      })
      .execute();
  };
  await connect(users.grace, "grace");
  await connect(users.ada, "Ada");
  await connect(users.linus, "linus");
  await connect(users.stranger, "grace");

  const project = async (): Promise<Project> =>
    (await server.call("GET", "projects/atlas/", { token: users.grace.token })).body as Project;
  const finished = (state: Project): string =>
    [...state.repositories, ...state.trackers].map(({ sync }) => sync.finished_at ?? "").join();
  const settled = (after: string, state: "ready" | "failed" = "ready"): Promise<void> =>
    vi.waitFor(
      async () => {
        const now = await project();
        for (const { sync } of [...now.repositories, ...now.trackers]) expect(sync.state).toBe(state);
        expect(finished(now)).not.toBe(after);
      },
      { timeout: 60_000, interval: 100 },
    );
  const sync = async (state: "ready" | "failed" = "ready"): Promise<void> => {
    const before = finished(await project());
    await server.call("POST", "projects/atlas/sync/", { token: users.grace.token });
    await settled(before, state);
  };
  const created = await server.call("POST", "projects/", {
    token: users.grace.token,
    body: {
      name: "Atlas",
      repositories: [],
      trackers: [{ provider: "github", url: `${host.url}/acme/rocket` }],
      wikis: [],
      emails: [],
    },
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const { id: projectId } = await db
    .selectFrom("projects")
    .select("id")
    .where("slug", "=", "atlas")
    .executeTakeFirstOrThrow();
  await addMember(db, projectId, users.ada.id, "Developer");
  await addMember(db, projectId, users.linus.id, "Viewer");
  await settled("");

  const page = async (user: SignedInUser, query = ""): Promise<NoticePage> => {
    const answer = await server.call("GET", `notices/${query}`, { token: user.token });
    expect(answer.status).toBe(200);
    return answer.body as NoticePage;
  };
  return {
    server,
    host,
    data,
    users,
    projectId,
    companyId: people.companyId,
    sync,
    /** What the host answers to everything; undefined: as it should. */
    refuse: (answer: Fault | undefined): void => {
      fault = answer;
    },
    page,
    list: async (user: SignedInUser, query = ""): Promise<Notice[]> => (await page(user, query)).results,
    change: tracker.change,
    open: (number: number, changes: Partial<HostIssue> = {}): void =>
      tracker.openIssue(number, { labels: trackerIssue(number).labels, ...changes }),
    comment: tracker.addComment,
    stop: async (): Promise<void> => {
      await server.stop();
      await host.stop();
    },
  };
}

export type NoticeServer = Awaited<ReturnType<typeof startNoticeServer>>;

/** What a notice says, without what differs from run to run. */
export const gist = ({ kind, subject, count, data, read }: Notice) => ({
  kind,
  about: subject === null ? null : "key" in subject ? subject.key : subject.title,
  count,
  ...(data.actor !== undefined && { actor: data.actor }),
  read,
});
