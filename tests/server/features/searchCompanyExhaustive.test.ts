/** A search over many projects finds, counts and orders what scoring every document of every project does: random projects and queries. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SearchAllAnswer, SearchAllQuery, type SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../../server/access/sessions.ts";
import { countTerms, sumStatistics, withStatistics } from "../../../server/engines/search/company/companyStatistics.ts";
import { countsOf, sumFacets } from "../../../server/engines/search/filters/facets.ts";
import { planQuery } from "../../../server/engines/search/query/plan.ts";
import { showHits } from "../../../server/engines/search/results/showHits.ts";
import { collectionName } from "../../../server/engines/search/scoring/blendResults.ts";
import { withScratch } from "../../../server/engines/search/scoring/ScratchPool.ts";
import { findHits, rankHits } from "../../../server/engines/search/search.ts";
import { searcherHere } from "../../../server/features/search/manyProjects.ts";
import { searchAll } from "../../../server/features/search/searchAll.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildIssues.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { type Manifest, emptyManifest, encodeManifest, withPart } from "../../../server/index/manifest.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";
import { randomNumbers } from "../index/naiveBm25f.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

const PROJECTS = 9;
const WORDS = ["gamma", "delta", "parser", "retry", "cookie", "jar", "buffer", "merge", "stream", "token"];
/** More results than any project has. */
const ALL = 5000;
const UNHURRIED = {
  countWords: Infinity,
  countTerms: Infinity,
  surveyProjects: Infinity,
  showProjects: Infinity,
  countQueries: Infinity,
};
const log = Fastify().log;

let database: TestDb;
let folder: string;
let user: Principal;
let indexes: readonly OpenedIndex[];

