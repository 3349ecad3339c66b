/**
 * A server that has synced the sample project of the demo: a year of issues, requests, commits, pages and releases. Rows that the sample
 * lacks are added as a sync stores them: statuses with their changes, a program, what has not been read yet, and an issue that was reopened.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { CardContent, DashboardCards } from "../../../contract/insights/cardContents.ts";
import type { DataCard } from "../../../contract/insights/dashboardCards.ts";
import type { InsightOptions } from "../../../contract/insights/insights.ts";
import type { Project } from "../../../contract/projects.ts";
import { startTernHost } from "../../../server/demo/demoHost.ts";
import { signedIn, startTestServer } from "../http/testServer.ts";
import { newId } from "../../../server/db/newId.ts";
import { addRandomWork } from "../insights/randomWork.ts";
import { addCompany, addProject } from "../rows.ts";
import type { Engine } from "../testDb.ts";

/** Wednesday, in the middle of the last week of the story. */
export const NOW = new Date("2027-02-03T15:30:00Z");
export const TIME_ZONE = "Europe/Istanbul";

type WithoutPlace<Card> = Card extends unknown ? Omit<Card, "id" | "x" | "y" | "w" | "h" | "title" | "project"> : never;
/** A card without its place. */
export type Asked = WithoutPlace<DataCard> & { readonly project?: string | null };
type ContentOf<Kind extends CardContent["kind"]> = Extract<CardContent, { kind: Kind }>;

/** The filters that the page of cards has. */
export interface AskedPage {
  readonly period?: string;
  readonly granularity?: string;
  readonly project?: readonly string[];
  readonly repository?: readonly string[];
}

