/**
 * What does a page of the list of issues cost in a large project? Makes two projects, of 1,000 and of 100,000 issues, and asks the database for
 * a first page, for deep ones and for filters that match few or no issues, each in turn, with counts. With `--before` an older copy of this
 * repository is measured in the same run, on its own database.
 *
 *     node bench/issueLists.ts [--sizes 1000,100000] [--before FOLDER] [--times 12] [--database postgres://… --databaseBefore postgres://…]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { IssuesQuery } from "../contract/issues/issues.ts";
import { newId } from "../server/db/newId.ts";
import type { Db } from "../server/db/openDb.ts";
import type { OpenDb } from "../server/db/openedDb.ts";
import type { findIssues } from "../server/features/issues/findIssues.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000" },
    before: { type: "string" },
    times: { type: "string", default: "12" },
    database: { type: "string" },
    databaseBefore: { type: "string" },
  },
});
const QUERIES: readonly (readonly [name: string, query: Record<string, unknown>])[] = [
  ["first page", {}],
  ["open", { state: ["open"] }],
  ["one label", { label: ["label7"] }],
  ["open, a label of none of them", { state: ["open"], label: ["label7"], sort: "-created_at" }],
  ["by title", { sort: "title" }],
  ["open, by title", { sort: "title", state: ["open"] }],
  ["a rare label, by title", { sort: "title", label: ["rare"] }],
  ["by comments", { sort: "-comments" }],
  ["by similar issues", { sort: "-similar" }],
  ["two words that none has", { q: "crashes zzyzx" }],
  ["two words that few have", { q: "rareword crashes" }],
  ["a word that many have", { q: "crash" }],
  ["a word that many have, by title", { q: "crash", sort: "title" }],
  ["a key", { q: "#4711" }],
];

interface Side {
  readonly name: string;
  readonly database: OpenDb;
  readonly find: typeof findIssues;
  readonly folder: string;
  readonly projects: readonly string[];
}

const sizes = values.sizes.split(",").map(Number);
const sides: Side[] = [];
for (const [name, root, url] of [
  ["now", resolve(import.meta.dirname, ".."), values.database],
  ...(values.before === undefined ? [] : [["before", resolve(values.before), values.databaseBefore] as const]),
] as const) {
  const load = async <T>(path: string): Promise<T> => (await import(join(root, path))) as T;
  const { openDb } = await load<typeof import("../server/db/openDb.ts")>("server/db/openDb.ts");
  const { migrate } = await load<typeof import("../server/db/migrate.ts")>("server/db/migrate.ts");
  const module = await load<{ findIssues: typeof findIssues }>("server/features/issues/findIssues.ts");
  const folder = mkdtempSync(join(tmpdir(), "clew-bench-"));
  const database = await openDb({ dataDir: folder, databaseUrl: url, isDurable: false });
  await migrate(database.db);
  const projects: string[] = [];
  for (const size of sizes) projects.push(await fill(database.db, size));
  for (const table of ["issues", "issue_analyses"])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(database.db);
  sides.push({ name, database, find: module.findIssues, folder, projects });
}

console.log(
  `p50 in ms of ${values.times}; ${sides.map(({ name }) => sizes.map((size) => `${name} ${size}`).join(", ")).join(", ")}`,
);
for (const [name, query] of QUERIES) {
  const request = IssuesQuery.parse({ ...query, limit: 50 });
  const times = sides.map(({ projects }) => projects.map((): number[] => []));
  for (let turn = 0; turn < Number(values.times); turn += 1) {
    for (const [at, { database, find, projects }] of sides.entries()) {
      for (const [place, project] of projects.entries()) {
        const start = performance.now();
        await find(database.db, project, request);
        times[at]?.[place]?.push(performance.now() - start);
      }
    }
  }
  const cells = times.map((samples) => samples.map(median));
  const [now, before] = cells.map((medians) => medians.at(-1) ?? Number.NaN);
  const gain = before === undefined || now === undefined ? "" : `  before / now ${(before / now).toFixed(2)}`;
  console.log(
    `${name.padEnd(34)} ${cells
      .flat()
      .map((ms) => ms.toFixed(1).padStart(8))
      .join(" ")}${gain}`,
  );
}
for (const { database, folder } of sides) {
  await database.close();
  rmSync(folder, { recursive: true });
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

/** Titles of eight words, texts of 1,500 letters, every third open, and one label of thirty; 280 have a rare word, 40 a rare label. */
async function fill(db: Db, size: number): Promise<string> {
  const [company, owner, id, tracker] = [newId(), newId(), newId(), newId()];
  await sql`insert into companies (id, name, plan, subscription_status) values (${company}, 'Bench', 'Enterprise', 'active')`.execute(
    db,
  );
  await sql`insert into users (id, email, name, password_hash, language, company_id, company_role)
    values (${owner}, ${`${owner}@example.org`}, 'Owner', 'x', 'EN', ${company}, 'Admin')`.execute(db);
  await sql`insert into projects (id, slug, name, company_id, created_by, updated_at)
    values (${id}, ${`bench-${size}`}, 'Bench', ${company}, ${owner}, now())`.execute(db);
  await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items)
    values (${tracker}, ${id}, 'tracker', 'github', 'https://git.example/a/b', 'a/b', 'public', 'ready', 0, ${size})`.execute(
    db,
  );
  const words =
    "parser crash when reading large files with unicode names on windows after upgrade fails silently button layout dark theme search index slow memory leak socket timeout retry login token expired".split(
      " ",
    );
  for (let from = 0; from < size; from += 10_000) {
    await sql`
      insert into issues (id, source_id, project_id, external_id, number, key, title, body, state, url, labels, comments_count, created_at, updated_at)
      select ${tracker} || '-' || lpad(((n::bigint * 7919) % 1000003)::text, 7, '0'), ${tracker}, ${id}, n::text, n, '#' || n,
        case when n % ${Math.ceil(size / 280)}::int = 0 then 'Rareword crashes ' else '' end || initcap(w[1 + n % 30]) || ' ' || w[1 + (n * 7) % 30] || ' ' || w[1 + (n / 30) % 30] || ' ' ||
          w[1 + (n * 13) % 30] || ' ' || w[1 + (n / 7) % 30] || ' ' || w[1 + (n * 3) % 30] || ' ' || w[1 + (n / 900) % 30] || ' ' || n,
        repeat(md5(n::text) || ' ', 45), case when n % 3 = 0 then 'open' else 'closed' end, 'https://git.example/a/b/issues/' || n,
        case when n % ${Math.ceil(size / 40)}::int = 0 then '["rare"]'::jsonb else jsonb_build_array('label' || n % 30) end,
        (n * 31) % 57, now() - (n || ' minutes')::interval, now() - ((n * 17) % 100000 || ' minutes')::interval
      from generate_series(${from + 1}::int, ${Math.min(size, from + 10_000)}::int) n, (select ${words}::text[] as w) words`.execute(
      db,
    );
  }
  await sql`insert into issue_analyses (issue_id, project_id, type, severity, likely_files, similar_count, print, analysed_at)
    select id, ${id}, 'bug', null, '[]'::jsonb, number % 9, 'x', now() from issues where project_id = ${id} and number % 10 <> 0`.execute(
    db,
  );
  return id;
}