beforeAll(async () => {
  database = await openTestDb();
  const { db } = database;
  folder = mkdtempSync(join(tmpdir(), "clew-exhaustive-"));
  const blobs = createFileBlobs(folder);
  const context = plainContext(blobs);
  const companyId = await addCompany(db);
  const id = await addUser(db, { companyId, email: "ada@example.org" });
  user = { id, companyId } as Principal;
  const random = randomNumbers(29);
  const whole = new IndexCache(blobs);
  const opened: OpenedIndex[] = [];
  for (let number = 0; number < PROJECTS; number += 1) {
    // Each project uses some words often, some rarely and some not at all.
    const shares = WORDS.map(() => Math.max(0, random() ** 2 - 0.1));
    const sentence = (length: number): string =>
      Array.from({ length }, () => {
        const at = Math.floor(random() * WORDS.length);
        return random() < (shares[at] ?? 0) ? (WORDS[at] ?? "") : `filler${Math.floor(random() * 9)}`;
      }).join(" ");
    // No query names it exactly: such results are added to those that are chosen by their scores.
    const name = (): string => `${sentence(2)} it`.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
    const repository = new TemporaryRepository();
    const files: Record<string, string> = {};
    for (let file = 0; file < 8 + number * 4; file += 1) {
      const functions = Array.from(
        { length: Math.floor(random() * 4) },
        () => `// ${sentence(6)}\nexport function ${name()}() {\n  ${sentence(20)};\n  ${sentence(9)};\n}\n`,
      );
      if (random() < 0.2) files[`docs/n${file}.md`] = `# ${sentence(4)}\n\n${sentence(30)}\n`;
      else files[`${random() < 0.3 ? "test" : "src"}/f${file}.ts`] = `${sentence(8)}\n${functions.join("\n")}`;
    }
    repository.commit(sentence(6), files);
    const commit = repository.commit(sentence(9), { "src/last.ts": sentence(12) });
    const input = { gitDir: repository.gitDir, commit, source: `repository-${number}`, previous: null };
    const code = await buildSymbols({ part: await buildCode({ ...input, name: `n${number}` }, context) }, context);
    const commits = await buildCommits(input, context);
    repository.remove();
    const rows = Array.from({ length: Math.floor(random() * 30) }, (_, at) => ({
      id: `issue-${number}-${at}`,
      key: `#${at + 1}`,
      source: `tracker-${number}`,
      title: sentence(6),
      body: sentence(25),
      comments: random() < 0.5 ? sentence(15) : "",
      state: random() < 0.5 ? ("open" as const) : ("closed" as const),
      labels: random() < 0.5 ? ["bug"] : [],
      author: null,
      url: null,
      createdAt: 1.7e12,
      updatedAt: 1.7e12 + random() * 1e10,
      closedAt: null,
      fixCommits: [],
    }));
    const issues = await buildIssues(
      (async function* () {
        yield rows;
      })(),
      context,
    );
    let manifest: Manifest = withPart(withPart(emptyManifest(), { code }), { commits });
    if (rows.length > 0) manifest = withPart(manifest, { issues });
    opened.push(await whole.open(manifest));
    await db
      .insertInto("artifacts")
      .values({
        project_id: await addProject(db, { companyId, ownerId: id, slug: `p${number}` }),
        generation: 1,
        format_version: 1,
        manifest: encodeManifest(manifest),
        updated_at: new Date(),
      })
      .execute();
  }
  indexes = opened;
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Found {
  readonly project: string;
  readonly name: string;
  readonly scaled: number;
  readonly result: SearchResult;
}

/** Scores and shows every document of every project, and then chooses: three of each collection, and the best of the others. */
function exhaustive(
  q: string,
  limit: number,
): Pick<SearchAllAnswer, "total" | "facets"> & { readonly results: readonly Found[]; readonly all: readonly Found[] } {
  const known = new Set(WORDS);
  const plans = indexes.map((index) => planQuery(index, q, known));
  const statistics = sumStatistics(indexes.map((index, at) => countTerms(index, plans[at] ?? raise())));
  const surveys = indexes.map((index, at) =>
    withStatistics(index, statistics, () =>
      withScratch((scratch) => {
        const { found, run, total, tallies, kinds } = findHits(scratch, index, { q, limit: ALL }, plans[at]);
        const lists = found.map(({ collection, hits }) => ({
          name: collectionName(collection),
          prior: collection.prior,
          scores: hits.map(({ score }) => score),
        }));
        return { lists, minimum: run.minimumShouldMatch, total, facets: countsOf(tallies, kinds) };
      }),
    ),
  );
  const minimum = Math.max(...surveys.map((one) => one.minimum));
  const whole = surveys.filter((one) => one.minimum === minimum);
  const tops = new Map<string, number>();
  for (const { name, scores } of whole.flatMap(({ lists }) => lists))
    tops.set(name, Math.max(tops.get(name) ?? 0, scores[0] ?? 0));
  const ofFiles = Math.max(tops.get("code files") ?? 0, tops.get("document files") ?? 0);
  const topOf = (name: string): number =>
    name === "code files" || name === "document files" ? ofFiles : (tops.get(name) ?? 0);
  const all = surveys.flatMap(({ lists, minimum: own }, at): Found[] => {
    if (own !== minimum) return [];
    const index = indexes[at] ?? raise();
    const shown = withStatistics(index, statistics, () => {
      const plan = plans[at] ?? raise();
      // One by one: words that are close together count for the first of a list alone.
      return rankHits(index, { q, limit: ALL, tops }, plan).hits.flatMap((hit) => showHits([hit], plan));
    });
    // Without proximity, which is added to what was chosen, the score is the scaled one.
    return shown.map((result) => {
      const near = result.parts.find(({ code }) => code === "proximity")?.points ?? 0;
      const kinds = lists.filter(({ name }) => name.startsWith(`${result.kind} `));
      const of = kinds.length === 1 ? kinds[0] : kinds.find(({ name }) => name.endsWith("files"));
      if (!of || topOf(of.name) === 0) throw new Error(`There is no collection of ${result.kind}.`);
      return { project: `p${at}`, name: of.name, scaled: result.score - near, result };
    });
  });
  // Of equal scores those that are shown higher: all of them were looked at.
  const better = (a: Found, b: Found): number =>
    Math.round(b.scaled * 1e7) - Math.round(a.scaled * 1e7) || b.result.score - a.result.score;
  all.sort(better);
  const groups = [...Map.groupBy(all, ({ name }) => name).values()].map((of) => of.slice(0, limit));
  const certain = groups.flatMap((of) => of.slice(0, 3));
  const others = groups.flatMap((of) => of.slice(3)).sort(better);
  const results = [...certain, ...others.slice(0, Math.max(0, limit - certain.length))]
    .sort((a, b) => b.result.score - a.result.score)
    .slice(0, limit);
  return {
    total: whole.reduce((sum, { total }) => sum + total, 0),
    facets: sumFacets(whole.map(({ facets }) => facets)),
    results,
    all,
  };
}

test("finds, counts and orders what scoring every document does, in any division of projects and after any other search", async () => {
  const shared = new IndexCache(createFileBlobs(folder));
  const here = searcherHere({ db: database.db, indexes: shared });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 3, 7, 20, 40),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: PROJECTS }),
      async (words, limit, places, slice) => {
        const q = words.join(" ");
        const answer = await searchAll(
          database.db,
          {
            placeOf: (slug) => Number(slug.slice(1)) % places,
            run: async (name, given, options) => {
              // A task that ends early has a part of its list; the rest is asked for again.
              const some = { ...given, projectIds: given.projectIds.slice(0, slice) };
              return here.run(name, some, options);
            },
          },
          user,
          SearchAllQuery.parse({ q, limit }),
          { signal: new AbortController().signal, log, deadlines: UNHURRIED },
        );
        const expected = exhaustive(q, limit);
        expect(answer.total).toBe(expected.total);
        expect(answer.facets).toEqual(expected.facets);
        // Of equal scores others may be shown: the scores are those, and each result has its own.
        const scoreOf = ({ kind, score }: SearchResult): string => `${score.toFixed(6)} ${kind}`;
        const rowOf = (project: string, result: SearchResult): string =>
          `${scoreOf(result)} ${project} ${result.id} ${result.line}`;
        expect(answer.results.map(scoreOf).toSorted()).toEqual(
          expected.results.map(({ result }) => scoreOf(result)).toSorted(),
        );
        const rows = new Set(expected.all.map(({ project, result }) => rowOf(project, result)));
        expect(answer.results.filter((result) => !rows.has(rowOf(result.project.slug, result)))).toEqual([]);
      },
    ),
    fuzz(30),
  );
}, 240_000);

function raise(): never {
  throw new Error("There is no such project.");
}
