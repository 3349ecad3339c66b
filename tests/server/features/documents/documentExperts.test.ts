import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DocumentRelated } from "../../../../contract/documents/documents.ts";
import { Expert, KnowledgeMap } from "../../../../contract/people/experts.ts";
import { openMirrorsIn } from "../../../../server/git/MirrorReads.ts";
import { createApp } from "../../../../server/http/app.ts";
import { mountDocuments } from "../../../../server/features/documents/routes.ts";
import { mountExperts } from "../../../../server/features/experts/routes.ts";
import { createRouter } from "../../../../server/http/router.ts";
import { mergePersons, undoMerge } from "../../../../server/features/persons/service.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type ExpertSample, START, DAY, expertSample } from "../../engines/expertSample.ts";
import { READ_SOURCE, accountRow, addCompany, addManifest, addProject, addUser } from "../../rows.ts";
import { type TestDb, openTestDb } from "../../testDb.ts";
import { principal } from "../../support/principal.ts";

let sample: ExpertSample;
let database: TestDb;
let app: FastifyInstance;
let project_id: string;
let bora: string;
/** Addresses whose calendars were looked into last. */
let asked: readonly string[] = [];
const iso = (day: number): string => new Date((START + day * DAY) * 1000).toISOString();

beforeAll(async () => {
  [sample, database] = await Promise.all([expertSample(), openTestDb()]);
  const { db } = database;
  const companyId = await addCompany(db);
  const ada = await addUser(db, { companyId, email: "ada@example.org", name: "Ada" });
  // A committer of this project who is a user of another company.
  await addUser(db, { companyId: await addCompany(db), email: "deniz@example.org", name: "Deniz" });
  bora = await addUser(db, { companyId, email: "bora@example.org", name: "Bora" });
  project_id = await addProject(db, { companyId, ownerId: ada, slug: "sample" });
  const source = {
    project_id,
    provider: "github",
    url: "https://github.com/acme/a",
    name: "a",
    ...READ_SOURCE,
    sync_finished_at: iso(770),
  } as const;
  await db
    .insertInto("sources")
    .values([
      { ...source, id: "repository-1", kind: "repository" },
      { ...source, id: "tracker-1", kind: "tracker" },
    ])
    .execute();
  await db
    .insertInto("accounts")
    .values(
      accountRow({
        id: "p-ada",
        source_id: "tracker-1",
        external_id: "1",
        login: "Ada-B",
        name: "Ada Byron",
        avatar_url: "https://a.example/ada.png",
      }),
    )
    .execute();
  await addManifest(db, project_id, sample.manifest, new Date(iso(770)));
  app = await createApp({ settings: { distDir: database.dataDir, logLevel: "silent" } });
  const caller = principal({ id: ada, companyId });
  const mount = createRouter(app, { authenticate: () => Promise.resolve(caller), checkAnswers: true });
  const indexes = new IndexCache(sample.blobs);
  const busy = [{ start: new Date(iso(770)), end: new Date(iso(771)), status: "busy" as const }];
  mountExperts(mount, {
    db,
    indexes,
    availability: {
      read: (emails) => {
        asked = emails;
        return Promise.resolve(new Map(emails.map((email) => [email, { busy, asOf: new Date(iso(769)) }])));
      },
    },
  });
  mountDocuments(mount, { db, indexes, openMirror: openMirrorsIn(() => database.dataDir) });
});

afterAll(async () => {
  await app.close();
  await database.close();
  sample.remove();
});

const get = async (path: string): Promise<unknown> =>
  (await app.inject({ url: `/api/v1/projects/sample/${path}`, headers: { authorization: "Token ada" } })).json();
const experts = async (path: string) => z.array(Expert).parse(await get(`experts/?path=${path}`));
const knowers = async (path: string) =>
  DocumentRelated.parse(await get(`documents/related/?source=repository-1&path=${path}`)).people;
const names = (found: readonly { person: { name: string } }[]) => found.map(({ person }) => person.name);

describe("who knows a document", () => {
  test("in the order of the Experts tab: names of one person are one, programs none, shares add up", async () => {
    const people = await knowers("src/parser");
    expect(names(people)).toEqual(["Ada Byron", "Deniz Ak", "Cem Demir"]);
    expect(people[0]).toMatchObject({
      commits: 4,
      last_at: iso(730),
      person: { email: "ada@example.org", avatar_url: "https://a.example/ada.png" },
    });
    expect(people.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    const order = names(await experts("src/parser"));
    const places = names(people).map((name) => order.indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(await knowers("src/parser/package.json")).toEqual([]);
  });

  test("without those who do not want to be recommended", async () => {
    const { db } = database;
    expect(names(await knowers("docs/print.md"))).toEqual(["Bora Kaya"]);
    await db
      .insertInto("expert_preferences")
      .values({ user_id: bora, recommended: false, updated_at: iso(770) })
      .execute();
    expect(await knowers("docs/print.md")).toEqual([]);
    await db.deleteFrom("expert_preferences").where("user_id", "=", bora).execute();
  });

  test("returns no people for a path that the code never had", async () => {
    expect(await knowers("src/nowhere.ts")).toEqual([]);
  });
});

test("calendars are looked into of the company's people alone, by every address they commit with", async () => {
  const found = await experts("src/parser");
  expect([...asked].toSorted()).toEqual(["ada@example.org", "bora@example.org"]);
  const of = (name: string) => found.find(({ person }) => person.name === name)?.availability;
  expect(of("Ada Byron")).toEqual({ busy: [{ start: iso(770), end: iso(771) }], as_of: iso(769) });
  expect(found.map(({ person }) => person.name)).toContain("Deniz Ak");
  expect(of("Deniz Ak")).toBeNull();
});

test("people who were put together by hand are one everywhere, until they are taken apart", async () => {
  const { db } = database;
  const before = names(await experts("src/parser"));
  expect(before).toContain("Cem Demir");
  const authors = await db
    .insertInto("git_authors")
    .values([
      { source_id: "repository-1", name: "Cem Demir", email: "cem@example.org" },
      { source_id: "repository-1", name: "Deniz Ak", email: "deniz@example.org" },
    ])
    .returning("id")
    .execute();
  const holding = async () =>
    KnowledgeMap.parse(await get("experts/map/?folder=src/parser")).folders.find(
      ({ path }) => path === "src/parser/old.ts",
    )?.holding;
  expect(await holding()).toBe("orphan");

  const project = { id: project_id };
  const identities = authors.map(({ id }) => `author:${id}`);
  const merge = await mergePersons(db, project, bora, { name: "Deniz Ak", identities });
  const joined = await experts("src/parser");
  expect(names(joined)).not.toContain("Cem Demir");
  expect(joined.find(({ person }) => person.name === "Deniz Ak")?.presence).toBe("active");
  expect(await holding()).toBe("island");
  expect((await knowers("src/parser")).find(({ person }) => person.name === "Deniz Ak")?.commits).toBe(31);

  await undoMerge(db, project, merge.id);
  expect(names(await experts("src/parser"))).toEqual(before);
  expect(await holding()).toBe("orphan");
});
