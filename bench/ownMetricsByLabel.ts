/**
 * What does an own metric that is grouped by label cost next to the same metric as plain SQL over the same rows? Fills a database with
 * issues, loads the columns as the server does, and computes the median lead time of each label in quarters of five years by both, in turn, in
 * one run. Both must have the same numbers. The ratio is the figure to keep; the columns are loaded once for many metrics, so their time is
 * printed apart.
 *
 *     node bench/ownMetricsByLabel.ts [--sizes 20000,100000] [--times 5] [--database postgres://…]
 */
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { RowsDefinition } from "../contract/insights/ownMetrics.ts";
import { newId } from "../server/db/newId.ts";
import type { Db } from "../server/db/openDb.ts";
import { windowOf } from "../server/engines/insights/periods.ts";
import { measureRows } from "../server/engines/metrics/measureRows.ts";
import { loadFacts } from "../server/features/insights/facts/loadFacts.ts";
import { openBlobs } from "../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { emptyManifest } from "../server/index/manifest.ts";
import { labelMediansBySql } from "./baselines/labelMediansBySql.ts";
import { mediansMs, openBenchDb } from "./openBenchDb.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "20000,100000" },
    times: { type: "string", default: "5" },
    database: { type: "string" },
  },
});
const now = new Date("2026-11-28T12:00:00Z");
const window = windowOf("5y", "quarterly", "UTC", now);
const lead: RowsDefinition = {
  kind: "rows",
  of: "issues",
  at: "closed",
  filter: "",
  by: "label",
  value: { kind: "median", of: { kind: "between", from: "opened", to: "closed" } },
};

const { db, folder, close } = await openBenchDb(values.database);
console.log("issues     SQL ms  own ms  own / SQL  columns ms  labels compared");
for (const size of values.sizes.split(",").map(Number)) {
  const projectId = await fill(db, size);
  await sql`vacuum (analyze) issues`.execute(db);
  const index = await new IndexCache(openBlobs({ driver: "files", folder })).open(emptyManifest());
  const start = performance.now();
  const { facts } = await loadFacts({ db, project: { id: projectId, slug: projectId }, index });
  const loaded = performance.now() - start;
  const named = [{ facts, name: "Bench", sourceNames: new Map() }];
  const edges = Array.from(window.edges, (edge) => new Date(Math.min(edge, window.nowMs)));
  const compared = compare(await labelMediansBySql(db, projectId, edges), measureRows(named, lead, window).series);
  const [bySql = 1, byEngine = 0] = await mediansMs(Number(values.times), [
    () => labelMediansBySql(db, projectId, edges),
    () => measureRows(named, lead, window),
  ]);
  const cells = [
    size.toLocaleString("en"),
    bySql.toFixed(1),
    byEngine.toFixed(1),
    (byEngine / bySql).toFixed(3),
    loaded.toFixed(0),
  ];
  console.log([...cells, String(compared)].map((cell) => cell.padStart(10)).join("  "));
}
await close();

/** @returns how many labels have the same medians in all buckets. @throws Error where one differs */
function compare(
  rows: Awaited<ReturnType<typeof labelMediansBySql>>,
  series: ReturnType<typeof measureRows>["series"],
): number {
  const byLabel = Map.groupBy(rows, ({ label }) => label);
  let count = 0;
  for (const { name, n, values: medians } of series.slice(1)) {
    for (const { bucket, median, n: expected } of byLabel.get(name) ?? []) {
      const value = medians[bucket];
      // A median of fewer than three values is not shown.
      const isSame = n[bucket] === expected && (typeof value !== "number" || Math.abs(value - median) < 1e-6);
      if (!isSame)
        throw new Error(`${name} in ${bucket}: ${value} of ${n[bucket]}, and by SQL ${median} of ${expected}.`);
    }
    count += byLabel.has(name) ? 1 : 0;
  }
  if (count === 0) throw new Error("No label was compared.");
  return count;
}

/** Issues over five years, two of three closed, each with one or two of ten labels. */
async function fill(into: Db, size: number): Promise<string> {
  const [company, owner, id, tracker, author] = [newId(), newId(), newId(), newId(), newId()];
  await sql`insert into companies (id, name, plan, subscription_status) values (${company}, 'Bench', 'Enterprise', 'active')`.execute(
    into,
  );
  await sql`insert into users (id, email, name, password_hash, language, company_id, company_role)
    values (${owner}, ${`${owner}@example.org`}, 'Owner', 'x', 'EN', ${company}, 'Admin')`.execute(into);
  await sql`insert into projects (id, slug, name, company_id, created_by, updated_at)
    values (${id}, ${id}, 'Bench', ${company}, ${owner}, now())`.execute(into);
  await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items)
    values (${tracker}, ${id}, 'tracker', 'github', ${`https://git.example/${id}`}, 'a/b', 'public', 'ready', 0, ${size})`.execute(
    into,
  );
  await sql`insert into accounts (id, source_id, external_id, login, name, is_bot)
    values (${author}, ${tracker}, '1', 'ada', 'Ada', false)`.execute(into);
  const begin = new Date(now.getTime() - 1825 * 86_400_000);
  await sql`
    insert into issues (id, source_id, project_id, external_id, number, key, title, body, state, url, author_id, labels, comments_count,
      created_at, updated_at, closed_at)
    select ${tracker} || '-' || lpad(n::text, 7, '0'), ${tracker}, ${id}, n::text, n, '#' || n, 'Title ' || n, '',
      case when n % 3 = 0 then 'open' else 'closed' end, '', ${author},
      case when n % 2 = 0 then jsonb_build_array('label' || n % 10) else jsonb_build_array('label' || n % 10, 'label' || (n + 3) % 10) end,
      0, at, at, case when n % 3 = 0 then null else at + (n % 900) * interval '1 hour' end
    from generate_series(1, ${size}::int) n,
      lateral (select ${begin}::timestamptz + (n::float8 / ${size}::int * 1780) * interval '1 day' as at) times`.execute(
    into,
  );
  return id;
}
