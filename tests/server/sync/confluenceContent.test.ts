/** Blog posts, comments, folders, whiteboards and databases of Confluence. */
import { afterEach, describe, expect, test } from "vitest";
import { ContractStage } from "../../providers/ContractStage.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { ledgerOf } from "../../providers/ledgers.ts";
import { type Work, type WorkRemark, at, makeWork, workPage } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();
const isReady = { sync_state: "ready", sync_error: null };
let stage: ContractStage;
afterEach(() => stage.close());

const db = () => stages.server.database.db;
const remark = (id: number, changes: Partial<WorkRemark> = {}): WorkRemark => ({
  id,
  author: "grace",
  body: `<p>Remark ${id}</p>`,
  at: at(id),
  ...changes,
});
const bare = { body: "", labels: [], attachments: [] };

async function open(name: string, pages: Work["pages"]): Promise<void> {
  const row = CONTRACT_PROVIDERS.find((one) => one.name === name);
  if (!row) throw new Error("There is no such row.");
  stage = await ContractStage.open({ ...row, make: () => ({ ...makeWork(0), pages }) }, stages.server);
}
const comments = async () =>
  (await db().selectFrom("page_comments").select("external_id").orderBy("external_id").execute()).map(
    ({ external_id }) => external_id,
  );
const callsAfter = (count: number) => stage.host.requests.slice(count);
const compare = async () => {
  const { id } = await stage.source();
  expect(await stages.server.running.sync.compare(id)).toBe(true);
  return ledgerOf(stages.server, id);
};

