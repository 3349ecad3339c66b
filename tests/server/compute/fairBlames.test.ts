/** What one user's blames of large files do to the others. Order is checked, no time: each blame runs until the test ends it. */
import { cpSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CodeBlame } from "../../../contract/code/code.ts";
import type { Principal } from "../../../server/access/sessions/sessions.ts";
import { EnginePool } from "../../../server/compute/EnginePool.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { mirrorFolderIn } from "../../../server/sources/git/mirrorFiles.ts";
import { ENGINE_WORKER } from "../../../server/wire/engineCalls.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { addCompany, addManifest, addProject, addSource, addUser } from "../rows.ts";
import { HeldGit } from "../support/HeldGit.ts";
import { principal } from "../support/principal.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

const HELD = ["held-a", "held-d"];
/** It never matches, and every text is read. */
const LONG = "/m.*n.*y.*f.*l.*zz/";
const never = new AbortController().signal;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDb;
let git: HeldGit;
let pool: EnginePool;
let people: Record<"ada" | "bob" | "dan", Principal>;

beforeAll(async () => {
  database = await openTestDb();
  const { db, dataDir } = database;
  const repository = new TemporaryRepository();
  const line = `const many = "${"mnyfl many flows ".repeat(12)}";\n`.repeat(20);
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`src/f${n}.ts`, `// ${n}\n${line}`]));
  const files = Object.fromEntries([...HELD, "a2", "a3", "b1", "b2"].map((name) => [name, "one\ntwo\n"]));
  const commit = repository.commit("Files", { ...files, ...texts });
  const companyId = await addCompany(db);
  const callerOf = async (name: string): Promise<Principal> => {
    const email = `${name}@example.org`;
    return principal({ id: await addUser(db, { companyId, email, name }), name, email, companyId });
  };
  people = { ada: await callerOf("ada"), bob: await callerOf("bob"), dan: await callerOf("dan") };
  const blobs = createFileBlobs(dataDir);
  for (const [slug, owner] of Object.entries({ adas: people.ada, bobs: people.bob, dans: people.dan })) {
    const project = await addProject(db, { companyId, ownerId: owner.id, slug });
    const source = await addSource(db, project);
    cpSync(repository.gitDir, mirrorFolderIn(dataDir)(source), { recursive: true });
    const part = await buildCode(
      { gitDir: repository.gitDir, commit, source, previous: null, name: "loom" },
      plainContext(blobs),
    );
    await addManifest(db, project, withPart(emptyManifest(), { code: part }));
  }
  repository.remove();
}, 60_000);
afterAll(() => database.close());

beforeEach(() => {
  git = new HeldGit(HELD);
  pool = new EnginePool({
    worker: ENGINE_WORKER,
    db: database.db,
    blobs: { driver: "files", folder: database.dataDir },
    dataDir: database.dataDir,
    threads: 3,
    limits: { userMsPerMinute: 600_000, companyMsPerMinute: 1_200_000 },
    indexBytes: 64 << 20,
    log: silent,
  });
});
afterEach(async () => {
  await pool.stop();
  git.remove();
});

const ask = (who: Principal, name: string, project: string, query: object, isPinned = false): Promise<unknown> =>
  pool.run(
    name,
    { user: who, params: { id: project }, query, body: undefined },
    { principal: { userId: who.id, companyId: who.companyId ?? "" }, key: project, isPinned, signal: never },
  );
const blame = (who: Principal, project: string, path: string): Promise<CodeBlame> =>
  ask(who, "codeBlame", project, { repository: "loom", path }, true) as Promise<CodeBlame>;

test("a flood of blames of one user lets the single blame of another begin first, although that one has computed more", async () => {
  const flood = [blame(people.ada, "adas", "held-a")];
  await expect.poll(() => git.begun).toEqual(["held-a"]);
  for (let times = 0; times < 3; times += 1) await ask(people.bob, "searchProject", "bobs", { q: LONG, limit: 20 });
  // With two blames the company has all places that it may have.
  const other = blame(people.dan, "dans", "held-d");
  await expect.poll(() => git.begun).toEqual(["held-a", "held-d"]);
  flood.push(blame(people.ada, "adas", "a2"), blame(people.ada, "adas", "a3"));
  const single = blame(people.bob, "bobs", "b1");
  await expect.poll(() => pool.waiting).toBe(3);
  await git.letGo("held-a");
  expect((await single).status).toBe("shown");
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(["shown", "shown", "shown"]);
  expect(git.begun).toEqual(["held-a", "held-d", "b1", "a2", "a3"]);
  await git.letGo("held-d");
  expect((await other).status).toBe("shown");
});

test("a blame does not wait for that of another user in the same project, whose thread has the cache", async () => {
  // The project of ada; the rights of bob are those of its owner here.
  const heavy = blame(people.ada, "adas", "held-a");
  await expect.poll(() => git.begun).toEqual(["held-a"]);
  const asBob = pool.run(
    "codeBlame",
    { user: people.ada, params: { id: "adas" }, query: { repository: "loom", path: "b2" }, body: undefined },
    {
      principal: { userId: people.bob.id, companyId: people.bob.companyId ?? "" },
      key: "adas",
      isPinned: true,
      signal: never,
    },
  );
  expect(((await asBob) as CodeBlame).status).toBe("shown");
  await git.letGo("held-a");
  expect((await heavy).status).toBe("shown");
});
