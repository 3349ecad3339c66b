import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { personAddress } from "../../../../contract/addresses/personAddress.ts";
import type { DashboardCards } from "../../../../contract/insights/cardContents.ts";
import { PersonAnswer, PersonKnowledge, PersonWork } from "../../../../contract/people/personPage.ts";
import { Expert } from "../../../../contract/people/experts.ts";
import { READ_SOURCE } from "../../rows.ts";
import { git, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

const NOW = 1_700_000_000;
const DAY = 86_400;
const ada = { author: "Lena Byron", email: "lena@example.org" };
/** The same person: a host's no-reply address names her login. */
const adaAtHost = { author: "lena-b", email: "7+lena-b@users.noreply.github.com" };
const bora = { author: "Bora Ak", email: "bora@example.org" };

onOneDatabase("the page of a person", (engine) => {
  let fixture: SearchServer;
  let folder: string;
  const call = async (path: string, token = fixture.people.member.token) => fixture.server.call("GET", path, { token });
  const profileOf = async (named: string) => {
    const { status, body } = await call(`projects/loom/people/${encodeURIComponent(named)}/`);
    expect(status).toBe(200);
    return PersonAnswer.parse(body);
  };
  const workOf = async (named: string, token?: string) => {
    const { status, body } = await call(`persons/work/?project=loom&person=${encodeURIComponent(named)}`, token);
    expect(status).toBe(200);
    return PersonWork.parse(body);
  };
  const knowledgeOf = async (named: string) => {
    const { status, body } = await call(`persons/knowledge/?project=loom&person=${encodeURIComponent(named)}`);
    expect(status).toBe(200);
    return PersonKnowledge.parse(body);
  };

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    folder = join(fixture.server.dataDir, "loom");
    const files = (folderName: string, count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folderName}/f${at}.ts`, `${text} ${at}\n`]));
    makeRepository(
      folder,
      [
        { ...ada, message: "Core", time: NOW - 120 * DAY, files: files("core", 4, "a") },
        { ...bora, message: "Web", time: NOW - 110 * DAY, files: files("web", 4, "b") },
        {
          ...adaAtHost,
          message: "Core again",
          time: NOW - 40 * DAY,
          files: { "core/f0.ts": "c\n", "core/f1.ts": "c\n" },
        },
        { ...ada, message: "Core, and web", time: NOW - 20 * DAY, files: { "core/f0.ts": "d\n", "web/f0.ts": "d\n" } },
        { ...bora, message: "Core, closes #2", time: NOW, files: { "core/f3.ts": "e\n" } },
      ],
      { from: git(folder, "rev-parse", "main") },
    );
    await fixture.sync();
    await addTracker();
    // The people are read again when a source changes.
    await fixture.sync();
  });
  afterAll(() => fixture.stop());

  async function addTracker(): Promise<void> {
    const { db } = fixture.server;
    const project_id = fixture.projectId;
    const at = "2024-01-01T00:00:00Z";
    const source = { ...READ_SOURCE, paused_at: at, project_id };
    await db
      .insertInto("sources")
      .values([
        {
          ...source,
          id: "tracker",
          kind: "tracker",
          provider: "github",
          url: "https://github.com/a/loom",
          name: "a/loom",
        },
        { ...source, id: "wiki", kind: "wiki", provider: "confluence", url: "https://a.example/wiki", name: "Wiki" },
      ])
      .execute();
    const account = { source_id: "tracker", avatar_url: null, is_bot: false, email: null };
    await db
      .insertInto("accounts")
      .values([
        {
          ...account,
          id: "p-lena",
          external_id: "7",
          login: "lena-b",
          name: "Lena Byron",
          avatar_url: "https://a.example/a.png",
        },
        { ...account, id: "p-bora", external_id: "8", login: "bora", name: "Bora Ak" },
        { ...account, id: "p-cem", external_id: "9", login: "cem", name: "Cem Kaya" },
      ])
      .execute();
    const issue = {
      source_id: "tracker",
      project_id,
      body: "",
      url: "",
      labels: "[]",
      type: null,
      priority: null,
      comments_count: 0,
      created_at: at,
      updated_at: at,
    };
    const issues = Array.from({ length: 14 }, (_, n) => ({
      ...issue,
      id: `issue-${n}`,
      external_id: String(n),
      number: n,
      key: `#${n}`,
      title: `Issue ${n}`,
      state: n % 2 === 0 ? ("closed" as const) : ("open" as const),
      closed_at: n % 2 === 0 ? at : null,
      author_id: n < 12 ? "p-lena" : "p-bora",
    }));
    await db.insertInto("issues").values(issues).execute();
    await db
      .insertInto("issue_assignees")
      .values([1, 3, 4].map((n) => ({ issue_id: `issue-${n}`, account_id: "p-bora" })))
      .execute();
    const { id: commit } = await db
      .selectFrom("git_commits")
      .select("id")
      .where("message", "like", "Core, closes%")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("issue_commits")
      .values({ issue_id: "issue-2", commit_id: commit, how: "closes" })
      .onConflict((on) => on.doNothing())
      .execute();
    const request = {
      source_id: "tracker",
      project_id,
      body: "",
      is_draft: false,
      source_branch: null,
      target_branch: null,
      head_hash: null,
      merge_hash: null,
      created_at: at,
      updated_at: at,
      merged_at: null,
      closed_at: null,
      details_at: null,
    };
    await db
      .insertInto("change_requests")
      .values(
        (["open", "merged", "closed"] as const).map((state, n) => ({
          ...request,
          id: `r-${n}`,
          external_id: `r-${n}`,
          number: 20 + n,
          key: `#${20 + n}`,
          title: `Request ${n}`,
          state,
          author_id: "p-lena",
          url: `https://github.com/a/loom/pull/${20 + n}`,
        })),
      )
      .execute();
    const review = { request_id: "r-1", submitted_at: at, state: "commented" as const };
    await db
      .insertInto("request_reviews")
      .values([
        { ...review, id: "v-1", external_id: "1", account_id: "p-bora" },
        {
          ...review,
          id: "v-2",
          external_id: "2",
          account_id: "p-bora",
          state: "approved",
          submitted_at: "2024-01-02T00:00:00Z",
        },
        { ...review, id: "v-3", external_id: "3", account_id: "p-lena" },
      ])
      .execute();
  }

  describe("who they are", () => {
    test("their signatures and accounts are one person, with names, addresses and a photo", async () => {
      const { profile } = await profileOf("lena-b");
      expect(profile).toMatchObject({
        person: { name: "Lena Byron", email: "lena@example.org", avatar_url: "https://a.example/a.png" },
        emails: ["lena@example.org"],
        accounts: [{ source_name: "a/loom", login: "lena-b", url: "https://github.com/lena-b" }],
        is_bot: false,
      });
      expect(profile?.names).toContain("lena-b");
      expect(JSON.stringify(profile)).not.toContain("users.noreply");
    });

    test("every id and name of hers leads to the same person", async () => {
      const { profile } = await profileOf("lena-b");
      const { id, name } = profile!.person;
      expect(profile?.address).toBe(personAddress({ id, name }));
      for (const named of [
        id,
        "p-lena",
        "account:p-lena",
        profile!.address,
        "lena-byron",
        `lena-byron-${"0".repeat(8)}`,
        `else-${id.slice(-8)}`,
      ])
        expect((await profileOf(named)).profile?.address, named).toBe(profile?.address);
    });

    test("a person without a commit has a page, and a name that no person has lists people of a similar name", async () => {
      expect((await profileOf(personAddress({ id: "account:p-cem", name: "Cem Kaya" }))).profile?.person.name).toBe(
        "Cem Kaya",
      );
      const { profile, candidates } = await profileOf("lena-lovelace-12345678");
      expect(profile).toBeNull();
      expect(candidates.map(({ name }) => name)).toEqual(["Lena Byron"]);
    });

    test.each(["%2e%2e", "a".repeat(190), "é", "%00", "' or 1=1"])(
      "a hostile name %s finds no person and breaks nothing",
      async (named) => {
        const { status, body } = await call(`projects/loom/people/${encodeURIComponent(named)}/`);
        expect(status).toBe(200);
        expect(PersonAnswer.parse(body).profile).toBeNull();
      },
    );
  });

  describe("what they do", () => {
    test("commits are those that git has of all of their signatures", async () => {
      const { commits, commits_total } = await workOf("lena-b");
      const theirs = git(folder, "log", "--format=%H %ae", "main")
        .split("\n")
        .filter((line) => line.includes("lena"))
        .map((line) => line.split(" ")[0]);
      expect(commits.map(({ hash }) => hash)).toEqual(theirs);
      expect(commits_total).toBe(theirs.length);
    });

    test("lists are bounded and their totals are those of plain SQL", async () => {
      const { db } = fixture.server;
      const work = await workOf("lena-b");
      const opened = await db.selectFrom("issues").select("id").where("author_id", "=", "p-lena").execute();
      expect(work.opened).toHaveLength(10);
      expect(work.opened_total).toBe(opened.length);
      expect(work).toMatchObject({ assigned_total: 0, requests_total: 1, merged_requests_total: 1, reviews_total: 0 });
      expect(work.requests.map(({ key }) => key)).toEqual(["#20"]);
    });

    test("lists that a dashboard can have are those of their screens for the logins of the person", async () => {
      const listOf = async (path: string) => {
        const { status, body } = await call(`projects/loom/${path}&limit=10`);
        expect(status).toBe(200);
        const { count, results } = z
          .object({ count: z.number(), results: z.array(z.object({ key: z.string() })) })
          .parse(body);
        return { count, keys: results.map(({ key }) => key) };
      };
      for (const named of ["lena-b", "bora-ak"]) {
        const { profile } = await profileOf(named);
        const work = await workOf(named);
        const logins = (name: string) => (profile?.accounts ?? []).map(({ login }) => `&${name}=${login}`).join("");
        const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);
        expect([
          await listOf(`issues/?state=open${logins("assignee")}`),
          await listOf(`requests/?state=open${logins("author")}`),
          await listOf(`issues/?${logins("author").slice(1)}`),
        ]).toEqual([
          { count: work.assigned_total, keys: keysOf(work.assigned) },
          { count: work.requests_total, keys: keysOf(work.requests) },
          { count: work.opened_total, keys: keysOf(work.opened) },
        ]);
      }
    });

    test("resolved are closed issues that were assigned, or closed by a commit; a review counts once with its last verdict", async () => {
      const work = await workOf("bora-ak");
      expect(work.assigned.map(({ address }) => address).toSorted()).toEqual(["1", "3"]);
      expect(work.resolved.map(({ key }) => key).toSorted()).toEqual(["#2", "#4"]);
      expect(work.reviews.map(({ request, verdict }) => [request.key, verdict])).toEqual([["#21", "approved"]]);
      expect(work.reviews_total).toBe(1);
    });

    test("pages of which they wrote a version, with their number", async () => {
      const { db } = fixture.server;
      const at = "2024-01-01T00:00:00Z";
      await db
        .insertInto("pages")
        .values({
          id: "page-1",
          source_id: "wiki",
          project_id: fixture.projectId,
          external_id: "1",
          space_key: "S",
          space_name: "Space",
          parent_external_id: null,
          position: 0,
          title: "Guide",
          version: 2,
          author_id: "p-cem",
          labels: "[]",
          attachments: "[]",
          body: "",
          url: "https://a.example/wiki/1",
          created_at: at,
          updated_at: at,
        })
        .execute();
      await db
        .insertInto("page_versions")
        .values([1, 2].map((number) => ({ page_id: "page-1", number, author_id: "p-cem", created_at: at })))
        .execute();
      const work = await workOf("cem-kaya");
      expect(work.pages).toEqual([
        { source: "wiki", path: null, title: "Guide", versions: 2, at: "2024-01-01T00:00:00.000Z" },
      ]);
    });

    test("what a host restricts is in no list and no count, for any role", async () => {
      const before = await workOf("lena-b", fixture.people.admin.token);
      const { db } = fixture.server;
      const at = "2024-01-01T00:00:00Z";
      await db
        .insertInto("left_out_items")
        .values({
          source_id: "tracker",
          subject: "issue",
          external_id: "900",
          kind: "confidential_issue",
          parent_external_id: null,
        })
        .execute();
      await db
        .insertInto("restricted_items")
        .values({
          id: "restricted-1",
          source_id: "tracker",
          project_id: fixture.projectId,
          subject: "issue",
          external_id: "900",
          key: "#900",
          title: "A secret of Lena",
          body: "",
          url: null,
          author: "Lena Byron",
          state: "open",
          version: "1",
          created_at: at,
          updated_at: at,
        })
        .execute();
      for (const token of [fixture.people.admin.token, fixture.people.member.token, fixture.viewer.token])
        expect(await workOf("lena-b", token)).toEqual(before);
    });
  });

  describe("what they know", () => {
    test("areas are folders by their contribution, with share and trend", async () => {
      const { areas, presence } = await knowledgeOf("lena-b");
      expect(areas.map(({ path }) => path)).toEqual(["core", "web"]);
      // Two of her commits to core are of the last 90 days, one is older.
      expect(areas[0]).toMatchObject({ files: 4, commits: 2, commits_before: 1, rank: 1 });
      expect(areas[0]?.share).toBeGreaterThan(0.6);
      expect(areas[1]?.share).toBeLessThan(0.5);
      expect(presence).toBe("active");
    });

    test("rank and deputies are those of the experts for the same path", async () => {
      const { areas } = await knowledgeOf("lena-b");
      expect(areas.length).toBeGreaterThan(0);
      for (const { path, rank, deputies } of areas) {
        const { body } = await call(`projects/loom/experts/?path=${path}`);
        const names = Expert.array()
          .parse(body)
          .map(({ person }) => person.name);
        expect(names.indexOf("Lena Byron") + 1, path).toBe(rank);
        expect(deputies.map(({ name }) => name)).toEqual(names.filter((name) => name !== "Lena Byron").slice(0, 3));
      }
    });

    test("who opted out is no deputy, but has a page", async () => {
      const { db } = fixture.server;
      const { id } = await db
        .selectFrom("users")
        .select("id")
        .where("id", "=", fixture.people.member.id)
        .executeTakeFirstOrThrow();
      await db.updateTable("users").set({ email: "bora@example.org" }).where("id", "=", id).execute();
      await db
        .insertInto("expert_preferences")
        .values({ user_id: id, recommended: false, updated_at: new Date() })
        .execute();
      const { areas } = await knowledgeOf("lena-b");
      expect(areas.flatMap(({ deputies }) => deputies).map(({ name }) => name)).not.toContain("Bora Ak");
      expect((await knowledgeOf("bora-ak")).areas.length).toBeGreaterThan(0);
    });

    test("what would be lost is that of the knowledge map", async () => {
      const { profile } = await profileOf("lena-b");
      const { leaving, truck_factor } = await knowledgeOf("lena-b");
      const { body } = await call(`projects/loom/experts/map/?leave=${profile?.person.id}`);
      expect(leaving).toEqual((body as { leaving: unknown }).leaving);
      expect(truck_factor).toBe((body as { truck_factor: { count: number } }).truck_factor.count);
    });

    test("a card of a dashboard has the same, by the id of the map and by the address, and is a place for others", async () => {
      await fixture.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
      const { leaving, truck_factor } = await knowledgeOf("lena-b");
      const cardsFor = async (token: string) => {
        const cards = ["lena-b", leaving?.person.id, "cem-kaya", "none-12345678"].map((person, at) => ({
          kind: "departure",
          id: String(at),
          x: 0,
          y: at,
          w: 4,
          h: 1,
          title: null,
          project: "loom",
          person,
        }));
        const body = { period: "3m", granularity: "weekly", project: [], repository: [], cards };
        return (await fixture.server.call("POST", "dashboards/cards/", { token, body })).body as DashboardCards;
      };
      const content = { kind: "departure", leaving, truck_factor };
      expect((await cardsFor(fixture.people.member.token)).cards).toMatchObject([
        { state: "ready", content },
        { state: "ready", content },
        { state: "refused", detail: "This person has left, or knows no files." },
        { state: "refused", reason: "failed" },
      ]);
      const { cards } = await cardsFor(fixture.people.stranger.token);
      expect(new Set(cards.map((card) => card.state === "refused" && card.reason))).toEqual(new Set(["hidden"]));
    });

    test("a person without a history knows nothing and is not called absent", async () => {
      expect(await knowledgeOf("cem-kaya")).toMatchObject({ areas: [], leaving: null, presence: null });
    });
  });

  test("only members see any of it, and no one is found in a project of others", async () => {
    const { token } = fixture.people.stranger;
    for (const path of [
      "projects/loom/people/lena-b/",
      "persons/work/?project=loom&person=lena-b",
      "persons/knowledge/?project=loom&person=lena-b",
    ])
      expect((await call(path, token)).status, path).toBe(404);
    for (const part of ["work", "knowledge"])
      expect((await call(`persons/${part}/?project=loom&person=none-12345678`)).status).toBe(404);
  });
});
