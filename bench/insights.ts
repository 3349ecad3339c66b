/**
 * What does a page of Insights cost as a project grows? Creates projects of issues and commits in the embedded database and, in the
 * same run, computes all series over five years from the columns (cold, after a sync of 200 issues and 200 commits, and
 * warm) and one grouped percentile by SQL.
 * The ratios are the figures to keep; the milliseconds depend on the machine.
 *
 *     node bench/insights.ts [--sizes 10000,100000,1000000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { migrate } from "../server/db/migrate.ts";
import { newId } from "../server/db/newId.ts";
import { type Db, openDb } from "../server/db/openDb.ts";
import { FactsCache } from "../server/features/insights/facts/FactsCache.ts";
import { measure } from "../server/engines/insights/measure.ts";
import { windowOf } from "../server/engines/insights/periods.ts";
import { emptyManifest } from "../server/index/manifest.ts";
import { openBlobs } from "../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "10000,100000" } } });
const folder = mkdtempSync(join(tmpdir(), "clew-bench-"));
const database = await openDb({ dataDir: folder, isDurable: false });
const { db } = database;
await migrate(db);
const index = await new IndexCache(openBlobs({ driver: "files", folder: join(folder, "blobs") })).open(emptyManifest());
const window = windowOf("5y", "yearly", "Europe/Istanbul", new Date());
const everything = { repository: [], tracker: [], person: [], label: [], type: [] };

console.log("issues+commits  first ms  after sync ms  again ms  SQL ms (one metric)  first / sync  SQL / again");
for (const size of values.sizes.split(",").map(Number)) {
  const project = await fill(db, size);
  const store = new FactsCache(db);
  const compute = async () => measure([await store.of(project, index)], everything, window);
  const first = await time(compute);
  await grow(db, project.id);
  const afterSync = await time(compute);
  const cached = await median(compute);
  const bySql = await median(() => leadTimesBySql(db, project.id));
  const cells = [size, first, afterSync, cached, bySql].map((value) =>
    Math.round(value).toLocaleString("en").padStart(9),
  );
  const ratios = [first / afterSync, bySql / cached].map((ratio) => ratio.toFixed(2).padStart(12));
  console.log([...cells, ...ratios].join("  "));
}
await database.close();
rmSync(folder, { recursive: true });

/** Half issues, half commits, over five years; 200 people, every third issue closed after a while, each with a comment. */
async function fill(into: Db, size: number): Promise<{ id: string; slug: string }> {
  const [company, owner, id, tracker, repository] = [newId(), newId(), newId(), newId(), newId()];
  await sql`insert into companies (id, name, plan, subscription_status) values (${company}, 'Bench', 'Enterprise', 'active')`.execute(
    into,
  );
  await sql`insert into users (id, email, name, password_hash, language, company_id, company_role)
    values (${owner}, ${`${owner}@example.org`}, 'Bench', '', 'EN', ${company}, 'Admin')`.execute(into);
  await sql`insert into projects (id, slug, name, company_id, created_by, updated_at)
    values (${id}, ${id}, 'Bench', ${company}, ${owner}, now())`.execute(into);
  for (const [source, kind] of [
    [tracker, "tracker"],
    [repository, "repository"],
  ] as const) {
    await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items)
      values (${source}, ${id}, ${kind}, 'github', ${source}, 'bench', 'public', 'ready', 0, 0)`.execute(into);
  }
  await sql`insert into accounts (id, source_id, external_id, login, name, is_bot)
    select ${tracker} || n, ${tracker}, n::text, 'p' || n, 'Person ' || n, false from generate_series(0, 199) n`.execute(
    into,
  );
  await sql`insert into git_authors (source_id, name, email)
    select ${repository}, 'Person ' || n, 'p' || n || '@example.org' from generate_series(0, 199) n`.execute(into);
  const half = Math.floor(size / 2);
  await sql`insert into issues (id, source_id, project_id, external_id, key, title, body, state, url, author_id, labels,
      comments_count, created_at, updated_at, closed_at)
    select ${tracker} || '-' || n, ${tracker}, ${id}, n::text, '#' || n, 'Issue', '', case when n % 3 = 0 then 'closed' else 'open' end,
      '', ${tracker} || n % 200, '["bug"]', 1, at, at, case when n % 3 = 0 then at + (n % 900) * interval '1 hour' end
    from generate_series(1, ${half}::int) n, lateral (select now() - (n::float8 / ${half}) * interval '1800 days' as at) t`.execute(
    into,
  );
  await sql`insert into issue_comments (id, issue_id, external_id, author_id, body, created_at, updated_at)
    select 'c-' || id, id, 'c', ${tracker} || '7', '', created_at + interval '5 hours', created_at
    from issues where source_id = ${tracker}`.execute(into);
  await sql`insert into git_commits (source_id, hash, author_id, authored_at, committed_at, message, parents, added, deleted)
    select ${repository}, md5(n::text) || ${id}, (select min(id) from git_authors where source_id = ${repository}) + n % 200, at, at, 'm', 1, 5, 2
    from generate_series(1, ${half}::int) n, lateral (select now() - (n::float8 / ${half}) * interval '1800 days' as at) t`.execute(
    into,
  );
  await sql`analyze`.execute(into);
  return { id, slug: id };
}

/** A small sync: new issues, older issues that were just closed, new commits. */
async function grow(into: Db, projectId: string): Promise<void> {
  await sql`insert into issues (id, source_id, project_id, external_id, key, title, body, state, url, author_id, labels,
      comments_count, created_at, updated_at, closed_at)
    select s.id || '+' || n, s.id, s.project_id, '+' || n, '#+' || n, 'Issue', '', 'open', '', s.id || '7', '[]', 0, now(), now(), null
    from sources s, generate_series(1, 100) n where s.project_id = ${projectId} and s.kind = 'tracker'`.execute(into);
  await sql`update issues set closed_at = now(), updated_at = now(), state = 'closed'
    where id in (select id from issues where project_id = ${projectId} and state = 'open' order by created_at limit 100)`.execute(
    into,
  );
  await sql`insert into git_commits (source_id, hash, author_id, authored_at, committed_at, message, parents, added, deleted)
    select s.id, md5('+' || n) || s.id, (select min(id) from git_authors where source_id = s.id), now(), now(), 'm', 1, 5, 2
    from sources s, generate_series(1, 200) n where s.project_id = ${projectId} and s.kind = 'repository'`.execute(
    into,
  );
  await sql`update sources set sync_items = sync_items + 1 where project_id = ${projectId}`.execute(into);
}

/** The cost of one metric as a separate statement. */
async function leadTimesBySql(from: Db, projectId: string): Promise<unknown> {
  return sql`select date_trunc('year', closed_at at time zone 'Europe/Istanbul') as bucket, count(*),
      percentile_cont(array[0.5, 0.75, 0.9]) within group (order by extract(epoch from closed_at - created_at))
    from issues where project_id = ${projectId} and closed_at is not null group by 1`.execute(from);
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 7; i += 1) times.push(await time(run));
  return times.sort((a, b) => a - b)[3] ?? 0;
}
