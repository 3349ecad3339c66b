/** A project's facts after a change: equal to a full read, but computed from the new rows only. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FactsCache } from "../../../server/features/insights/facts/FactsCache.ts";
import type { LoadedFacts } from "../../../server/engines/insights/factColumns.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { measure } from "../../../server/engines/insights/measure.ts";
import type { InsightFilter } from "../../../server/engines/insights/scope.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { newId } from "../../../server/db/newId.ts";
import { listPersons, mergePersons, undoMerge } from "../../../server/features/persons/service.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addGolden, NOW } from "./golden.ts";

const ALL: InsightFilter = { repository: [], tracker: [], person: [], label: [], type: [] };
const window = windowOf("3m", "weekly", "Europe/Istanbul", NOW);

onEachDatabase("facts after a change", (engine) => {
  let database: TestDb;
  let index: OpenedIndex;
  let id: string;
  let companyId: string;
  let ownerId: string;
  let ids: Awaited<ReturnType<typeof addGolden>>;
  let before: LoadedFacts;
  beforeAll(async () => {
    database = await openTestDb(engine);
    index = await new IndexCache(createFileBlobs(database.dataDir)).open(emptyManifest());
    companyId = await addCompany(database.db, { plan: "Enterprise" });
    ownerId = await addUser(database.db, { companyId });
  });
  afterAll(() => database.close());
  // Each test has its own project in the same database.
  beforeEach(async ({ task }) => {
    id = await addProject(database.db, { companyId, ownerId, slug: `golden-${task.id}` });
    ids = await addGolden(database.db, id);
    before = await load();
  });

  const load = (known: LoadedFacts | null = null) =>
    loadFacts({ db: database.db, project: { id, slug: "golden" }, index }, known);
  const numbers = ({ facts }: LoadedFacts, filter = ALL) => measure([facts], filter, window);
  const issue = (key: string): string => `${ids.tracker}-${key}`;
  const when = "2026-11-18T10:00:00Z";

  test("activity of other projects is not read again with each refresh", async () => {
    const { db } = database;
    const other = await addProject(db, { companyId, ownerId, slug: newId() });
    const theirs = await addGolden(db, other);
    const comment = newId();
    await db
      .insertInto("issue_comments")
      .values({
        id: comment,
        issue_id: `${theirs.tracker}-#1`,
        external_id: comment,
        author_id: `${theirs.tracker}-cem`,
        body: "",
        created_at: when,
        updated_at: when,
      })
      .execute();
    const after = await load(before);
    expect(after.rows.seen.comment).toBe(comment);
    expect(after.rows.seen.recent).not.toContain(comment);
    expect(numbers(after)).toEqual(numbers(before));
  });

  /** All kinds of changes of a project's rows, with the number of issues, requests and commits to read for each. */
  const CHANGES: Record<string, { readonly read: number; readonly make: () => Promise<unknown> }> = {
    nothing: { read: 0, make: () => Promise.resolve() },
    "an issue is opened": {
      read: 1,
      make: () =>
        database.db
          .insertInto("issues")
          .values({
            id: newId(),
            source_id: ids.tracker,
            project_id: id,
            external_id: "7",
            number: 7,
            key: "#7",
            title: "Seventh",
            body: "",
            state: "open",
            url: "",
            author_id: `${ids.tracker}-cem`,
            labels: JSON.stringify(["ui", "new"]),
            comments_count: 0,
            created_at: when,
            updated_at: when,
          })
          .execute(),
    },
    "an issue is closed": {
      read: 1,
      make: () =>
        database.db
          .updateTable("issues")
          .set({ state: "closed", closed_at: when, updated_at: when })
          .where("id", "=", issue("#4"))
          .execute(),
    },
    "an issue changes whose time is older than what was seen": {
      read: 6,
      make: () =>
        database.db
          .updateTable("issues")
          .set({ labels: JSON.stringify(["bug", "old"]), updated_at: "2026-10-22T09:00:00Z" })
          .where("id", "=", issue("#1"))
          .execute(),
    },
    "an issue is deleted": {
      read: 5,
      make: () => database.db.deleteFrom("issues").where("id", "=", issue("#2")).execute(),
    },
    "a user answers": {
      read: 0,
      make: () =>
        database.db
          .insertInto("issue_comments")
          .values({
            id: newId(),
            issue_id: issue("#3"),
            external_id: "c",
            author_id: `${ids.tracker}-cem`,
            body: "",
            created_at: when,
            updated_at: when,
          })
          .execute(),
    },
    "the only answer is taken back": {
      read: 6,
      make: async () => {
        await database.db.deleteFrom("issue_comments").where("issue_id", "=", issue("#2")).execute();
        await database.db.updateTable("issues").set({ comments_count: 0 }).where("id", "=", issue("#2")).execute();
      },
    },
    "an issue is reopened, as its events tell": {
      read: 0,
      make: () =>
        database.db
          .insertInto("issue_events")
          .values({
            id: newId(),
            issue_id: issue("#1"),
            external_id: "e",
            type: "reopened",
            created_at: when,
          })
          .execute(),
    },
    "a type is worked out": {
      read: 0,
      make: () =>
        database.db
          .insertInto("issue_analyses")
          .values({
            issue_id: issue("#1"),
            project_id: id,
            type: "bug",
            likely_files: "[]",
            similar_count: 0,
            print: "1",
            analysed_at: new Date(when),
          })
          .execute(),
    },
    "a request is merged": {
      read: 1,
      make: () =>
        database.db
          .updateTable("change_requests")
          .set({ state: "merged", merged_at: when, updated_at: when })
          .where("id", "=", issue("!3"))
          .execute(),
    },
    "the reviews of a request are read": {
      read: 1,
      make: () =>
        database.db.updateTable("change_requests").set({ details_at: when }).where("id", "=", issue("!4")).execute(),
    },
    "a commit comes": {
      read: 1,
      make: async () => {
        const [author] = await database.db
          .selectFrom("git_authors")
          .select("id")
          .where("source_id", "=", ids.repository)
          .execute();
        await database.db
          .insertInto("git_commits")
          .values({
            source_id: ids.repository,
            hash: "f".repeat(40),
            author_id: author?.id ?? 0,
            authored_at: when,
            committed_at: when,
            message: "New",
            parents: 1,
          })
          .execute();
      },
    },
    "lines are counted": {
      read: 0,
      make: () =>
        database.db
          .updateTable("git_commits")
          .set({ added: 3, deleted: 4 })
          .where("source_id", "=", ids.repository)
          .where("added", "is", null)
          .execute(),
    },
    "a history is rewritten": {
      read: 4,
      make: () =>
        database.db
          .deleteFrom("git_commits")
          .where("source_id", "=", ids.repository)
          .where("hash", "=", "1".repeat(40))
          .execute(),
    },
    "a tracker is removed": {
      read: 0,
      make: () => database.db.deleteFrom("sources").where("id", "=", ids.tracker).execute(),
    },
  };

  test.each(Object.keys(CHANGES))("%s", async (name) => {
    const change = CHANGES[name];
    await change?.make();
    const after = await load(before);
    const reloaded = await load();
    for (const filter of [ALL, { ...ALL, label: ["ui", "old"] }, { ...ALL, type: ["bug"] }]) {
      expect(numbers(after, filter)).toEqual(numbers(reloaded, filter));
    }
    expect(after.rows.read).toBe(change?.read);
    // A repeated request without a change is served from memory.
    // Rows of the last minute may be read again; after that nothing is read or computed again.
    const settled = await load(after);
    const again = await load(settled);
    expect([settled.rows.read, again.rows.read]).toEqual([0, 0]);
    for (const columns of ["issues", "requests", "commits"] as const) {
      expect(again.facts[columns]).toBe(settled.facts[columns]);
      expect(again.facts[columns]).toEqual(after.facts[columns]);
    }
    const isSame = JSON.stringify(numbers(after)) === JSON.stringify(numbers(before));
    const leavesNumbers = [
      "nothing",
      "a type is worked out",
      "an issue changes whose time is older than what was seen",
    ];
    expect(isSame).toBe(leavesNumbers.includes(name));
  });

  test("people who are put together by a Maintainer are one from then on, and two again when that is undone", async () => {
    const { db } = database;
    const commits = { ...ALL };
    const contributors = (loaded: LoadedFacts) =>
      numbers(loaded, commits).find(({ metric }) => metric === "contributors")?.current.value;
    const answered = (loaded: LoadedFacts) =>
      numbers(loaded).find(({ metric }) => metric === "first_response")?.current.n;
    expect([contributors(before), answered(before)]).toEqual([2, 2]);
    const store = new FactsCache(db);
    const project = { id, slug: "golden" };
    const people = async () =>
      (await store.of(project, index)).people.filter(({ isBot }) => !isBot).map(({ name }) => name);
    expect(await people()).toEqual(["ada", "cem"]);

    const identities = (await listPersons(db, id, ""))
      .filter((person) => !person.is_bot)
      .flatMap((person) => person.identities);
    const merge = await mergePersons(db, { id }, ownerId, {
      name: "Ada Cem",
      identities: identities.map(({ key }) => key),
    });
    const merged = await load(before);
    // Cem's comments on Ada's issues are the author's own now.
    expect([contributors(merged), answered(merged)]).toEqual([1, 0]);
    expect(merged.facts.people.filter(({ isBot }) => !isBot).map(({ name }) => name)).toEqual(["Ada Cem"]);
    const person = merged.facts.people.find(({ name }) => name === "Ada Cem")?.id ?? "";
    const own = (metric: string) =>
      numbers(merged, { ...ALL, person: [person] }).find((one) => one.metric === metric)?.current.value;
    expect([own("commits"), own("issues_opened"), own("requests_opened")]).toEqual([4, 5, 4]);
    expect(await people()).toEqual(["Ada Cem"]);

    await undoMerge(db, { id }, merge.id);
    expect([contributors(await load(merged)), answered(await load(merged))]).toEqual([2, 2]);
    expect(await people()).toEqual(["ada", "cem"]);
  });
});

