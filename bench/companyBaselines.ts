/**
 * The search over a company next to ripgrep, SQLite FTS5 and the text search of PostgreSQL on the same texts, in one run. It takes some of
 * the projects that `bench/companyLoad.ts` has written: the others need minutes to index all.
 *
 *     node scripts/withPostgres.ts node bench/companyBaselines.ts --data FOLDER [--projects 30] [--queries 30]
 *
 * Each system answers the same queries in turn: documents with all words, the best twenty (ripgrep: the names of files, in no order).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import Fastify from "fastify";
import pg from "pg";
import { SearchAllQuery } from "../contract/search/search.ts";
import type { Principal } from "../server/access/sessions/sessions.ts";
import { openDb } from "../server/db/openDb.ts";
import { searcherHere } from "../server/features/search/manyProjects.ts";
import { searchAll } from "../server/features/search/searchAll.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { decodeManifest } from "../server/index/manifest.ts";
import { textOfFile, textOfIssue } from "../server/index/OpenedIndex.ts";
import { companyQueries } from "./company/companyQueries.ts";
import type { CorpusStatistics } from "./company/corpusStatistics.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    projects: { type: "string", default: "30" },
    queries: { type: "string", default: "30" },
  },
});
const dataDir = values.data;
const { db, close } = await openDb({ dataDir, databaseUrl: undefined });
const indexes = new IndexCache(createFileBlobs(join(dataDir, "blobs")), { maxBytes: 2 ** 31 });
const log = Fastify().log;
const folder = mkdtempSync(join(tmpdir(), "clew-baselines-"));
const sqlite = new DatabaseSync(join(folder, "fts.sqlite"));
const postgres =
  process.env["TEST_DATABASE_URL"] === undefined ? null : new pg.Client(process.env["TEST_DATABASE_URL"]);
try {
  const projects = (
    await db
      .selectFrom("projects")
      .innerJoin("artifacts", "artifacts.project_id", "projects.id")
      .select(["projects.id", "projects.slug", "artifacts.manifest"])
      .orderBy("projects.slug")
      .execute()
  ).filter((_, at, all) => at % Math.ceil(all.length / Number(values.projects)) === 0);
  const { id, name, email, company_id } = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  const user: Principal = {
    id,
    name,
    email,
    language: "EN",
    companyId: company_id,
    companyRole: "Member",
    plan: "Enterprise",
    subscriptionStatus: "active",
    sessionHash: "",
  };

  sqlite.exec("create virtual table documents using fts5(title, body, tokenize = 'porter unicode61')");
  sqlite.exec("begin");
  const insert = sqlite.prepare("insert into documents(title, body) values (?, ?)");
  await postgres?.connect();
  await postgres?.query(
    "create table documents (id serial primary key, title text, body text, words tsvector generated always as (setweight(to_tsvector('english', title), 'A') || to_tsvector('english', body)) stored)",
  );
  let [count, bytes] = [0, 0];
  const spent = { sqlite: 0, postgres: 0 };
  let batch: (readonly [string, string])[] = [];
  const flush = async (): Promise<void> => {
    let at = performance.now();
    for (const [title, body] of batch) insert.run(title, body);
    spent.sqlite += performance.now() - at;
    at = performance.now();
    // A tsvector holds at most 1 MB, and PostgreSQL no NUL.
    const clean = batch.map(([title, body]) => [title, body.replaceAll("\0", "").slice(0, 200_000)]);
    await postgres?.query("insert into documents(title, body) select * from unnest($1::text[], $2::text[])", [
      clean.map(([title]) => title),
      clean.map(([, body]) => body),
    ]);
    spent.postgres += performance.now() - at;
    batch = [];
  };
  const add = async (path: string, title: string, body: string): Promise<void> => {
    const file = join(folder, "texts", path.slice(0, 200));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, `${title}\n${body}`);
    count += 1;
    bytes += body.length;
    batch.push([title, body]);
    if (batch.length >= 500) await flush();
  };
  for (const { slug, manifest } of projects) {
    const index = await indexes.open(decodeManifest(manifest));
    for (const code of index.code)
      for (let at = 0; at < code.files.length; at += 1)
        await add(`${slug}/f${at >> 8}/${at}.txt`, code.files.path(at), textOfFile(code, at));
    if (index.issues)
      for (let at = 0; at < index.issues.table.length; at += 1)
        await add(`${slug}/i${at >> 8}/${at}.txt`, index.issues.table.title(at), textOfIssue(index.issues, at));
  }
  await flush();
  sqlite.exec("commit");
  const before = performance.now();
  await postgres?.query("create index on documents using gin (words)");
  await postgres?.query("analyze documents");
  spent.postgres += performance.now() - before;
  console.log(
    `${projects.length} projects, ${count} documents, ${(bytes / 1e6).toFixed(0)} MB; indexed by SQLite in ${(spent.sqlite / 1000).toFixed(0)} s, by PostgreSQL in ${(spent.postgres / 1000).toFixed(0)} s`,
  );

  const match = sqlite.prepare(
    "select rowid, bm25(documents, 3, 1) as score from documents where documents match ? order by score limit 20",
  );
  const total = sqlite.prepare("select count(*) as n from documents where documents match ?");
  const systems: Record<string, (q: string) => Promise<number> | number> = {
    Clew: async (q) => {
      const query = SearchAllQuery.parse({ q, project: projects.map(({ slug }) => slug) });
      const searcher = searcherHere({ db, indexes });
      return (await searchAll(db, searcher, user, query, { signal: new AbortController().signal, log })).total;
    },
    "SQLite FTS5": (q) => {
      const text = q
        .split(" ")
        .map((word) => `"${word}"`)
        .join(" ");
      match.all(text);
      return Number(total.get(text)?.["n"] ?? 0);
    },
    ...(postgres && {
      PostgreSQL: async (q: string) => {
        const words = "websearch_to_tsquery('english', $1)";
        await postgres.query(
          `select id from documents where words @@ ${words} order by ts_rank(words, ${words}) desc limit 20`,
          [q],
        );
        const { rows } = await postgres.query<{ n: number }>(
          `select count(*)::int as n from documents where words @@ ${words}`,
          [q],
        );
        return rows[0]?.n ?? 0;
      },
    }),
    ripgrep: (q) => {
      // The files with the first word, then among them those with the next.
      let files: string[] = [join(folder, "texts")];
      for (const word of q.split(" ")) {
        const { stdout } = spawnSync("xargs", ["-0", "rg", "-l0", "-i", "-w", "--no-messages", "-e", word], {
          input: files.join("\0"),
          maxBuffer: 2 ** 28,
        });
        files = stdout.toString().split("\0").filter(Boolean);
        if (files.length === 0) return 0;
      }
      return files.length;
    },
  };
  const statistics = JSON.parse(readFileSync(join(dataDir, "statistics.json"), "utf8")) as CorpusStatistics;
  const queries = companyQueries(statistics, Number(values.queries));
  const times = new Map(Object.keys(systems).map((system) => [system, { ms: [] as number[], results: 0 }]));
  for (const pass of [0, 1]) {
    for (const { q } of queries) {
      for (const [system, search] of Object.entries(systems)) {
        const at = performance.now();
        const results = await search(q);
        const systemTimes = times.get(system);
        if (pass === 0 || !systemTimes) continue;
        systemTimes.ms.push(performance.now() - at);
        systemTimes.results += results;
      }
    }
  }
  for (const [system, { ms, results }] of times) {
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(1).padStart(8);
    console.log(`${system.padEnd(12)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  ${results} results`);
  }
} finally {
  sqlite.close();
  await postgres?.end();
  await close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
