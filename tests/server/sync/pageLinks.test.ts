import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSourceDetails } from "../../../server/features/sources/sourceDetails.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type Work, makeWork, workPage } from "../../providers/work.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenForgotten, whenSettled } from "./syncFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDb;
let running: TestSync;
let host: RestHost;
let work: Work;
beforeEach(async () => {
  folder = temporaryFolder();
  database = await openTestDb();
  work = { ...makeWork(0), pages: [] };
  host = await startConfluenceHost(work);
  running = await startSync({ database, dataDir: database.dataDir, allowedPaths: [folder.path] });
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await database.close();
  folder.remove();
});

const symbolLinks = () =>
  database.db
    .selectFrom("page_symbols")
    .innerJoin("pages", "pages.id", "page_symbols.page_id")
    .select(["pages.external_id", "name", "path"])
    .orderBy("pages.external_id")
    .orderBy("name")
    .execute();

test("pages are tied to the symbols that they name, follow the code without any tracker, and count as linked", async () => {
  const origin = join(folder.path, "origin");
  makeRepository(origin, [
    {
      message: "Begin",
      files: {
        "src/parser.ts": "export function parseInvoice() {\n  return 1;\n}\nexport const plain = 1;\n",
        "src/a.ts": "export function openStore() {}\n",
        "src/b.ts": "export function openStore() {}\n",
      },
    },
  ]);
  const { projectId } = await makeProject(database);
  work.pages.push(
    workPage(1, { parent: null, body: "<p>Call <code>parseInvoice()</code> and never parseInvoices.</p>" }),
    workPage(2, { parent: null, body: "<p>The openStore of two files, a plain word.</p>" }),
    workPage(3, { parent: null, body: "<p>See chargeCustomer.</p>" }),
  );
  const sync = async (id: string) => {
    await running.sync.request([id]);
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const wiki = await addSource(database, projectId, {
    kind: "wiki",
    provider: "confluence",
    url: `${host.url}/wiki/spaces/ROCKET`,
  });
  await sync(wiki);
  expect(await symbolLinks()).toEqual([]);
  const repository = await addSource(database, projectId, { kind: "repository", provider: "git", url: origin });
  await sync(repository);
  const invoice = { external_id: "1", name: "parseInvoice", path: "src/parser.ts" };
  expect(await symbolLinks()).toEqual([invoice]);
  const share = async () =>
    (await readSourceDetails(database.db, projectId, "EN")).find(({ kind }) => kind === "wiki")?.links;
  expect(await share()).toEqual({ linked: 1, total: 3 });

  // The code learns what a page speaks of already, and a page of what the code has.
  const more = { "src/charge.ts": "export function chargeCustomer() {}\n" };
  makeRepository(origin, [{ message: "More", files: more }], { from: "refs/heads/main^0" });
  await sync(repository);
  Object.assign(work.pages[1] ?? {}, { version: 2, body: "<p>And parseInvoice.</p>" });
  await sync(wiki);
  expect(await symbolLinks()).toEqual([
    invoice,
    { ...invoice, external_id: "2" },
    { external_id: "3", name: "chargeCustomer", path: "src/charge.ts" },
  ]);
  expect(await share()).toEqual({ linked: 3, total: 3 });

  await database.db.deleteFrom("sources").where("id", "=", repository).execute();
  await running.sync.forget([repository]);
  await whenForgotten(database);
  expect(await symbolLinks()).toEqual([]);
}, 120_000);