describe.each(["Confluence", "Confluence Data Center"])("comments on pages of %s", (name) => {
  test("are stored with their author, time, passage and address, on pages and blog posts", async () => {
    await open(name, [
      workPage(1, { comments: [remark(901, { quote: "a passage", version: 2 })] }),
      workPage(2, { kind: "blog_post", parent: null, comments: [remark(902, { author: "ada" })] }),
    ]);
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
    const [first] = await db().selectFrom("page_comments").selectAll().orderBy("external_id").execute();
    expect(first).toMatchObject({ created_at: new Date(at(901)), updated_at: new Date(at(901)) });
    expect(first?.url).toContain("focusedCommentId=901");
  });

  test("are followed: new, changed and deleted ones, with one call where nothing changed", async () => {
    const first = remark(901);
    const page = workPage(1, { comments: [first, remark(902), remark(903)] });
    await open(name, [page]);
    await stage.sync();
    let before = stage.host.requests.length;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(callsAfter(before).filter((path) => path.endsWith("/content/search")).length).toBeLessThanOrEqual(2);
    Object.assign(first, { body: "<p>Changed</p>", version: 2, at: at(5000) });
    page.comments?.push(remark(904, { at: at(5001) }));
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
    page.comments?.splice(1, 1);
    before = stage.host.requests.length;
    expect(await stage.syncWhole()).toMatchObject(isReady);
    expect(await comments()).toEqual(["901", "903", "904"]);
    // The one that is gone is asked about, because the list could have been incomplete.
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("are searched with their page, and no part of its text", async () => {
    await open(name, [workPage(1, { comments: [remark(901, { body: "<p>Beware of the zanzibarium</p>" })] })]);
    await stage.sync();
    const { pages } = await stage.manifest();
    expect(pages?.pages).toBe(1);
    const row = await db().selectFrom("pages").select("body").executeTakeFirstOrThrow();
    expect(row.body).not.toContain("zanzibarium");
  });

  test("of a restricted page are not stored, leave with it, and come back with it", async () => {
    const page = workPage(1, { comments: [remark(901, { author: "linus", at: at(1) })] });
    // More than one answer of the list, and much newer.
    const newer = Array.from({ length: 30 }, (_, index) => remark(2000 + 10 * index));
    await open(name, [page, workPage(2, { comments: newer })]);
    await stage.sync();
    expect(await comments()).toHaveLength(31);
    page.readers = ["ada"];
    await stage.sync();
    expect(await comments()).toHaveLength(30);
    expect(await comments()).not.toContain("901");
    // Only a comment that is not shown any more named this account.
    const accounts = await db().selectFrom("accounts").select("name").execute();
    expect(accounts.map((account) => account.name)).not.toContain("linus");
    const ledger = await compare();
    expect(ledger.counts.find(({ kind }) => kind === "comments")).toMatchObject({
      host: 31,
      held: 30,
      left_out: [{ kind: "comment_of_left_out_page", count: 1 }],
      missing: 0,
      extra: 0,
    });
    // Its comments did not change meanwhile.
    page.readers = [];
    await stage.sync();
    expect(await comments()).toHaveLength(31);
  });

  test("are kept where the host refuses to list them", async () => {
    await open(name, [workPage(1, { comments: [remark(901)] })]);
    await stage.sync();
    stage.host.fault = ({ query }) =>
      query.get("cql")?.includes("type = comment") === true ? { status: 403, body: {} } : undefined;
    expect(await stage.syncWhole()).toMatchObject(isReady);
    expect(await comments()).toEqual(["901"]);
  });

  test("are not deleted by a list without them", async () => {
    await open(name, [workPage(1, { comments: [remark(901), remark(902)] })]);
    await stage.sync();
    stage.host.fault = ({ query }) =>
      query.get("cql")?.includes("order by") === true
        ? { status: 200, body: { results: [], start: 0, limit: 200, size: 0, _links: {} } }
        : undefined;
    expect(await stage.syncWhole()).toMatchObject(isReady);
    expect(await comments()).toEqual(["901", "902"]);
  });

  test("are read in a few calls: a thousand of them in under sixty", async () => {
    const page = workPage(1, { comments: Array.from({ length: 1000 }, (_, index) => remark(1000 + index)) });
    await open(name, [page]);
    // The hosts of the tests give few rows in one answer; the calls with texts are counted.
    let texts = 0;
    stage.host.fault = ({ query }) => {
      if (query.get("expand")?.includes("body.storage") === true && query.get("cql")?.includes(" id in (") === true)
        texts += query.has("cursor") || Number(query.get("start") ?? 0) > 0 ? 0 : 1;
      return undefined;
    };
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await comments()).toHaveLength(1000);
    expect(texts).toBe(20);
  });
});

describe.each(["Confluence", "Confluence Data Center"])("blog posts of %s", (name) => {
  test("are read with their versions, labels and files, change, and go", async () => {
    const post = workPage(2, { kind: "blog_post", parent: null, version: 3, labels: ["news"], author: "grace" });
    await open(name, [workPage(1), post]);
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
    expect(await db().selectFrom("page_versions").select("number").where("number", "=", 3).execute()).toHaveLength(1);
    Object.assign(post, { labels: ["news", "more"], attachments: ["b.png"] });
    expect(await stage.syncWhole()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
    Object.assign(post, { version: 4, body: "<p>Other</p>" });
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
    stage.work.pages.splice(1, 1);
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("that are restricted are left out", async () => {
    await open(name, [workPage(1), workPage(2, { kind: "blog_post", parent: null, readers: ["ada"] })]);
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
    expect(await db().selectFrom("left_out_items").select(["external_id", "kind"]).execute()).toEqual([
      { external_id: "2", kind: "restricted_page" },
    ]);
  });
});

describe("folders, whiteboards and databases of Confluence Cloud", () => {
  const tree = () => [
    workPage(1),
    workPage(2, { ...bare, kind: "folder", title: "Plans", parent: 1 }),
    workPage(3, { parent: 2 }),
    workPage(4, { ...bare, kind: "whiteboard", title: "Sketch", parent: 2 }),
    workPage(5, { ...bare, kind: "database", title: "Parts", parent: null }),
  ];

  test("have their title, link and place, and are the parents of pages", async () => {
    await open("Confluence", tree());
    const before = stage.host.requests.length;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
    const rows = await db().selectFrom("pages").select(["kind", "title", "url", "parent_external_id"]).execute();
    expect(rows.find(({ kind }) => kind === "whiteboard")).toMatchObject({
      title: "Sketch",
      url: `${stage.host.url}/wiki/spaces/ROCKET/whiteboard/4`,
      parent_external_id: "2",
    });
    // No call for each of them.
    expect(callsAfter(before).filter((path) => /\/(?:[245]|folders|whiteboards|databases)(?:\/|$)/.test(path))).toEqual(
      [],
    );
    // A title alone is nothing that a person knows.
    const written = await db()
      .selectFrom("page_versions")
      .innerJoin("pages", "pages.id", "page_id")
      .select("kind")
      .execute();
    expect(new Set(written.map(({ kind }) => kind))).toEqual(new Set(["page"]));
  });

  test("get another title and place without a new version, and go", async () => {
    const pages = tree();
    await open("Confluence", pages);
    await stage.sync();
    Object.assign(pages[1] ?? {}, { title: "Old plans" });
    Object.assign(pages[3] ?? {}, { parent: 1 });
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
    stage.work.pages.splice(3, 1);
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("that are restricted are left out with what is below them", async () => {
    const pages = tree();
    await open("Confluence", pages);
    await stage.sync();
    Object.assign(pages[1] ?? {}, { readers: ["ada"] });
    await stage.sync();
    expect(await stage.stored()).toEqual(stage.held());
    const omitted = await db().selectFrom("left_out_items").select("external_id").orderBy("external_id").execute();
    expect(omitted.map(({ external_id }) => external_id)).toEqual(["2", "3", "4"]);
  });

  test("are missing where a site does not know their types, and pages are read all the same", async () => {
    await open("Confluence", [workPage(1), workPage(2, { readers: ["ada"] })]);
    stage.host.fault = ({ query }) =>
      query.get("cql")?.includes("whiteboard") === true ? { status: 400, body: { message: "type" } } : undefined;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("are counted with the pages, and compared with the host", async () => {
    await open("Confluence", [...tree(), workPage(6, { kind: "blog_post", parent: null })]);
    await stage.sync();
    const ledger = await compare();
    expect(ledger).toMatchObject({ state: "done", differences: [], sampled: 6 });
    expect(ledger.counts.find(({ kind }) => kind === "pages")).toMatchObject({ host: 6, held: 6, missing: 0 });
    stage.work.pages.splice(3, 1);
    expect(await compare()).toMatchObject({ differences: [{ external_id: "4", state: "absent" }] });
  });
});