describe("the store of facts", () => {
  let database: TestDb;
  let index: OpenedIndex;
  const projects: { id: string; slug: string }[] = [];
  beforeAll(async () => {
    database = await openTestDb();
    const { db, dataDir } = database;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    const ownerId = await addUser(db, { companyId });
    for (const slug of ["one", "two", "three"]) {
      const id = await addProject(db, { companyId, ownerId, slug });
      await addGolden(db, id);
      projects.push({ id, slug });
    }
    index = await new IndexCache(createFileBlobs(dataDir)).open(emptyManifest());
  });
  afterAll(() => database.close());

  test("evicts the least recently requested rows when there are too many, but never the last", async () => {
    const [one, two, three] = projects;
    if (!one || !two || !three) throw new Error("three projects");
    const store = new FactsCache(database.db, { mostBytes: 12_000 });
    const first = await store.of(one, index);
    await store.of(two, index);
    expect(await store.of(one, index)).toBe(first);
    await store.of(three, index);
    expect(store.projects).toEqual([one.id, three.id]);
    const small = new FactsCache(database.db, { mostBytes: 1 });
    for (const project of projects) await small.of(project, index);
    expect(small.projects).toEqual([three.id]);
  });

  test("answers from memory while what changes in the background is read again", async () => {
    const [one] = projects;
    if (!one) throw new Error("a project");
    let now = 0;
    const store = new FactsCache(database.db, { now: () => now });
    const churn = async () =>
      measure([await store.of(one, index)], ALL, window).find(({ metric }) => metric === "churn")?.current.n;
    expect(await churn()).toBe(3);
    await database.db.updateTable("git_commits").set({ added: 1, deleted: 1 }).where("added", "is", null).execute();
    expect(await churn()).toBe(3);
    now = 21_000;
    expect(await churn()).toBe(3);
    await expect.poll(churn).toBe(4);
  });

  test("reads again after a failed read", async () => {
    const [one] = projects;
    if (!one) throw new Error("a project");
    const store = new FactsCache(database.db);
    const broken = {
      ...index,
      get commits(): never {
        throw new Error("damaged");
      },
    };
    await expect(store.of(one, broken)).rejects.toThrow("damaged");
    expect((await store.of(one, index)).issues.ids).toHaveLength(6);
  });
});
