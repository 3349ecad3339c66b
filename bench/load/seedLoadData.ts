import { startGithubHost, type GithubHost } from "../../server/demo/githubHost.ts";
import type { HostData, HostIssue } from "../../server/demo/hostData.ts";
import { startSession } from "../../server/access/sessions.ts";
import { migrate } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/newId.ts";
import { openDb } from "../../server/db/openDb.ts";

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

/**
 * A seeded generator of numbers in [0, 1): two runs make the same calls. Neighbouring seeds give unrelated sequences (mulberry32 by Tommy
 * Ettinger); otherwise users with neighbouring seeds would start at the same moment.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const wordsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");

/**
 * A tracker on the loopback interface with a number of issues; each call of `touch` changes some.
 * @param comments of each issue
 */
export async function startTracker(issues: number, comments = 0): Promise<GithubHost & { touch: () => void }> {
  const random = createRandom(7);
  const day = 86_400_000;
  const start = Date.now() - 900 * day;
  const at = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
  const users = Array.from({ length: 40 }, (_, index) => ({
    id: 100 + index,
    login: `person-${index}`,
    name: `Person ${index}`,
    email: null,
  }));
  const login = (): string => `person-${Math.floor(random() * users.length)}`;
  const made = Array.from({ length: issues }, (_, index): HostIssue => {
    const opened = start + (index / issues) * 890 * day;
    const isClosed = random() < 0.7;
    const closed = opened + random() * 10 * day;
    return {
      number: index + 1,
      title: wordsOf(random, 6),
      body: `${wordsOf(random, 60)}\n\nsrc/${wordsOf(random, 1)}.ts fails at startServer`,
      author: login(),
      assignees: random() < 0.5 ? [login()] : [],
      labels: random() < 0.5 ? ["bug"] : ["enhancement"],
      state: isClosed ? "closed" : "open",
      createdAt: at(opened),
      updatedAt: at(isClosed ? closed : opened),
      closedAt: isClosed ? at(closed) : null,
      comments: Array.from({ length: comments }, (_, place) => ({
        id: (index + 1) * 100 + place,
        author: login(),
        body: wordsOf(random, 30),
        createdAt: at(opened),
        updatedAt: at(opened),
      })),
    };
  });
  const data: HostData = {
    repository: {
      id: 9900,
      owner: "bench",
      name: "load",
      description: null,
      language: "TypeScript",
      isPrivate: false,
      defaultBranch: "main",
      createdAt: at(start),
      updatedAt: at(Date.now()),
      pushedAt: at(Date.now()),
    },
    users,
    labels: ["bug", "enhancement"].map((name) => ({ name, color: "d73a4a", description: null })),
    issues: made,
  };
  const host = await startGithubHost({ data, rateLimit: 1_000_000 });
  return {
    ...host,
    touch: () => {
      for (let index = 0; index < 20; index += 1) {
        const issue = made[Math.floor(random() * made.length)];
        if (!issue) continue;
        issue.updatedAt = at(Date.now());
        issue.comments.push({
          id: Math.floor(random() * 1e9),
          author: login(),
          body: wordsOf(random, 20),
          createdAt: at(Date.now()),
          updatedAt: at(Date.now()),
        });
      }
    },
  };
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
