/** A code host refuses the token of a connected account, as it does after the token was revoked or replaced elsewhere. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { newId } from "../../../server/db/newId.ts";
import { type GitHost, startGitHost } from "../../providers/gitHost.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

const KEY = "a key of this test, which is long enough";
let database: TestDb;
let folder: ReturnType<typeof temporaryFolder>;
let host: GitHost;
let running: TestSync;
/** The tokens that the account has, the first one before any renewal. */
let tokens: string[];
/** How often each kind of token was requested. */
let requested: { isForced: boolean }[];
beforeEach(async () => {
  database = await openTestDb();
  folder = temporaryFolder();
  makeRepository(join(folder.path, "origin.git"), [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
  host = await startGitHost({ root: folder.path, token: "renewed" });
  requested = [];
  running = await startSync({
    database,
    dataDir: database.dataDir,
    connectionToken: async (_id, isForced) => {
      requested.push({ isForced });
      return { token: tokens[isForced ? 1 : 0] ?? "", origin: host.url };
    },
  });
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await database.close();
  folder.remove();
});

async function syncOnce() {
  const { projectId, userId, companyId } = await makeProject(database);
  const connectionId = newId();
  const secretId = await createSecrets(Buffer.from(KEY)).store(database.db, companyId, { token: "stored" });
  const account = { provider: "github", origin: host.url, account: "ada", scopes: "", secret_id: secretId };
  await database.db
    .insertInto("connections")
    .values({ id: connectionId, user_id: userId, ...account })
    .execute();
  const url = `${host.url}/origin.git`;
  const id = await addSource(database, projectId, { kind: "repository", provider: "git", url, connectionId });
  await running.sync.request([id]);
  return whenSettled(database, id);
}

test("the fetch of a repository is repeated with a new token", async () => {
  tokens = ["expired", "renewed"];
  expect(await syncOnce()).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 1 });
  expect(requested).toEqual([{ isForced: false }, { isForced: true }]);
});

test("the fetch fails when the new token is refused too", async () => {
  tokens = ["expired", "refused"];
  expect(await syncOnce()).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
  expect(requested).toEqual([{ isForced: false }, { isForced: true }]);
});
