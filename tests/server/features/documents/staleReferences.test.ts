import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { DocumentEntry, DocumentStaleReferences } from "../../../../contract/documents/documents.ts";
import { requestReferenceCheck } from "../../../../server/db/tables/pages/staleReferences.ts";
import { COMPARISON_LIMITS } from "../../../../server/sync/backgroundJobs/staleReferenceThread.ts";
import type { BlobsLocation } from "../../../../server/index/blobs/openBlobs.ts";
import { type Manifest, encodeManifest } from "../../../../server/index/manifest.ts";
import { PgBossQueue } from "../../../../server/jobs/PgBossQueue.ts";
import { CHECK_REFERENCES } from "../../../../server/jobs/jobNames.ts";
import { ThreadTimeout } from "../../../../server/threads/runInThread.ts";
import type { Queue } from "../../../../server/jobs/Queue.ts";
import { verbatim } from "../../../../server/messages/messages.ts";
import { SourceError } from "../../../../server/sources/SourceError.ts";
import { createStaleReferenceJobs } from "../../../../server/sync/backgroundJobs/staleReferenceJobs.ts";
import { READ_SOURCE } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type DocumentServer, startDocumentServer } from "./documentServer.ts";

onOneDatabase("GET projects/{id}/documents/stale-references/", (engine) => {
  let server: DocumentServer;
  let sample: DocumentServer["sample"];
  let database: DocumentServer["database"];
  let mirrors: string;
  let get: DocumentServer["get"];
  beforeAll(async () => {
    server = await startDocumentServer(engine);
    ({ sample, database, mirrors, get } = server);
  }, 120_000);
  afterAll(() => server.close());

  let queue: Queue;
  let jobs: ReturnType<typeof createStaleReferenceJobs>;
  let sent = 0;
  let isReachable = true;
  let location: BlobsLocation;
  let limits = COMPARISON_LIMITS;
  const errors: unknown[] = [];
  beforeAll(() => {
    ({ location } = sample);
    const onError = (error: unknown): void => {
      errors.push(error);
    };
    queue = new PgBossQueue({ database, databaseUrl: database.databaseUrl, isWorker: true, onError });
    jobs = createStaleReferenceJobs({
      db: database.db,
      queue: {
        register: (...job) => queue.register(...job),
        send: (...job) => {
          sent += 1;
          return queue.send(...job);
        },
        has: (...job) => queue.has(...job),
        start: () => queue.start(),
        stop: () => queue.stop(),
      },
      get blobs() {
        return location;
      },
      get limits() {
        return limits;
      },
      mirrorOf: (id) => {
        if (!isReachable) return Promise.reject(new SourceError("connection", verbatim("The host is gone.")));
        return Promise.resolve(join(mirrors, id));
      },
      onError,
    });
    jobs.register();
  });
  afterAll(() => queue.stop());

  const readReferences = async (source = "repository-1", path = "README.md") =>
    DocumentStaleReferences.parse((await get("sample/documents/stale-references", { source, path })).body);
  const namesOf = ({ items }: DocumentStaleReferences) => items.map(({ name }) => name);
  const state = async () => (await readReferences()).state;
  const setManifest = (manifest: Manifest) =>
    database.db
      .updateTable("artifacts")
      .set({ manifest: encodeManifest(manifest) })
      .execute();

  test("is found by a job, which writes nothing next to the mirror", async () => {
    const files = readdirSync(sample.repository.gitDir).toSorted();
    expect(await readReferences()).toMatchObject({ state: "checking", checked: 0, items: [] });
    await queue.start();
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    expect(errors).toEqual([]);
    const found = await readReferences();
    expect(found.checked).toBeGreaterThan(3);
    expect(found.items.map(({ name, removed_by }) => [name, removed_by.hash])).toEqual([
      ["renewToken", sample.commits[1]],
      ["src/session/legacyCache.ts", sample.commits[2]],
      ["warmCache", sample.commits[2]],
    ]);
    expect(readdirSync(sample.repository.gitDir).toSorted()).toEqual(files);
  }, 60_000);

  test("the author of a removal is a person once the commit is stored; a bot is none", async () => {
    expect((await readReferences()).items.map(({ removed_by: commit }) => commit.person)).toEqual([null, null, null]);
    const { db } = database;
    const authors = await db
      .insertInto("git_authors")
      .values([
        { source_id: "repository-1", name: "Ada", email: "ada@example.org" },
        { source_id: "repository-1", name: "renovate[bot]", email: "bot@renovate.example" },
      ])
      .returning("id")
      .execute();
    const at = new Date();
    await db
      .insertInto("git_commits")
      .values(
        authors.map(({ id }, place) => ({
          source_id: "repository-1",
          hash: sample.commits[place + 1] ?? "",
          author_id: id,
          authored_at: at,
          committed_at: at,
          message: "Remove",
          parents: 1,
        })),
      )
      .execute();
    const people = (await readReferences()).items.map(({ removed_by: commit }) => commit.person);
    const ada = { id: `author:${authors[0]?.id ?? 0}`, name: "Ada", email: "ada@example.org", avatar_url: null };
    expect(people).toEqual([ada, null, null]);
  });

  test("then the tree shows the number of stale names of each page", async () => {
    const { body } = await get("sample/documents", { source: "repository-1" });
    const counts = new Map(
      z
        .array(DocumentEntry)
        .parse(body)
        .map((entry) => [entry.path, entry.stale_references]),
    );
    expect([counts.get("README.md"), counts.get("CHANGELOG.md"), counts.get("src")]).toEqual([3, 0, null]);
    const entry = z
      .array(DocumentEntry)
      .parse(body)
      .find(({ path }) => path === "README.md");
    const outdated = async (query: { readonly source?: string } = {}) =>
      z.array(DocumentEntry).parse((await get("sample/documents", { outdated: "true", ...query })).body);
    expect(await outdated({ source: "repository-1" })).toEqual([entry]);
    const [page] = await outdated({ source: "wiki-1" });
    expect(page).toMatchObject({ kind: "page", path: "Handbook/TCP%2FIP notes", stale_references: 1 });
    // Those with most names first.
    expect(await outdated()).toEqual([entry, page]);
    expect((await get("sample/documents", { outdated: "true", source: "repository-9" })).status).toBe(404);
  });

  test("a state that was compared is not compared again", async () => {
    const before = sent;
    await jobs.request("project-sample");
    expect([await state(), sent - before]).toEqual(["ready", 0]);
  });

  test("without a mirror what was found in it stays, at its present lines, and is compared again later", async () => {
    const picture = ["docs/session.svg", "<svg/>\n"] as const;
    sample.repository.commit("a picture", { "docs/picture.md": `See \`${picture[0]}\`.\n`, [picture[0]]: picture[1] });
    sample.repository.commit("no picture", { [picture[0]]: null });
    await setManifest((await sample.reopen()).manifest);
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    const lineOf = async (name: string) =>
      (await readReferences()).items.filter((item) => item.name === name).flatMap(({ lines }) => lines);
    const [line = 0] = await lineOf("renewToken");
    isReachable = false;
    const readme = sample.repository.git("show", "HEAD:README.md");
    sample.repository.commit("the session is gone", {
      "src/session/sessionStore.ts": null,
      "README.md": `One more line.\n\n${readme.replaceAll("warmCache", "the cache")}\n`,
    });
    await setManifest((await sample.reopen()).manifest);
    await requestReferenceCheck(database.db, "project-sample", "another state");
    expect(namesOf(await readReferences())).toHaveLength(3);
    expect(await state()).toBe("checking");
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("unread");
    expect(namesOf(await readReferences())).toEqual(["renewToken", "src/session/legacyCache.ts"]);
    expect(await lineOf("renewToken")).toEqual([line + 2]);
    expect(namesOf(await readReferences("repository-1", "docs/picture.md"))).toEqual([picture[0]]);

    isReachable = true;
    await jobs.request("project-sample");
    expect(await state()).toBe("unread");
    await database.db.updateTable("reference_checks").set({ retry_at: new Date() }).execute();
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
  }, 60_000);

  test("an outage of the blob store is retried, and what was found stays meanwhile", async () => {
    if (sample.location.driver !== "files") throw new Error("The blobs of the sample are files.");
    const { folder } = sample.location;
    sample.repository.commit("a page", { "docs/new.md": "`warmCache` is here.\n" });
    await setManifest((await sample.reopen()).manifest);
    renameSync(folder, `${folder} away`);
    writeFileSync(folder, "no folder");
    errors.length = 0;
    await jobs.request("project-sample");
    await expect.poll(() => errors.length, { timeout: 30_000 }).toBe(1);
    expect([await state(), namesOf(await readReferences())]).toEqual([
      "checking",
      ["renewToken", "src/session/legacyCache.ts"],
    ]);
    rmSync(folder);
    renameSync(`${folder} away`, folder);
    // The delay before the retry of the queue is over.
    const { rows } = await sql<{ retry_delay: number; retry_limit: number }>`
      update pgboss.job set start_after = now() where name = ${CHECK_REFERENCES} and state = 'retry'
      returning retry_delay, retry_limit`.execute(database.db);
    expect(rows).toEqual([{ retry_delay: 60, retry_limit: 10 }]);
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    expect(namesOf(await readReferences("repository-1", "docs/new.md"))).toEqual(["warmCache"]);
  }, 60_000);

  test("a page that names what is gone, and did not before, is an event for rules, once", async () => {
    const events = async () =>
      (
        await database.db.selectFrom("rule_history").select(["event", "subject_id", "detail"]).orderBy("key").execute()
      ).map(({ event, subject_id: source, detail }) => [event, source, detail]);
    const compare = async (files: Record<string, string | null>): Promise<void> => {
      sample.repository.commit("a change", files);
      await setManifest((await sample.reopen()).manifest);
      await jobs.request("project-sample");
      await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    };
    await database.db.deleteFrom("rule_history").execute();
    // What the first comparison of a page finds has not happened since.
    await compare({
      "src/present.ts": "export const present = 1;\n",
      "docs/guide.md": "See `src/present.ts`.\n",
      "docs/late.md": "See `src/session/legacyCache.ts`.\n",
    });
    expect(await events()).toEqual([]);
    await compare({ "src/present.ts": null });
    expect(namesOf(await readReferences("repository-1", "docs/guide.md"))).toEqual(["src/present.ts"]);
    expect(await events()).toEqual([["page.outdated", "repository-1", "docs/guide.md"]]);
    await compare({ "docs/other.md": "Nothing.\n" });
    await compare({ "docs/guide.md": "Nothing any more.\n" });
    expect(await events()).toHaveLength(1);
    await compare({ "docs/guide.md": "See `src/present.ts` again.\n" });
    expect(await events()).toHaveLength(2);
  }, 120_000);

  test("a state whose comparison fails by an error of the program is not compared again", async () => {
    // Node refuses such a path with a TypeError.
    location = { driver: "files", folder: "\0" };
    sample.repository.commit("one more page", { "docs/newer.md": "Nothing.\n" });
    await setManifest((await sample.reopen()).manifest);
    errors.length = 0;
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("failed");
    const before = sent;
    await jobs.request("project-sample");
    expect([errors.length, sent - before]).toEqual([1, 0]);
    expect(namesOf(await readReferences())).toContain("renewToken");
    location = sample.location;
  }, 60_000);

  /** The delay before the next attempt of the job is over. */
  const retryNow = (lastAttempt: boolean) =>
    sql`update pgboss.job set start_after = now(), retry_count = case when ${lastAttempt} then retry_limit - 1 else 0 end
      where name = ${CHECK_REFERENCES} and state = 'retry'`.execute(database.db);
  const waitForErrors = async (count: number): Promise<void> => {
    await expect.poll(() => errors.length, { timeout: 30_000 }).toBe(count);
  };

  test("a comparison that needs too much memory is given up after the last attempt, and tried once a day after that", async () => {
    limits = { ...COMPARISON_LIMITS, heapMb: 5 };
    sample.repository.commit("a page for the memory", { "docs/memory.md": "`warmCache` again.\n" });
    await setManifest((await sample.reopen()).manifest);
    errors.length = 0;
    await jobs.request("project-sample");
    await waitForErrors(1);
    expect(await state()).toBe("checking");
    await retryNow(true);
    await expect.poll(state, { timeout: 30_000 }).toBe("failed");
    expect(namesOf(await readReferences())).toContain("renewToken");
    expect(errors).toEqual(Array(2).fill(expect.objectContaining({ code: "ERR_WORKER_OUT_OF_MEMORY" })));

    sample.repository.commit("one more change", { "docs/memory.md": "`warmCache` again and again.\n" });
    await setManifest((await sample.reopen()).manifest);
    const before = sent;
    await jobs.request("project-sample");
    expect([await state(), sent - before]).toEqual(["failed", 0]);
    const nextDay = () => database.db.updateTable("reference_checks").set({ retry_at: new Date() }).execute();
    await nextDay();
    await jobs.request("project-sample");
    await waitForErrors(3);
    await jobs.request("project-sample");
    expect([await state(), sent - before]).toEqual(["failed", 1]);

    limits = COMPARISON_LIMITS;
    await nextDay();
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    expect(namesOf(await readReferences("repository-1", "docs/memory.md"))).toEqual(["warmCache"]);
  }, 60_000);

  test("what was read of a repository is kept when the comparison takes too long in another one", async () => {
    // Git waits without end for its HEAD.
    mkdirSync(join(mirrors, "repository-2"));
    execFileSync("mkfifo", [join(mirrors, "repository-2", "HEAD")]);
    await database.db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id: "repository-2",
        project_id: "project-sample",
        name: "two",
        kind: "repository",
        provider: "git",
        url: "https://git.example/2",
      })
      .execute();
    const head = sample.repository.commit("a page for the time", { "docs/time.md": "`warmCache` again.\n" });
    const { manifest } = await sample.reopen();
    const second = manifest.code.map((part) => ({ ...part, source: "repository-2" }));
    await setManifest({ ...manifest, code: [...manifest.code, ...second] });
    errors.length = 0;
    limits = { ...COMPARISON_LIMITS, idleTimeoutMs: 4000 };
    await jobs.request("project-sample");
    await waitForErrors(1);
    expect(errors[0]).toBeInstanceOf(ThreadTimeout);
    const facts = await database.db.selectFrom("deleted_symbols").select(["source_id", "head"]).execute();
    expect([await state(), facts]).toEqual(["checking", [{ source_id: "repository-1", head }]]);
    await setManifest(manifest);
    limits = COMPARISON_LIMITS;
    await jobs.request("project-sample");
    await retryNow(false);
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
  }, 60_000);

  test("new commits for which there was no time are read by the next comparison, and no third time", async () => {
    const compare = async () => {
      await setManifest((await sample.reopen()).manifest);
      await jobs.request("project-sample");
      await expect.poll(state, { timeout: 30_000 }).toBe("ready");
      const { since } = await readReferences();
      const facts = await database.db
        .selectFrom("deleted_symbols")
        .select(["head", "reread_from", "since"])
        .where("source_id", "=", "repository-1")
        .executeTakeFirstOrThrow();
      return {
        shown: since,
        since: facts.since?.toISOString() ?? null,
        head: facts.head,
        rereadFrom: facts.reread_from,
      };
    };
    const timeOf = (commit: string) =>
      new Date(Number(sample.repository.git("show", "--no-patch", "--format=%ct", commit)) * 1000).toISOString();
    const pages = { "docs/quick.md": "Call `quickAway()` or `warmCache`.\n" };
    const first = sample.repository.commit("a page", { ...pages, "src/quick.ts": "export const before = 1;\n" });
    expect(await compare()).toEqual({ shown: null, since: null, head: first, rereadFrom: null });
    const removes = (title: string): string => {
      sample.repository.commit("a function", { "src/quick.ts": "export function quickAway(): void {}\n" });
      return sample.repository.commit(title, { "src/quick.ts": null });
    };

    const quick = { commits: 100, milliseconds: -1 };
    limits = { ...COMPARISON_LIMITS, history: quick };
    const second = removes("a first reason");
    expect(await compare()).toEqual({ shown: timeOf(second), since: null, head: second, rereadFrom: first });
    limits = COMPARISON_LIMITS;
    const third = sample.repository.commit("nothing", { "src/quick.md": "Nothing.\n" });
    expect(await compare()).toEqual({ shown: null, since: null, head: third, rereadFrom: null });
    const found = (await readReferences("repository-1", "docs/quick.md")).items;
    expect(found.map(({ name, removed_by }) => [name, removed_by.hash])).toContainEqual(["quickAway", second]);

    limits = { ...COMPARISON_LIMITS, history: quick };
    const fourth = removes("a second reason");
    expect(await compare()).toMatchObject({ shown: timeOf(fourth), head: fourth, rereadFrom: third });
    const last = removes("a third reason");
    const twice = { shown: timeOf(last), since: timeOf(last), head: last, rereadFrom: null };
    expect(await compare()).toEqual(twice);
    limits = COMPARISON_LIMITS;
    const end = sample.repository.commit("nothing more", { "src/quick.md": null });
    expect(await compare()).toEqual({ ...twice, head: end });

    limits = { ...COMPARISON_LIMITS, history: quick };
    removes("a fourth reason");
    expect((await compare()).rereadFrom).toBe(end);
    limits = COMPARISON_LIMITS;
    sample.repository.git("reset", "--quiet", "--hard", first);
    const pushed = sample.repository.commit("a forced push", { "src/pushed.ts": "export const pushed = 1;\n" });
    expect(await compare()).toEqual({ shown: null, since: null, head: pushed, rereadFrom: null });
    const after = (await readReferences("repository-1", "docs/quick.md")).items;
    expect(after.map(({ name }) => name)).toEqual(["warmCache"]);
  }, 120_000);

  test("a repository that is removed takes its names along, also in the pages of others", async () => {
    const wiki = () => readReferences("wiki-1", "Handbook/TCP%2FIP notes");
    isReachable = true;
    sample.repository.commit("one more", { "src/more.ts": "export const more = 1;\n" });
    await setManifest((await sample.reopen()).manifest);
    await jobs.request("project-sample");
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    expect(namesOf(await wiki())).toContain("renewToken");
    await database.db.deleteFrom("sources").where("id", "=", "repository-1").execute();
    expect(await wiki()).toMatchObject({ items: [] });
  }, 60_000);
});
