import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personAddress } from "../../../../contract/addresses/personAddress.ts";
import { personDirectory } from "../../../../server/engines/identities/PersonDirectory.ts";
import { openForSearch } from "../../../../server/features/search/openForSearch.ts";
import { newId } from "../../../../server/db/newId.ts";
import { listPersons, mergePersons, undoMerge } from "../../../../server/features/persons/service.ts";
import { projectPeople } from "../../../../server/project/projectPeople.ts";
import { search } from "../../../../server/engines/search/search.ts";
import type { SearchRequest } from "../../../../server/engines/search/query/searchRequest.ts";
import { emptyManifest, withPart } from "../../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../../server/index/blobs/blobs.ts";
import { buildCommits } from "../../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../../server/index/build/buildDiscussions.ts";
import { buildPages } from "../../../../server/index/build/buildPages.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { PeopleRepository } from "../../engines/expertSample.ts";
import { indexedIssue } from "../../support/indexedProject.ts";
import { addManifest, addProject, issueRow } from "../../rows.ts";
import { addSource, makeProject } from "../../sync/syncFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../../testDb.ts";

const at = new Date("2026-01-01T00:00:00Z");
const { log } = fastify();

/** Every person mentions the cache: in commits, in issues, on a page. */
onOneDatabase("search by person", (engine) => {
  let database: TestDb;
  let project: { id: string };
  let userId: string;
  let blobs: Blobs;
  let git: string;
  const blobFolder = mkdtempSync(join(tmpdir(), "clew-who-"));
  const repository = new PeopleRepository();

  beforeAll(async () => {
    database = await openTestDb(engine);
    const { db } = database;
    const made = await makeProject(database);
    project = { id: made.projectId };
    userId = made.userId;
    const source = (kind: "repository" | "tracker" | "wiki", provider: string) =>
      addSource(database, project.id, { kind, provider, url: `https://x.example/${kind}` });
    git = await source("repository", "git");
    const tracker = await source("tracker", "jira");
    const wiki = await source("wiki", "confluence");
    const signatures = [
      "Mira Okafor <mira@clew.example>",
      "moka <moka@home.example>",
      "Deniz Ak <deniz@clew.example>",
      "Deniz Ak <deniz@clew.example>",
      "renovate[bot] <bot@renovate.example>",
    ];
    const hashes = signatures.map((author, day) =>
      repository.commit(day, author, `Cache, part ${day}`, { "cache.ts": `export const part = ${day};\n` }),
    );
    await db
      .insertInto("git_authors")
      .values(
        [...new Set(signatures)].map((one) => {
          const [, name = "", email = ""] = /^(.*) <(.*)>$/.exec(one) ?? [];
          return { source_id: git, name, email };
        }),
      )
      .execute();
    const account = (id: string, source_id: string, login: string, name: string, email: string | null = null) => ({
      id,
      source_id,
      external_id: id,
      login,
      name,
      email,
      avatar_url: null,
      is_bot: false,
    });
    await db
      .insertInto("accounts")
      .values([
        account("mira-1", tracker, "mokafor", "Mira Okafor"),
        account("mira-2", wiki, "m", "Mira Okafor"),
        account("deniz-1", tracker, "dak", "D.", "DENIZ@clew.example"),
        account("pat-1", tracker, "pat", "Pat Doe", "pat@clew.example"),
        // Two people who share only a first name, which is the tracker's name of both.
        account("alex-1", tracker, "Alex", "Alex", "alex.one@clew.example"),
        account("alex-2", tracker, "Alex", "Alex", "alex.two@clew.example"),
      ])
      .execute();
    const issues = [
      ["mokafor", "mira-1"],
      ["dak", "deniz-1"],
      ["pat", "pat-1"],
      ["Alex", "alex-1"],
      ["Alex", "alex-2"],
      ["Alex", "alex-2"],
      ["gone", null],
    ].map(([author = null, author_id = null], number) => ({
      author_id,
      row: indexedIssue(number, { source: tracker, title: `Cache is cold ${number}`, author }),
    }));
    await db
      .insertInto("issues")
      .values(
        issues.map(({ author_id, row: { id, key, title } }, number) =>
          issueRow({ id, source_id: tracker, project_id: project.id, number, key, title, author_id, created_at: at }),
        ),
      )
      .execute();
    const page = {
      id: "page",
      source: wiki,
      title: "How the cache works",
      ancestors: [],
      space: "S",
      kind: "page" as const,
      comments: [],
      body: "",
      labels: [],
      author: "Mira Okafor",
      url: "https://x.example",
      createdAt: 0,
      updatedAt: 0,
    };
    async function* given<T>(rows: readonly T[]) {
      await Promise.resolve();
      yield rows;
    }
    blobs = createFileBlobs(blobFolder);
    const context = plainContext(blobs);
    const commits = await buildCommits(
      { gitDir: repository.gitDir, commit: hashes.at(-1) ?? "", source: git, previous: null },
      context,
    );
    const manifest = withPart(
      withPart(withPart(emptyManifest(), { commits }), {
        issues: await buildIssues(given(issues.map(({ row }) => row)), context),
      }),
      { pages: await buildPages(given([page]), context) },
    );
    await addManifest(db, project.id, manifest, at);
  });
  afterAll(async () => {
    await database.close();
    for (const folder of [repository.folder, blobFolder]) rmSync(folder, { recursive: true, force: true });
  });

  /** A separate process opens the index itself. */
  const makeProcess = () => {
    let store: IndexCache | undefined;
    const open = () => openForSearch(database.db, (store ??= new IndexCache(blobs)), project.id, log);
    return {
      open,
      ask: async (q: string, rest: Partial<SearchRequest> = {}) => {
        const { index, people } = await open();
        return search(index, { q, people, limit: 100, ...rest });
      },
    };
  };
  const { open, ask } = makeProcess();
  const facet = async (q: string, from = ask) =>
    Object.fromEntries((await from(q)).facets.author.map(({ value, count }) => [value, count]));
  const keysOf = async (...texts: string[]) => {
    const lists = await Promise.all(texts.map((text) => listPersons(database.db, project.id, text)));
    return lists.flat().flatMap(({ identities }) => identities.map(({ key }) => key));
  };

  const BY_RULE = {
    "Mira Okafor": 3,
    moka: 1,
    "Deniz Ak": 3,
    "Pat Doe": 1,
    "Alex (alex.one@clew.example)": 1,
    "Alex (alex.two@clew.example)": 2,
    gone: 1,
  };
  test("has each person once among the authors, by the name that the list of people shows", async () => {
    expect(await facet("cache")).toEqual({ ...BY_RULE, "renovate[bot]": 1 });
    const shown = (await listPersons(database.db, project.id, "")).map(({ name }) => name);
    expect(shown).toEqual(expect.arrayContaining(["Mira Okafor", "moka", "Deniz Ak", "Pat Doe", "Alex"]));
    const { results } = await ask("cache author:deniz");
    expect(results.map(({ kind, author }) => `${kind} by ${author}`).toSorted()).toEqual([
      "commit by Deniz Ak",
      "commit by Deniz Ak",
      "issue by Deniz Ak",
    ]);
  });

  test("the address of the author of each result leads to that person; an unknown name has none", async () => {
    const { index } = await open();
    const directory = personDirectory(await projectPeople(database.db, project.id, index));
    const { results } = await ask("cache");
    const written = results.filter(({ author }) => author !== null);
    expect(new Set(written.map(({ kind }) => kind))).toEqual(new Set(["commit", "issue", "document"]));
    for (const { author, author_id: id } of written) {
      const address = id && personAddress({ id, name: author ?? "" });
      expect([author, address && directory.find(address)?.name]).toEqual([
        author,
        author === "gone" ? null : author?.replace(/ \(.*$/, ""),
      ]);
    }
  });

  test.each<[string, number]>([
    ["okafor", 3],
    ["MİRA", 3],
    ["mira@clew.example", 3],
    ["mokafor", 3],
    ["dak", 3],
    ["@clew.example", 10],
    ["*@home.example", 1],
    ["example", 0],
    ["pat*", 1],
    ["alex.two", 2],
    ["renovate", 1],
    ["gone", 1],
  ])("author:%s finds by any name, login or address", async (value, total) => {
    expect((await ask(`cache author:${value}`)).total).toBe(total);
  });

  test("a facet value that is another name or address of a person selects that person", async () => {
    for (const author of ["Deniz Ak", "D.", "deniz@clew.example", "dak"])
      expect((await ask("cache", { author: [author] })).total).toBe(3);
    expect((await ask("cache", { author: ["den"] })).total).toBe(0);
    expect((await ask("cache author:miira")).mistakes).toMatchObject([{ code: "unknownValue", fix: null }]);
    expect((await ask('cache author:"Mira Okafr"')).mistakes).toMatchObject([{ fix: 'author:"Mira Okafor"' }]);
  });

  test("people are found by all of their names, also who never committed, and open as in Experts", async () => {
    const found = async (q: string) => (await ask(`${q} kind:person`)).results;
    const { index } = await open();
    const experts = (await projectPeople(database.db, project.id, index)).people;
    const [mira] = await found("mokafor");
    expect(mira?.title).toBe("Mira Okafor");
    expect(mira?.snippet.map(({ text }) => text).join("")).toBe("Mira Okafor · mira@clew.example · mokafor · m");
    expect(mira?.id).toBe(experts.find(({ name }) => name === "Mira Okafor")?.id);
    expect(await found("doe")).toMatchObject([{ id: "account:pat-1", title: "Pat Doe", updated_at: null }]);
    expect((await found("alex")).map(({ title }) => title).toSorted()).toEqual(Object.keys(BY_RULE).slice(4, 6));
    expect(await found("renovate")).toEqual([]);
  });

  test("who was put together by hand is one in every process at once, and apart again when that is undone", async () => {
    const other = makeProcess();
    expect(await facet("cache", other.ask)).toMatchObject(BY_RULE);
    const identities = await keysOf("mira@clew.example", "moka@home.example");
    const merge = await mergePersons(database.db, project, userId, { name: "Mira O.", identities });
    const { moka, "Mira Okafor": mira, ...rest } = BY_RULE;
    for (const searchAs of [ask, other.ask]) {
      expect(await facet("cache", searchAs)).toEqual({ ...rest, "Mira O.": moka + mira, "renovate[bot]": 1 });
      expect((await searchAs("cache author:moka")).total).toBe(4);
      expect((await searchAs("author:okafor kind:commit")).results.map(({ author }) => author)).toEqual([
        "Mira O.",
        "Mira O.",
      ]);
      expect((await searchAs("moka kind:person")).results.map(({ title }) => title)).toEqual(["Mira O."]);
    }
    const { index } = await open();
    const experts = (await projectPeople(database.db, project.id, index)).people;
    const [found] = (await ask("mira kind:person")).results;
    expect(experts.filter(({ name }) => name === "Mira O.").map(({ id }) => id)).toEqual([found?.id]);
    await undoMerge(database.db, project, merge.id);
    for (const searchAs of [ask, other.ask]) expect(await facet("cache", searchAs)).toMatchObject(BY_RULE);
  });

  test("who was set apart by hand is two, though the tracker calls both by one name", async () => {
    const [alone = ""] = (await keysOf("mokafor")).filter((key) => key === "account:mira-1");
    const merge = await mergePersons(database.db, project, userId, { name: "Mira Okafor", identities: [alone] });
    expect(await facet("cache")).toMatchObject({
      "Mira Okafor (mira@clew.example)": 2,
      "Mira Okafor (mokafor)": 1,
    });
    await undoMerge(database.db, project, merge.id);
    expect(await facet("cache")).toMatchObject(BY_RULE);
  });

  test("a .mailmap that a sync brought joins, and until something changes the people stay as they were made", async () => {
    const { db } = database;
    const before = await open();
    expect((await open()).people).toBe(before.people);
    await db
      .insertInto("mailmaps")
      .values({ source_id: git, head: newId(), content: "Mira Okafor <mira@clew.example> moka <moka@home.example>" })
      .execute();
    expect((await open()).people).toBe(before.people);
    await db.updateTable("sources").set({ sync_finished_at: at, sync_items: 5 }).where("id", "=", git).execute();
    const { moka, "Mira Okafor": mira, ...rest } = BY_RULE;
    expect(await facet("cache")).toEqual({ ...rest, "Mira Okafor": moka + mira, "renovate[bot]": 1 });
    expect((await ask("cache author:moka")).total).toBe(4);
  });
});

test("projects without an index, which share the empty one, keep their people apart and loaded", async () => {
  const database = await openTestDb();
  const folder = mkdtempSync(join(tmpdir(), "clew-people-"));
  try {
    const index = await new IndexCache(createFileBlobs(folder)).open(emptyManifest());
    const { projectId: first, companyId, userId: ownerId } = await makeProject(database);
    const second = await addProject(database.db, { companyId, ownerId });
    const people = await projectPeople(database.db, first, index);
    const others = await projectPeople(database.db, second, index);
    expect(others).not.toBe(people);
    expect(await projectPeople(database.db, first, index)).toBe(people);
    expect(await projectPeople(database.db, second, index)).toBe(others);
  } finally {
    rmSync(folder, { recursive: true });
    await database.close();
  }
});