/** @returns the server with what tests ask it */
export async function startRecountStage(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), "clew-recount-"));
  const host = await startTernHost(folder, NOW.getTime());
  addCommits(host.repositoryPath ?? "");
  const server = await startTestServer(engine, {
    now: () => NOW,
    environment: {
      CLEW_ALLOWED_NETWORKS: host.allowedNetworks.join(","),
      CLEW_ALLOWED_PATHS: host.allowedPaths.join(delimiter),
    },
  });
  const { db } = server;
  const companyId = await addCompany(db, { plan: "Enterprise" });
  await db.updateTable("companies").set({ time_zone: TIME_ZONE }).where("id", "=", companyId).execute();
  const owner = await signedIn(db, { companyId, email: "owner@example.org", role: "Admin" });
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    let answer = await server.call(method, path, { token: owner.token, ...(body && { body }) });
    // After a sync the engines may have no free place for a moment, as a user sees it too.
    while (answer.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      answer = await server.call(method, path, { token: owner.token, ...(body && { body }) });
    }
    expect([path, answer.status, answer.status < 300 ? null : answer.body]).toEqual([path, expect.any(Number), null]);
    return answer.body as Answer;
  };
  const query = async <Row>(text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(db as unknown as Kysely<unknown>)).rows;

  const project = await call<Project>("POST", "projects/", {
    name: "Tern",
    repositories: [{ provider: "git", url: host.repositoryPath }],
    trackers: [{ provider: "github", url: host.trackerUrl }],
    wikis: [{ provider: "confluence", url: host.wikiUrl }],
    emails: [],
  });
  for (;;) {
    const sources = await query<{ sync_state: string }>("select sync_state from sources");
    if (sources.every(({ sync_state }) => sync_state === "ready")) break;
    expect(sources.map(({ sync_state }) => sync_state)).not.toContain("failed");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [repository, tracker, wiki] = [project.repositories[0]?.id, project.trackers[0]?.id, project.wikis[0]?.id];
  const secondTracker = newId();
  for (const text of lackingRows(tracker ?? "", secondTracker)) await query(text);
  // A second project, for what is compared and what is about several: half a year of random work.
  const other = await addProject(db, { companyId, ownerId: owner.id, slug: "loom" });
  await addRandomWork(db, other, 3);

  const cards = async (asked: readonly Asked[], page: AskedPage = {}): Promise<CardContent[]> => {
    const body = {
      period: "1y",
      granularity: "monthly",
      project: [],
      repository: [],
      ...page,
      cards: asked.map((card, at) => ({
        project: "tern",
        ...card,
        id: `c${at}`,
        x: 0,
        y: at,
        w: 1,
        h: 1,
        title: null,
      })),
    };
    const answer = await call<DashboardCards>("POST", "dashboards/cards/", body);
    return answer.cards.map((card) => {
      if (card.state !== "ready") throw new Error(JSON.stringify(card));
      return card.content;
    });
  };
  return {
    server,
    call,
    query,
    cards,
    /** The content of one card, which is of this kind. */
    card: async <Kind extends CardContent["kind"]>(kind: Kind, asked: Asked, page: AskedPage = {}) => {
      const [content] = await cards([asked], page);
      expect(content?.kind).toBe(kind);
      return content as ContentOf<Kind>;
    },
    repository: repository ?? "",
    trackers: [tracker ?? "", secondTracker],
    wiki: wiki ?? "",
    repositoryPath: host.repositoryPath ?? "",
    /** By which pages and cards name a person: an account of theirs. */
    personKey: async (name: string): Promise<string> => {
      const [account] = await query<{ id: string }>(`select min(id) as id from accounts where name = '${name}'`);
      return `account:${account?.id}`;
    },
    /** By which the filter of Insights names a person. */
    personId: async (name: string): Promise<string> => {
      const { people } = await call<InsightOptions>("GET", "insights/options/?project=tern");
      return people.find((person) => person.name === name)?.id ?? "";
    },
    stop: async () => {
      await server.stop();
      await host.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
export type RecountStage = Awaited<ReturnType<typeof startRecountStage>>;

const JONAS = "Jonas Weber <jonas@tern.example>";
const COUPLED = ["src/billing/invoice.ts", "src/billing/refund.ts"];

/** Four commits to two files, and one that changes more files than count as a change of each. */
function addCommits(repository: string): void {
  const git = (args: readonly string[], input?: string): string =>
    execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", ...(input !== undefined && { input }) });
  const all = git(["ls-tree", "-r", "--name-only", "main"]).trim().split("\n");
  const commits = [...Array.from({ length: 4 }, () => COUPLED), all.slice(0, 35)];
  const stream = commits.map((paths, at) => {
    const seconds = Date.UTC(2026, 9 + at, 5, 7, 30) / 1000;
    const message = `refactor: round ${at}`;
    const files = paths.map((path) => {
      const text = `${git(["show", `main:${path}`])}\n# round ${at}\n`;
      return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`;
    });
    const from = at === 0 ? "from refs/heads/main^0\n" : "";
    return `commit refs/heads/main\nauthor ${JONAS} ${seconds} +0000\ncommitter ${JONAS} ${seconds} +0000\ndata ${message.length}\n${message}\n${from}${files.join("\n")}\n`;
  });
  git(["fast-import", "--quiet"], stream.join("\n"));
}

/** Issues move at random between statuses, one of which has no category any more; some have never moved, and some have no status. */
const lackingRows = (tracker: string, secondTracker: string): readonly string[] => [
  `update accounts set is_bot = true where login = 'courier-ops'`,
  `insert into issue_statuses (source_id, name, category) values
    ('${tracker}', 'Backlog', 'todo'), ('${tracker}', 'Doing', 'in_progress'), ('${tracker}', 'Review', 'in_progress'), ('${tracker}', 'Done', 'done')`,
  // A stay of each length from a part of a day to weeks, by the number of the issue, so that the rows are the same in each run.
  `insert into issue_events (id, issue_id, external_id, type, actor_id, detail, created_at)
    select 'status-' || i.number || '-' || step, i.id, 'status-' || i.number || '-' || step, 'status', null,
      (array['Backlog', 'Doing', case when i.number % 7 = 0 then 'Ancient' else 'Review' end, 'Done'])[step] || ' → ' ||
      (array['Doing', case when i.number % 7 = 0 then 'Ancient' else 'Review' end, 'Done'])[step],
      i.created_at + (coalesce(i.closed_at, timestamptz '${NOW.toISOString()}') - i.created_at) * (step * (1 + i.number % 3) / 10.0)
    from issues i, generate_series(1, 3) step
    where i.number % 4 <> 0 and (step < 3 or i.closed_at is not null) and (step < 2 or i.number % 5 <> 0)`,
  `update issues i set status = coalesce((select split_part(e.detail, ' → ', 2) from issue_events e
      where e.issue_id = i.id and e.type = 'status' order by e.created_at desc limit 1), case when number % 8 = 0 then null else 'Backlog' end)`,
  // Closed, reopened and closed again.
  `insert into issue_events (id, issue_id, external_id, type, actor_id, detail, created_at)
    select kind || '-' || number, id, kind || '-' || number, kind, null, null, created_at + (closed_at - created_at) * part
    from issues, (values ('closed', 0.4), ('reopened', 0.7)) as moments (kind, part) where closed_at is not null and number % 6 = 1`,
  // Half of the issues are those of a second tracker.
  `create temporary table copied as select * from sources where id = '${tracker}'`,
  `update copied set id = '${secondTracker}', url = url || '-desk', name = 'tern/desk', webhook_secret_id = null`,
  `insert into sources select * from copied`,
  `drop table copied`,
  `insert into issue_statuses (source_id, name, category) select '${secondTracker}', name, category from issue_statuses where source_id = '${tracker}'`,
  `update issues set source_id = '${secondTracker}' where number % 2 = 0`,
  // Announced comments that have not been read, and a request whose details have not.
  `update issues set comments_count = 2 where id in (select i.id from issues i
      where not exists (select from issue_comments c where c.issue_id = i.id) order by number desc limit 2)`,
  `update change_requests set details_at = null where id in (select r.id from change_requests r
      where not exists (select from request_reviews v where v.request_id = r.id)
        and not exists (select from request_files f where f.request_id = r.id) order by number desc limit 1)`,
];
