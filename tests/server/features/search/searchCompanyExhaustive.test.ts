/** A search over many projects finds, counts and orders what scoring every document of every project does: random projects and queries. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SearchAllAnswer, SearchAllQuery, type SearchResult } from "../../../../contract/search/search.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import {
  countTerms,
  sumStatistics,
  withStatistics,
} from "../../../../server/engines/search/company/companyStatistics.ts";
import { countsOf, sumFacets } from "../../../../server/engines/search/filters/facets.ts";
import { planQuery } from "../../../../server/engines/search/query/plan.ts";
import { showHits } from "../../../../server/engines/search/results/showHits.ts";
import { collectionName } from "../../../../server/engines/search/scoring/blendResults.ts";
import { withScratch } from "../../../../server/engines/search/scoring/ScratchPool.ts";
import { findHits, rankHits } from "../../../../server/engines/search/search.ts";
import type { SearchRequest } from "../../../../server/engines/search/query/searchRequest.ts";
import { searcherHere } from "../../../../server/features/search/manyProjects.ts";
import { searchAll } from "../../../../server/features/search/searchAll.ts";
import { createFileBlobs } from "../../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../../server/index/build/buildDiscussions.ts";
import { buildPages } from "../../../../server/index/build/buildPages.ts";
import { buildSymbols } from "../../../../server/index/build/buildSymbols.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type Manifest, emptyManifest, encodeManifest, withPart } from "../../../../server/index/manifest.ts";
import type { OpenedIndex } from "../../../../server/index/OpenedIndex.ts";
import { fuzz } from "../../../fuzz/fuzzRuns.ts";
import { page } from "../../engines/documentSample.ts";
import { randomNumbers } from "../../index/naiveBm25f.ts";
import { TemporaryRepository } from "../../index/temporaryRepository.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { openTestDb, type TestDb } from "../../testDb.ts";

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
    // Some names are a word or two words of a query, which then names them exactly.
    const name = (): string =>
      (random() < 0.4 ? sentence(random() < 0.7 ? 1 : 2) : `${sentence(2)} it`).replaceAll(
        / (\w)/g,
        (_, letter: string) => letter.toUpperCase(),
      );
    const repository = new TemporaryRepository();
    const files: Record<string, string> = {};
    for (let file = 0; file < 8 + number * 4; file += 1) {
      const functions = Array.from(
        { length: Math.floor(random() * 4) },
        () => `// ${sentence(6)}\nexport function ${name()}() {\n  ${sentence(20)};\n  ${sentence(9)};\n}\n`,
      );
      if (random() < 0.2) files[`docs/n${file}.md`] = `# ${sentence(4)}\n\n${sentence(30)}\n`;
      else
        files[`${random() < 0.3 ? "test" : "src"}/${random() < 0.2 ? name() : `f${file}`}.ts`] =
          `${sentence(8)}\n${functions.join("\n")}`;
    }
    // An hour later with each commit.
    for (let before = Math.floor(random() * 4); before > 0; before -= 1) repository.commit(sentence(4), {});
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
    const wiki = Array.from({ length: Math.floor(random() * 20) }, (_, at) =>
      page(`page-${number}-${at}`, {
        source: `wiki-${number}`,
        title: `${sentence(4)} ${at}`,
        body: sentence(30),
        updatedAt: 1.7e12 + random() * 1e10,
      }),
    );
    const pages = await buildPages(
      (async function* () {
        yield wiki;
      })(),
      context,
    );
    if (wiki.length > 0) manifest = withPart(manifest, { pages });
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

/** A query with facets, and the projects whose results are shown; those of all where there is none. */
interface Asked extends Pick<SearchRequest, "kind" | "state"> {
  readonly q: string;
  readonly chosen: readonly string[];
  /** The projects as the answer lists them. */
  readonly order: readonly string[];
}

/**
 * Scores and shows every document of every project, and then chooses: what the query names exactly, three of each collection, and the best of
 * the others.
 */
