import { DAY_MS } from "../../contract/durations.ts";
import { startGithubHost, type GithubHost } from "../../server/demo/hosts/githubHost.ts";
import type { HostData, HostIssue } from "../../server/demo/hosts/hostData.ts";
import { startSession } from "../../server/access/sessions/sessions.ts";
import { migrate } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/newId.ts";
import { openDb } from "../../server/db/openDb.ts";
import { createRandom } from "../../server/engines/ranking/createRandom.ts";

export interface Visitor {
  readonly email: string;
  readonly token: string;
}

const WORDS =
  `search index token parser session login socket queue worker cache manifest segment blob upload download filter sort page button dialog
  theme language export import webhook tracker wiki branch commit merge review comment label assignee mirror database migration timeout
  retry memory crash slow wrong missing empty broken duplicate stale encoding unicode locale date chart insight expert score`.split(
    /\s+/,
  );

export const wordsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");

const TRACKER_USERS = Array.from({ length: 40 }, (_, index) => ({
  id: 100 + index,
  login: `person-${index}`,
  name: `Person ${index}`,
  email: null,
}));

const loginOf = (random: () => number): string => `person-${Math.floor(random() * TRACKER_USERS.length)}`;
const hostTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

const commentOf = (random: () => number, id: number, words: number, time: number): HostIssue["comments"][number] => ({
  id,
  author: loginOf(random),
  body: wordsOf(random, words),
  createdAt: hostTime(time),
  updatedAt: hostTime(time),
});

function issueOf(random: () => number, number: number, opened: number, comments: number): HostIssue {
  const isClosed = random() < 0.7;
  const closed = opened + random() * 10 * DAY_MS;
  return {
    number,
    title: wordsOf(random, 6),
    body: `${wordsOf(random, 60)}\n\nsrc/${wordsOf(random, 1)}.ts fails at startServer`,
    author: loginOf(random),
    assignees: random() < 0.5 ? [loginOf(random)] : [],
    labels: random() < 0.5 ? ["bug"] : ["enhancement"],
    state: isClosed ? "closed" : "open",
    createdAt: hostTime(opened),
    updatedAt: hostTime(isClosed ? closed : opened),
    closedAt: isClosed ? hostTime(closed) : null,
    comments: Array.from({ length: comments }, (_, place) => commentOf(random, number * 100 + place, 30, opened)),
  };
}

/** The issues of a repository, with what changes them. */
export interface Tracker {
  readonly data: HostData;
  /** Changes some of the issues. */
  readonly touch: () => void;
  /** How many comments all issues have. */
  readonly comments: () => number;
}

/** @param comments of each issue. @param name of the repository, of the account `bench` */
export function makeTracker(issues: number, comments = 0, name = "load", id = 9900): Tracker {
  const random = createRandom(7);
  const start = Date.now() - 900 * DAY_MS;
  const issueRows = Array.from({ length: issues }, (_, index) =>
    issueOf(random, index + 1, start + (index / issues) * 890 * DAY_MS, comments),
  );
  const data: HostData = {
    repository: {
      id,
      owner: "bench",
      name,
      description: null,
      language: "TypeScript",
      isPrivate: false,
      defaultBranch: "main",
      createdAt: hostTime(start),
      updatedAt: hostTime(Date.now()),
      pushedAt: hostTime(Date.now()),
    },
    users: TRACKER_USERS,
    labels: ["bug", "enhancement"].map((label) => ({ name: label, color: "d73a4a", description: null })),
    issues: issueRows,
  };
  return {
    data,
    comments: () => issueRows.reduce((sum, issue) => sum + issue.comments.length, 0),
    touch: () => {
      for (let index = 0; index < 20; index += 1) {
        const issue = issueRows[Math.floor(random() * issueRows.length)];
        if (!issue) continue;
        issue.updatedAt = hostTime(Date.now());
        issue.comments.push(commentOf(random, Math.floor(random() * 1e9), 20, Date.now()));
      }
    },
  };
}

/** A tracker on the loopback interface with a number of issues. @param comments of each issue */
export async function startTracker(issues: number, comments = 0): Promise<GithubHost & Omit<Tracker, "data">> {
  const { data, ...tracker } = makeTracker(issues, comments);
  return { ...(await startGithubHost({ data, rateLimit: 1_000_000 })), ...tracker };
}

/** A company with a number of users, each with a session: written to the database before the server starts, because hashing a password takes 0.1 s. */
export async function makePeople(
  dataDir: string,
  databaseUrl: string | undefined,
  count: number,
  /** The prefix of their addresses: a second company needs another one. */
  prefix = "person",
): Promise<Visitor[]> {
  const { db, close } = await openDb({ dataDir, databaseUrl });
  try {
    await migrate(db);
    const companyId = newId();
    await db
      .insertInto("companies")
      .values({ id: companyId, name: "Bench", plan: "Enterprise", subscription_status: "active", trial_ends_at: null })
      .execute();
    const people: Visitor[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = newId();
      const email = `${prefix}-${index}@bench.example`;
      await db
        .insertInto("users")
        .values({
          id,
          email,
          name: `Person ${index}`,
          password_hash: "none",
          language: index % 2 === 0 ? "EN" : "TR",
          company_id: companyId,
          company_role: index === 0 ? "Admin" : "Member",
          verified_at: new Date(),
        })
        .execute();
      people.push({ email, token: await startSession(db, id) });
    }
    return people;
  } finally {
    await close();
  }
}

export interface SeededSource {
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
}

/** A project of a user with linked sources that were never read. To be called before the server starts. */
export async function seedProject(
  dataDir: string,
  email: string,
  slug: string,
  sources: readonly SeededSource[],
  databaseUrl?: string,
): Promise<void> {
  const { db, close } = await openDb({ dataDir, databaseUrl });
  try {
    const owner = await db
      .selectFrom("users")
      .select(["id", "company_id"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    if (owner.company_id === null) throw new Error(`${email} belongs to no company.`);
    const id = newId();
    await db
      .insertInto("projects")
      .values({ id, slug, name: slug, company_id: owner.company_id, created_by: owner.id, updated_at: new Date() })
      .execute();
    await db
      .insertInto("project_members")
      .values({ id: newId(), project_id: id, email, user_id: owner.id, role: "Owner" })
      .execute();
    for (const { kind, provider, url } of sources) {
      await db
        .insertInto("sources")
        .values({
          id: newId(),
          project_id: id,
          kind,
          provider,
          url,
          name: provider,
          visibility: "unknown",
          secret_id: null,
          sync_state: "failed",
          sync_done: 0,
          sync_items: 0,
        })
        .execute();
    }
  } finally {
    await close();
  }
}
