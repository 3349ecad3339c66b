import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import type { z } from "zod";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SearchAllAnswer, SearchAllQuery } from "../../../../contract/search/search.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { search } from "../../../../server/engines/search/search.ts";
import type { CompanySearcher } from "../../../../server/features/search/manyTasks.ts";
import { searcherHere } from "../../../../server/features/search/manyProjects.ts";
import { filterValuesOfAll } from "../../../../server/features/search/filterValuesOfAll.ts";
import { searchAll } from "../../../../server/features/search/searchAll.ts";
import { createFileBlobs } from "../../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../../server/index/build/buildCode.ts";
import { plainContext } from "../../../../server/index/build/buildContext.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type CodePart, emptyManifest, encodeManifest, withPart } from "../../../../server/index/manifest.ts";
import { randomNumbers } from "../../index/naiveBm25f.ts";
import { TemporaryRepository } from "../../index/temporaryRepository.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { openTestDb, type TestDb } from "../../testDb.ts";
import { principal } from "../../support/principal.ts";

/** How often each word is in a text of each repository: what is rare in one is frequent in another. */
const REPOSITORIES = {
  a: { gamma: 0.9, delta: 0.05, parser: 0 },
  b: { gamma: 0.3, delta: 0.9, parser: 0.6 },
  c: { gamma: 0.3, delta: 0.3, parser: 0 },
};
const COPIES = 105;
/** The answers do not depend on the load of the machine. */
const UNHURRIED = {
  countWords: Infinity,
  countTerms: Infinity,
  surveyProjects: Infinity,
  showProjects: Infinity,
  countQueries: Infinity,
};

let database: TestDb;
let folder: string;
let indexes: IndexCache;
let ada: Principal;
let eve: Principal;
const parts: CodePart[] = [];
const log = Fastify().log;

