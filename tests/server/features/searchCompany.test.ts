import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchAllAnswer } from "../../../contract/search.ts";
import type { Principal } from "../../../server/access/sessions.ts";
import { search } from "../../../server/engines/search/search.ts";
import { type CompanySearcher, searcherHere } from "../../../server/features/search/manyProjects.ts";
import { searchAll } from "../../../server/features/search/searchAll.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { type IndexCache, createIndexCache } from "../../../server/index/indexCache.ts";
import { type CodePart, emptyManifest, encodeManifest, withPart } from "../../../server/index/manifest.ts";
import { randomNumbers } from "../index/naiveBm25f.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

/** How often each word is in a text of each repository: what is rare in one is frequent in another. */
const REPOSITORIES = {
  a: { gamma: 0.9, delta: 0.05, parser: 0 },
  b: { gamma: 0.3, delta: 0.9, parser: 0.6 },
  c: { gamma: 0.3, delta: 0.3, parser: 0 },
};
const COPIES = 105;

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
  indexes = createIndexCache(blobs);
  const random = randomNumbers(11);
  const companyId = await addCompany(db);
  const caller = async (name: string): Promise<Principal> => {
    const email = `${name}@example.org`;
    const id = await addUser(db, { companyId, email, name });
    return {
      id,
      name,
      email,
      language: "EN",
      companyId,
      companyRole: "Member",
      plan: "Premium",
      subscriptionStatus: "active",
      sessionHash: "",
    };
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
}

const ask = async (
  q: string,
  { who = ada, limit = 20, project = [], searcher }: Asked = {},
): Promise<SearchAllAnswer> => {
  const here = searcher ?? searcherHere({ db: database.db, indexes });
  const query = { q, kind: [], limit, project, scope: "all" as const, first: undefined };
  return searchAll(database.db, here, who, query, { signal: new AbortController().signal, log });
};

describe("a search over many projects", () => {
  test.each(["gamma", "gamma delta", "gamma delta parser", "delta parser missing"])(
    "finds %s in the order, and with the scores, of one index of all projects",
    async (q) => {
      const manifest = parts.reduce((made, part) => withPart(made, { code: part }), emptyManifest());
      const whole = search(await indexes.open(manifest), { q, limit: 20 });
      const answer = await ask(q);
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
    },
  );

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

  test("asks no index of a project that the caller may not read", async () => {
    const asked = new Set<string>();
    const here = searcherHere({ db: database.db, indexes });
    const searcher: CompanySearcher = {
      placeOf: () => 0,
      run: (name, given, options) => {
        for (const id of given.projectIds) asked.add(id);
        return here.run(name, given, options);
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

  test("covers every project, with shares of one thread as small as one project", async () => {
    const many = { ...eve, id: await addUser(database.db, { companyId: eve.companyId }), name: "many" };
    for (let n = 0; n < COPIES; n += 1) await addIndexed(many, `copy-${n}`, [parts[n % parts.length] ?? raise()]);
    const here = searcherHere({ db: database.db, indexes });
    let tasks = 0;
    const slow: CompanySearcher = {
      placeOf: (slug) => slug.length % 2,
      run: async (name, given, options) => {
        tasks += 1;
        const answers = await here.run(name, given, options);
        return answers.slice(0, 7);
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
  });
});

function raise(): never {
  throw new Error("There is no repository.");
}