function exhaustive(
  { chosen, order, ...query }: Asked,
  limit: number,
): Pick<SearchAllAnswer, "total" | "facets"> & { readonly results: readonly Found[]; readonly all: readonly Found[] } {
  const { q } = query;
  const known = new Set(WORDS);
  const plans = indexes.map((index) => planQuery(index, q, known));
  const statistics = sumStatistics(indexes.map((index, at) => countTerms(index, plans[at] ?? raise())));
  const surveys = indexes.map((index, at) =>
    withStatistics(index, statistics, () =>
      withScratch((scratch) => {
        const hits = findHits(scratch, index, { ...query, limit: ALL }, plans[at]);
        const lists = hits.resultsByKind.map((one) => ({
          name: collectionName(one.collection),
          scores: one.hits.map(({ score }) => score),
        }));
        const facets = countsOf(hits.tallies, hits.kinds);
        const { exact, total } = hits;
        return { lists, minimum: hits.run.minimumShouldMatch, exact: exact.length, total, facets };
      }),
    ),
  );
  const minimum = Math.max(...surveys.map((one) => one.minimum));
  const isChosen = (at: number): boolean => chosen.length === 0 || chosen.includes(`p${at}`);
  const whole = surveys.filter((one, at) => isChosen(at) && one.minimum === minimum);
  const partial = surveys.filter((one, at) => isChosen(at) && one.minimum !== minimum);
  const tops = new Map<string, number>();
  for (const { name, scores } of whole.flatMap(({ lists }) => lists))
    tops.set(name, Math.max(tops.get(name) ?? 0, scores[0] ?? 0));
  const all = surveys.flatMap(({ lists, minimum: own }, at): Found[] => {
    if (!isChosen(at)) return [];
    const index = indexes[at] ?? raise();
    const shown = withStatistics(index, statistics, () => {
      const plan = plans[at] ?? raise();
      // One by one: words that are close together count for the first of a list alone.
      return rankHits(index, { ...query, limit: ALL, tops }, plan).hits.flatMap((hit) => showHits([hit], plan));
    });
    // Without proximity, which is added to what was chosen, the score is the scaled one.
    return shown
      .filter(({ exact }) => own === minimum || exact !== null)
      .map((result) => {
        const near = result.parts.find(({ code }) => code === "proximity")?.points ?? 0;
        const kinds = lists.filter(({ name }) => name.startsWith(`${result.kind} `));
        const isPage = result.kind === "document" && result.source === `wiki-${at}`;
        const of = kinds.length === 1 ? kinds[0] : kinds.find(({ name }) => name.endsWith("files") !== isPage);
        return { project: `p${at}`, name: of?.name ?? result.kind, scaled: result.score - near, result };
      });
  });
  const scoredLower = (a: Found, b: Found): number => Math.round(b.scaled * 1e7) - Math.round(a.scaled * 1e7);
  const named = all.filter(({ result }) => result.exact !== null);
  // The more recent of equals first, then those of the projects that are listed first.
  const older = (a: Found, b: Found): number => (b.result.updated_at ?? "").localeCompare(a.result.updated_at ?? "");
  named.sort((a, b) => scoredLower(a, b) || older(a, b) || order.indexOf(a.project) - order.indexOf(b.project));
  // Of equal scores those that are shown higher: all of them were looked at.
  const byCollection = Map.groupBy(
    all
      .filter(({ result }) => result.exact === null)
      .sort((a, b) => scoredLower(a, b) || b.result.score - a.result.score),
    ({ name }) => name,
  );
  const scored = [...byCollection.values()].flatMap((of) => of.slice(0, limit)).sort(scoredLower);
  const groups = [...Map.groupBy(scored, ({ name }) => name).values()];
  const certain = new Set(groups.flatMap((of) => of.slice(0, 3)));
  const others = scored.filter((one) => !certain.has(one));
  const results = [...named, ...certain, ...others.slice(0, Math.max(0, limit - named.length - certain.size))]
    .sort((a, b) => b.result.score - a.result.score || older(a, b))
    .slice(0, limit);
  return {
    total: sumOf(whole.map(({ total, exact }) => Math.max(total, exact))) + sumOf(partial.map(({ exact }) => exact)),
    facets: sumFacets(whole.map(({ facets }) => facets)),
    results,
    all,
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

test("finds, counts and orders what scoring every document does, in any division of projects and after any other search", async () => {
  const shared = new IndexCache(createFileBlobs(folder));
  const here = searcherHere({ db: database.db, indexes: shared });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 3, 5, 7, 20, 40),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: PROJECTS }),
      fc.record({
        kind: fc.constantFrom<Asked["kind"][]>(
          undefined,
          undefined,
          ["code"],
          ["symbol"],
          ["document"],
          ["issue", "commit"],
        ),
        state: fc.constantFrom<Asked["state"][]>(undefined, undefined, undefined, ["open"]),
        chosen: fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom("p1", "p4", "p7", "p8"), { minLength: 1 }) },
        ),
      }),
      async (words, limit, places, slice, { chosen, kind, state }) => {
        const q = words.join(" ");
        const facets: Pick<Asked, "kind" | "state"> = { ...(kind && { kind }), ...(state && { state }) };
        const answer = await searchAll(
          database.db,
          {
            threadOf: (slug) => Number(slug.slice(1)) % places,
            run: async (name, task, options) => {
              // A task that ends early has a part of its list; the rest is asked for again.
              const projects = { ...task.projects, projectIds: task.projects.projectIds.slice(0, slice) };
              return here.run(name, { ...task, projects }, options);
            },
          },
          user,
          SearchAllQuery.parse({ q, limit, in_project: chosen, ...facets }),
          { signal: new AbortController().signal, log, deadlines: UNHURRIED },
        );
        const expected = exhaustive({ q, chosen, order: answer.projects.map(({ slug }) => slug), ...facets }, limit);
        expect(answer.total).toBe(expected.total);
        expect(answer.facets).toEqual(expected.facets);
        // Of equal scores others may be shown: the scores are those, and each result has its own.
        const scoreOf = ({ kind, score }: SearchResult): string => `${score.toFixed(6)} ${kind}`;
        const rowOf = (project: string, result: SearchResult): string =>
          `${scoreOf(result)} ${project} ${result.id} ${result.line}`;
        expect(answer.results.map(scoreOf).toSorted()).toEqual(
          expected.results.map(({ result }) => scoreOf(result)).toSorted(),
        );
        const namedOf = ({ exact }: SearchResult): boolean => exact !== null;
        expect(answer.results.filter(namedOf).map(({ project, id }) => `${project.slug} ${id}`)).toEqual(
          expected.results.flatMap(({ project, result }) => (namedOf(result) ? [`${project} ${result.id}`] : [])),
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
