/** Where the mirror of a repository is read, decided from the rows of the workers, with a client that answers as each test says. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "node:v8";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DatabaseTime } from "../../../server/cluster/DatabaseTime.ts";
import { MIRROR_PROTOCOL, type MirrorAnswer, type MirrorQuestion } from "../../../server/cluster/mirrorMessages.ts";
import { MirrorRouter } from "../../../server/cluster/MirrorRouter.ts";
import { type MessageReceiver, Unanswered } from "../../../server/cluster/SealedClient.ts";
import {
  saveMirrorCopy,
  saveMirrorHolder,
  silenceMirrorHolder,
} from "../../../server/db/tables/commits/mirrorCopies.ts";
import { Unavailable } from "../../../server/errors.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { addSource } from "../sync/syncFixture.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

const never = new AbortController().signal;
const done = (answer: unknown): MirrorAnswer => ({
  kind: "done",
  answer: serialize(answer),
  isNull: answer === null,
});
const unread: MirrorAnswer = {
  kind: "failed",
  error: { kind: "read", command: "log", detail: "bad object", code: 128 },
};

let database: TestDb;
let sourceId: string;
let answers: Map<string, MirrorAnswer | "silent" | "hangs">;
let asked: string[];
let router: MirrorRouter;

beforeAll(async () => {
  database = await openTestDb();
  const companyId = await addCompany(database.db);
  const projectId = await addProject(database.db, { companyId, ownerId: await addUser(database.db, { companyId }) });
  sourceId = await addSource(database, projectId, {
    kind: "repository",
    provider: "git",
    url: "https://example.org/a",
  });
});
afterAll(() => database.close());

const mirrorFolder = (id: string): string => join(database.dataDir, "mirrors", `${id}.git`);
const holder = async (id: string, address = `http://${id}.example:4200`, protocol = MIRROR_PROTOCOL): Promise<void> => {
  const row = { id, process_id: `start of ${id}`, address, machine: "elsewhere", protocol };
  await saveMirrorHolder(database.db, row, { isFirst: true });
};
const copy = (holderId: string, state: string) => saveMirrorCopy(database.db, { sourceId, holderId, state });

beforeEach(async () => {
  await database.db.deleteFrom("mirror_holders").execute();
  rmSync(mirrorFolder(sourceId), { recursive: true, force: true });
  answers = new Map();
  asked = [];
  const send = async (
    { id }: MessageReceiver,
    _path: string,
    content: unknown,
    signal: AbortSignal,
  ): Promise<unknown> => {
    expect((content as MirrorQuestion).sourceId).toBe(sourceId);
    asked.push(id);
    const answer = answers.get(id) ?? "silent";
    if (answer === "hangs")
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    if (answer === "silent") throw new Unanswered("It is silent.", { isSilent: true });
    return answer;
  };
  router = new MirrorRouter({
    db: database.db,
    client: { send },
    time: new DatabaseTime(),
    mirrorFolder,
    ownHolder: "own",
    machine: "here",
    deadlineMs: 300,
    log: { warn: () => undefined },
  });
});

const read = async (): Promise<unknown> => {
  const place = await router.locate(sourceId);
  if (place.kind === "here") return "here";
  return router.read({ sourceId, holders: place.holders, name: "findCommit", args: [] }, null, never);
};

test("without a copy anywhere, and where the local copy is as new as any, it is read here", async () => {
  expect(await router.locate(sourceId)).toEqual({ kind: "here" });
  mkdirSync(mirrorFolder(sourceId), { recursive: true });
  await holder("own");
  await holder("one");
  await copy("own", "new");
  await copy("one", "new");
  expect(await router.locate(sourceId)).toEqual({ kind: "here" });
  // The other one has fetched since.
  await copy("one", "newer");
  expect(await router.locate(sourceId)).toEqual({
    kind: "elsewhere",
    holders: [{ address: "http://one.example:4200", id: "start of one", isFresh: true }],
  });
  // An older copy is better than none.
  await silenceMirrorHolder(database.db, "start of one");
  expect(await router.locate(sourceId)).toEqual({ kind: "here" });
});

test("the next holder is asked, and one that did not answer comes last", async () => {
  for (const id of ["one", "two"]) {
    await holder(id);
    await copy(id, "new");
  }
  answers.set("start of one", done("a"));
  answers.set("start of two", done("a"));
  await read();
  const [first = "", second = first === "start of one" ? "start of two" : "start of one"] = asked;
  answers.set(first, "silent");
  asked = [];
  await read();
  await read();
  expect(asked).toEqual([first, second, second]);
});

test("that an older copy finds nothing is no answer; what it finds is one", async () => {
  await holder("old");
  await holder("new");
  await copy("old", "a");
  await copy("new", "b");
  answers.set("start of old", done(null));
  await expect(read()).rejects.toThrow(Unavailable);
  answers.set("start of old", unread);
  await expect(read()).rejects.toThrow(Unavailable);
  answers.set("start of old", done("found"));
  expect(await read()).toEqual({ answer: serialize("found") });
  // The newest one has answered: nothing is an answer.
  answers.set("start of new", unread);
  await holder("new");
  await database.db.updateTable("mirror_holders").set({ process_id: "restarted" }).where("id", "=", "new").execute();
  answers.set("restarted", unread);
  expect(await read()).toEqual({ error: { kind: "read", command: "log", detail: "bad object", code: 128 } });
});

test("processes of another version and loopback addresses of another machine are not asked", async () => {
  await holder("other", undefined, "0.0");
  await copy("other", "a");
  await expect(read()).rejects.toThrow(Unavailable);
  await database.db.deleteFrom("mirror_holders").execute();
  for (const [n, address] of ["http://127.0.0.1:4200", "http://[::1]:4200", "http://localhost:4200"].entries()) {
    await holder(`h${n}`, address);
    await copy(`h${n}`, "a");
  }
  // Files are then read from the index.
  expect(await router.locate(sourceId)).toEqual({ kind: "here" });
  expect(asked).toEqual([]);
});

test("a worker that only hangs ends with a sentence at the deadline, and a client that has gone at once", async () => {
  await holder("one");
  await copy("one", "a");
  answers.set("start of one", "hangs");
  await expect(read()).rejects.toMatchObject({ status: 503, text: { code: "mirror.no_answer" } });
  const place = await router.locate(sourceId);
  if (place.kind === "here") throw new Error("It is elsewhere.");
  const gone = new AbortController();
  const work = router.read({ sourceId, holders: place.holders, name: "findCommit", args: [] }, null, gone.signal);
  const reason = new Error("gone");
  gone.abort(reason);
  await expect(work).rejects.toBe(reason);
});