beforeAll(async () => {
  database = await openTestDb();
  const { db } = database;
  folder = mkdtempSync(join(tmpdir(), "clew-company-"));
  const blobs = createFileBlobs(folder);
  indexes = new IndexCache(blobs);
  const random = randomNumbers(11);
  const companyId = await addCompany(db);
  const caller = async (name: string): Promise<Principal> => {
    const email = `${name}@example.org`;
    const id = await addUser(db, { companyId, email, name });
    return principal({ id, name, email, companyId });
  };
  [ada, eve] = [await caller("ada"), await caller("eve")];
  for (const [name, shares] of Object.entries(REPOSITORIES)) {
    const repository = new TemporaryRepository();
    // All texts have the same length, so that lengths do not tell repositories apart.
    const text = (): string =>
      Array.from({ length: 30 }, (_, at) => {
        const word = (["gamma", "delta", "parser"] as const)[at % 3] ?? "gamma";
        return random() < shares[word] / (1 + Math.floor(at / 3)) ? word : "filler";
      }).join(" ");
    const files = Array.from(
      { length: 40 },
      (_, n) => [`src/${name}${String(n).padStart(2, "0")}.ts`, text()] as const,
    );
    // Named by two words of which the texts of c have one.
    if (name === "c") files.push(["src/gammaparser.ts", "filler ".repeat(30).trim()]);
    const commit = repository.commit("Files", Object.fromEntries(files));
    const part = await buildCode(
      { gitDir: repository.gitDir, commit, source: `repository-${name}`, previous: null, name },
      plainContext(blobs),
    );
    repository.remove();
    parts.push(part);
    await addIndexed(ada, name, [part]);
  }
  await addIndexed(eve, "eves", parts);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addIndexed(owner: Principal, slug: string, code: readonly CodePart[]): Promise<void> {
  const { db } = database;
  const id = await addProject(db, { companyId: owner.companyId ?? "", ownerId: owner.id, slug });
  const manifest = code.reduce((made, part) => withPart(made, { code: part }), emptyManifest());
  const row = { generation: 1, format_version: 1, manifest: encodeManifest(manifest), updated_at: new Date() };
  await db
    .insertInto("artifacts")
    .values({ project_id: id, ...row })
    .execute();
}

interface Asked {
  readonly who?: Principal;
  readonly limit?: number;
  readonly project?: string[];
  readonly searcher?: CompanySearcher;
  readonly facets?: Partial<z.input<typeof SearchAllQuery>>;
}

const ask = async (
  q: string,
  { who = ada, limit = 20, project = [], searcher, facets = {} }: Asked = {},
): Promise<SearchAllAnswer> => {
  const here = searcher ?? searcherHere({ db: database.db, indexes });
  const query = SearchAllQuery.parse({ q, limit, project, ...facets });
  return SearchAllAnswer.parse(
    await searchAll(database.db, here, who, query, {
      signal: new AbortController().signal,
      log,
      deadlines: UNHURRIED,
    }),
  );
};

describe("a search over many projects", () => {
  test.each([
    ...["gamma", "gamma delta", "gamma delta parser", "delta parser missing"].flatMap((q) =>
      [20, 3, 1].map((limit) => [q, limit] as const),
    ),
    ...[
      "gamma path:src/a*",
      "gamma delta repo:b",
      "gamma -delta",
      '"filler gamma"',
      "(delta OR parser) gamma",
      "parser",
      "gamma pars",
      "path:src/c0*",
      "gamma lang:python",
      "/gam+a/ delta",
      "nowhere",
    ].map((q) => [q, 20] as const),
  ])("finds %s in the order, and with the scores, of one index of all projects, the best %d", async (q, limit) => {
    const manifest = parts.reduce((made, part) => withPart(made, { code: part }), emptyManifest());
    const whole = search(await indexes.open(manifest), { q, limit });
    const answer = await ask(q, { limit });
    const scored = (results: readonly { readonly path: string | null; readonly score: number }[]) =>
      results.map(({ path, score }) => `${score.toFixed(5)} ${path}`).toSorted();
    // Of equal scores the first twenty may be others.
    const cut = whole.results.at(-1)?.score ?? 0;
    const above = <T extends { readonly score: number }>(list: readonly T[]): T[] =>
      list.filter(({ score }) => score > cut + 1e-5);
    expect(answer.results.length).toBe(whole.results.length);
    expect(scored(above(answer.results))).toEqual(scored(above(whole.results)));
    expect(answer.total).toBe(whole.total);
    expect(answer.results.map(({ score }) => score)).toEqual(
      answer.results.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  test("counts the results of each project, those without all words as none where another project has them", async () => {
    const { projects, results } = await ask("gamma delta parser");
    const totals = new Map(projects.map(({ slug, total }) => [slug, total]));
    expect([totals.get("a"), totals.get("c")]).toEqual([0, 0]);
    expect(totals.get("b")).toBeGreaterThan(0);
    expect(new Set(results.map(({ project }) => project.slug))).toEqual(new Set(["b"]));
  });

  test("names exactly what one project has, for any words of the others", async () => {
    const { results } = await ask("c07.ts");
    expect(results[0]).toMatchObject({ exact: "file", path: "src/c07.ts", project: { slug: "c" } });
  });

  test("shows what a query names in a project without one of its words, where documents of others have all", async () => {
    const { results, projects } = await ask("gamma parser");
    expect(results[0]).toMatchObject({ exact: "file", path: "src/gammaparser.ts", project: { slug: "c" } });
    expect(projects.find(({ slug }) => slug === "c")?.total).toBe(1);
    expect(projects.find(({ slug }) => slug === "a")?.total).toBe(0);
  });

  test("scores no document of projects that lack a word", async () => {
    const here = searcherHere({ db: database.db, indexes });
    const onlyExact: ReadonlySet<string>[] = [];
    const searcher: CompanySearcher = {
      threadOf: () => 0,
      run: (name, task, options) => {
        if ("onlyExact" in task.given && name === "surveyProjects") onlyExact.push(task.given.onlyExact);
        return here.run(name, task, options);
      },
    };
    await ask("gamma parser", { searcher });
    expect(onlyExact.map(({ size }) => size)).toEqual([0, 2]);
  });

  test("ends with the projects that it began with when one is removed meanwhile; the next search lacks it", async () => {
    const leaving = { ...eve, id: await addUser(database.db, { companyId: eve.companyId }), name: "leaving" };
    for (const [at, part] of parts.entries()) await addIndexed(leaving, `leaving-${at}`, [part]);
    const before = await ask("gamma", { who: leaving });
    const here = searcherHere({ db: database.db, indexes });
    const searcher: CompanySearcher = {
      threadOf: () => 0,
      run: async (name, task, options) => {
        if (name === "surveyProjects")
          await database.db.deleteFrom("projects").where("slug", "=", "leaving-0").execute();
        return here.run(name, task, options);
      },
    };
    const during = await ask("gamma", { who: leaving, searcher });
    expect([during.total, during.projects.length]).toEqual([before.total, 3]);
    const after = await ask("gamma", { who: leaving });
    expect(after.projects.map(({ slug }) => slug).toSorted()).toEqual(["leaving-1", "leaving-2"]);
    expect(after.total).toBeLessThan(before.total);
  });

  test("names a project whose index cannot be read any more", async () => {
    const there = searcherHere({ db: database.db, indexes });
    const searcher: CompanySearcher = {
      threadOf: () => 0,
      run: async (name, task, options) => {
        const answers = await there.run(name, task, options);
        if (name !== "surveyProjects") return answers;
        const [first, ...others] = answers.perProject;
        return { ...answers, perProject: first ? [[first[0], null], ...others] : [] };
      },
    };
    const { projects } = await ask("gamma", { searcher });
    expect(projects.filter(({ searched }) => !searched)).toHaveLength(1);
  });

  test("neither evicts nor reads again an index that is open for itself, however little memory there is", async () => {
    const store = createFileBlobs(folder);
    const reads: string[] = [];
    const evicted: string[] = [];
    const own = parts.slice(0, 1).reduce((made, part) => withPart(made, { code: part }), emptyManifest());
    const counted = {
      get: (hash: string) => {
        reads.push(hash);
        return store.get(hash);
      },
      file: (hash: string, isChecked?: boolean) => {
        reads.push(hash);
        return store.file?.(hash, isChecked) ?? Promise.resolve(null);
      },
    };
    const small = new IndexCache(counted, { maxBytes: 1, onEvicted: (name) => evicted.push(name) });
    await small.open(own);
    const [opened, bytes] = [reads.splice(0), small.bytes()];
    const answer = await ask("gamma delta", { searcher: searcherHere({ db: database.db, indexes: small }) });
    expect([...new Set(answer.projects.map(({ searched }) => searched))]).toEqual([true]);
    expect(small.isOpen(own)).toBe(true);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((hash) => opened.includes(hash))).toEqual([]);
    expect(evicted.filter((name) => opened.some((hash) => name.startsWith(hash)))).toEqual([]);
    // What was opened for the question is closed again.
    expect([small.count(), small.bytes()]).toEqual([1, bytes]);
    await small.open(own);
    expect(reads.filter((hash) => opened.includes(hash))).toEqual([]);
  });

  test("asks no index of a project that the caller may not read", async () => {
    const asked = new Set<string>();
    const here = searcherHere({ db: database.db, indexes });
    const searcher: CompanySearcher = {
      threadOf: () => 0,
      run: (name, task, options) => {
        for (const id of task.projects.projectIds) asked.add(id);
        return here.run(name, task, options);
      },
    };
    const answer = await ask("gamma", { searcher, project: ["a", "eves"] });
    const { id } = await database.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "a")
      .executeTakeFirstOrThrow();
    expect([...asked]).toEqual([id]);
    expect(answer.projects.map(({ slug }) => slug)).toEqual(["a"]);
  });

  test("corrects a word that no project has, and offers the query as written", async () => {
    const { results, reinterpreted, readings, missing } = await ask("gama", { project: ["a", "b"] });
    expect(reinterpreted).toEqual([{ code: "spelling", word: "gama", by: ["gamma"] }]);
    expect(missing).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
    expect(readings).toContainEqual({ code: "literal", q: '"gama"', total: 0, total_capped: false });
  });

  test("takes a word as written that one project has", async () => {
    // Only b has `parser`, and a has `parse` nowhere: as one index it is no correction and no beginning.
    const { reinterpreted, projects } = await ask("parser", { project: ["a", "b"] });
    expect(reinterpreted).toEqual([]);
    expect(projects.find(({ slug }) => slug === "a")?.total).toBe(0);
    // `pars` is the beginning of a word of b alone, which the answer names.
    expect((await ask("pars", { project: ["a", "b"] })).reinterpreted).toEqual([
      { code: "beginning", word: "pars", by: ["parser"] },
    ]);
  });

  test("names the words that no project has, and other readings of the query", async () => {
    const answer = await ask("gamma zzyzxq [a-z", { project: ["a", "b"] });
    expect(answer.missing.map(({ word }) => word)).toContain("zzyzxq");
    const broken = await ask("/gam[ma/", { project: ["a", "b"] });
    expect(broken.mistakes.map(({ code }) => code)).toContain("badRegex");
    const fix = broken.readings.find(({ code }) => code === "fix");
    expect(fix).toMatchObject({ total: 0 });
    // Counting ends after some milliseconds for each project; on a busy machine it is asked again until it was whole.
    const pattern = await vi.waitFor(async () => {
      const { readings } = await ask("gam.*a", { project: ["a", "b"] });
      const reading = readings.find(({ code }) => code === "pattern");
      expect(reading?.total_capped).toBe(false);
      return reading;
    }, 20_000);
    expect(pattern?.q).toBe("/gam.*a/");
    expect(pattern?.total).toBe((await ask("/gam.*a/", { project: ["a", "b"] })).total);
  });

  test("counts the values of the facets over all projects, and each value has as many results", async () => {
    const { facets, total, sources } = await ask("gamma");
    expect(facets.repository.map(({ value }) => value).toSorted()).toEqual(
      ["a", "b", "c"].map((name) => `repository-${name}`),
    );
    expect(facets.repository.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(facets.kind).toEqual([{ value: "code", count: total }]);
    expect(sources).toEqual([]);
    for (const { value, count } of facets.repository) {
      const narrowed = await ask("gamma", { facets: { repository: [value] } });
      expect([narrowed.total, new Set(narrowed.results.map(({ source }) => source))]).toEqual([
        count,
        new Set([value]),
      ]);
    }
  });

  test("shows results of the chosen projects, and counts the others", async () => {
    const whole = await ask("gamma");
    const { projects, total, results } = await ask("gamma", { facets: { in_project: ["b"] } });
    expect(projects).toEqual(whole.projects);
    const sum = projects.reduce((all, one) => all + (one.slug === "b" ? one.total : 0), 0);
    expect([total, new Set(results.map(({ project }) => project.slug))]).toEqual([sum, new Set(["b"])]);
  });

  test("an empty result names each filter and facet that empties it, with the number of results without it", async () => {
    const { total } = await ask("gamma");
    expect((await ask("gamma lang:Zig")).filtered_by).toEqual([
      { filter: "lang", value: "Zig", at: 6, results: total },
    ]);
    expect((await ask("gamma", { facets: { folder: ["nowhere"] } })).filtered_by).toEqual([
      { filter: "folder", value: "nowhere", at: null, results: total },
    ]);
    const elsewhere = await ask("parser", { facets: { in_project: ["a"] } });
    expect(elsewhere.filtered_by).toEqual([
      { filter: "project", value: "a", at: null, results: (await ask("parser")).total },
    ]);
  });

  test("adds up the values of a filter over the projects that the caller may read", async () => {
    const values = async (who: Principal, project: string[] = []) =>
      filterValuesOfAll(
        database.db,
        searcherHere({ db: database.db, indexes }),
        who,
        { project, filter: "path", text: "", limit: 8 },
        { signal: new AbortController().signal, log },
      );
    expect(await values(ada)).toEqual({ filter: "path", values: [{ value: "src/", count: 121 }] });
    expect((await values(ada, ["a", "eves"])).values).toEqual([{ value: "src/", count: 40 }]);
    expect((await values(ada, ["eves"])).values).toEqual([]);
  });

  test("covers every project, with shares of one thread as small as one project", async () => {
    const many = { ...eve, id: await addUser(database.db, { companyId: eve.companyId }), name: "many" };
    for (let n = 0; n < COPIES; n += 1) await addIndexed(many, `copy-${n}`, [parts[n % parts.length] ?? raise()]);
    const here = searcherHere({ db: database.db, indexes });
    let tasks = 0;
    const slow: CompanySearcher = {
      threadOf: (slug) => slug.length % 2,
      run: (name, task, options) => {
        tasks += 1;
        const projects = { ...task.projects, projectIds: task.projects.projectIds.slice(0, 7) };
        return here.run(name, { ...task, projects }, options);
      },
    };
    const [whole, sliced] = [
      await ask("gamma delta", { who: many }),
      await ask("gamma delta", { who: many, searcher: slow }),
    ];
    expect(whole.projects.map(({ searched }) => searched)).toEqual(Array.from({ length: COPIES }, () => true));
    expect(tasks).toBeGreaterThan((2 * COPIES) / 7);
    expect([sliced.total, sliced.results.map(({ score }) => score)]).toEqual([
      whole.total,
      whole.results.map(({ score }) => score),
    ]);
  }, 180_000);
});

function raise(): never {
  throw new Error("There is no repository.");
}
