import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import type { Project } from "../../../contract/projects.ts";
import { SavedSearch } from "../../../contract/savedSearches.ts";
import {
  type Heard,
  type TestServer,
  addPeople,
  listen,
  signedIn,
  startTestServer,
  statuses,
} from "../http/testServer.ts";
import { addMember } from "../rows.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { onEachDatabase } from "../testDb.ts";

onEachDatabase("saved searches", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let viewer: Awaited<ReturnType<typeof signedIn>>;
  let folder: string;
  let projectId: string;
  let head = "";
  const open: Heard[] = [];

  const commit = (files: Record<string, string>): void => {
    head = makeRepository(folder, [{ message: "another change", files }], { from: head });
  };
  const syncState = async () => {
    const { body } = await server.call("GET", "projects/loom/", { token: people.admin.token });
    return (body as Project).repositories[0]?.sync;
  };
  /** Waits until a sync ends that is newer than the last one. */
  const synced = (after: string | null): Promise<void> =>
    vi.waitFor(
      async () => {
        const sync = await syncState();
        expect(sync?.state).toBe("ready");
        expect(sync?.finished_at).not.toBe(after);
      },
      { timeout: 30_000, interval: 100 },
    );
  const sync = async (): Promise<void> => {
    const before = (await syncState())?.finished_at ?? null;
    await server.call("POST", "projects/loom/sync/", { token: people.admin.token });
    await synced(before);
  };
  const save = (token: string, body: object) => server.call("POST", "projects/loom/saved-searches/", { token, body });
  const saved = async (token: string, body: object): Promise<SavedSearch> => {
    const answer = await save(token, body);
    expect(answer.status).toBe(201);
    return SavedSearch.parse(answer.body);
  };
  const list = async (token: string): Promise<SavedSearch[]> =>
    SavedSearch.array().parse((await server.call("GET", "saved-searches/?project=loom", { token })).body);
  const hear = async (token: string): Promise<Heard> => {
    const heard = await listen(server, `token=${token}`);
    open.push(heard);
    return heard;
  };
  const matched = ({ messages }: Heard) => messages.filter(({ type }) => type === "search.matched");
  const seenOf = async (id: string) =>
    (await server.db.selectFrom("saved_searches").select("seen").where("id", "=", id).executeTakeFirstOrThrow()).seen;

  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    viewer = await signedIn(server.db, { companyId: people.companyId, email: "viewer@example.org" });
    folder = join(server.dataDir, "loom");
    commit({ "src/loom.ts": "export const warp = 1;\n", "README.md": "A loom.\n" });
    const made = await server.call("POST", "projects/", {
      token: people.admin.token,
      body: { name: "Loom", repositories: [{ provider: "git", url: folder }], trackers: [], wikis: [], emails: [] },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    projectId = (
      await server.db.selectFrom("projects").select("id").where("slug", "=", "loom").executeTakeFirstOrThrow()
    ).id;
    await addMember(server.db, projectId, people.member.id, "Developer");
    await addMember(server.db, projectId, viewer.id, "Viewer");
    await synced(null);
  });
  afterAll(async () => {
    for (const { socket } of open) socket.close();
    await server.stop();
  });

  test("a private search is its owner's alone, a shared one is every member's", async () => {
    const own = await saved(people.admin.token, { name: "Mine", q: "warp" });
    const shared = await saved(people.admin.token, {
      name: "Ours",
      q: "weft",
      facets: { kind: ["code"] },
      shared: true,
    });
    expect(own).toMatchObject({ owner: null, shared: false, watched: false, project: { slug: "loom", name: "Loom" } });
    expect((await list(people.admin.token)).map(({ name }) => name)).toEqual(["Mine", "Ours"]);
    expect(await list(people.member.token)).toEqual([{ ...shared, owner: "admin" }]);
    expect(await list(people.stranger.token)).toEqual([]);
    for (const path of [`saved-searches/${own.id}/`, `saved-searches/${own.id}/watch/`])
      expect((await server.call("PUT", path, { token: people.member.token, body: {} })).status).toBe(404);
    expect(
      (await server.call("PUT", `saved-searches/${shared.id}/`, { token: people.member.token, body: { q: "x" } }))
        .status,
    ).toBe(403);
    expect((await server.call("DELETE", `saved-searches/${shared.id}/`, { token: people.member.token })).status).toBe(
      403,
    );
    expect((await server.call("DELETE", `saved-searches/${shared.id}/`, { token: people.stranger.token })).status).toBe(
      404,
    );
    for (const { id } of [own, shared])
      expect((await server.call("DELETE", `saved-searches/${id}/`, { token: people.admin.token })).status).toBe(204);
  });

  test("a Viewer may save and watch, and not share", async () => {
    expect((await save(viewer.token, { name: "Shared", q: "warp", shared: true })).status).toBe(403);
    const { id } = await saved(viewer.token, { name: "Own", q: "warp" });
    expect(
      (await server.call("PUT", `saved-searches/${id}/`, { token: viewer.token, body: { shared: true } })).status,
    ).toBe(403);
    expect((await server.call("DELETE", `saved-searches/${id}/`, { token: viewer.token })).status).toBe(204);
  });

  test("two searches of one user have two names, in any case, also when they are saved at once", async () => {
    const answers = await Promise.all(
      ["Loom", "LOOM", "loom"].map((name) => save(people.member.token, { name, q: "warp" })),
    );
    expect(statuses(answers)).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ name: [expect.any(String)] });
    for (const { id } of await list(people.member.token))
      await server.call("DELETE", `saved-searches/${id}/`, { token: people.member.token });
  });

  test("the number of searches is limited, also when they are saved at once", async () => {
    const { perProject } = SAVED_SEARCH_LIMITS;
    await server.db
      .insertInto("saved_searches")
      .values(
        Array.from({ length: perProject - 1 }, (_, at) => ({
          id: `full-${at}`,
          project_id: projectId,
          user_id: viewer.id,
          name: `full ${at}`,
          q: "x",
          facets: "{}",
          is_shared: false,
          seen: null,
        })),
      )
      .execute();
    const answers = await Promise.all(["a", "b", "c"].map((name) => save(viewer.token, { name, q: "x" })));
    expect(statuses(answers)).toEqual([201, 409, 409]);
    await server.db.deleteFrom("saved_searches").where("user_id", "=", viewer.id).execute();
  });

  test("the number of watches is limited, also when they begin at once", async () => {
    const { watched } = SAVED_SEARCH_LIMITS;
    const ids = Array.from({ length: watched + 2 }, (_, at) => `watch-${at}`);
    await server.db
      .insertInto("saved_searches")
      .values(
        ids.map((id) => ({
          id,
          project_id: projectId,
          user_id: viewer.id,
          name: id,
          q: "nothingmatches",
          facets: "{}",
          is_shared: false,
          seen: null,
          compared: null,
        })),
      )
      .execute();
    const answers = await Promise.all(
      ids.map((id) => server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(watched);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const [first] = ids.filter((_, at) => answers[at]?.status === 200);
    const again = await server.call("PUT", `saved-searches/${first ?? ""}/watch/`, { token: viewer.token });
    expect(again.status).toBe(200);
    await server.db.deleteFrom("saved_searches").where("user_id", "=", viewer.id).execute();
  });

  test("a sync that changes nothing compares nothing", async () => {
    const { id } = await saved(people.admin.token, { name: "Idle", q: "warp", watched: true });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    // A comparison would store the matches again.
    await server.db
      .updateTable("saved_searches")
      .set({ seen: new Uint8Array(8) })
      .where("id", "=", id)
      .execute();
    await sync();
    const other = await saved(people.admin.token, { name: "Later", q: "warp", watched: true });
    await expect.poll(() => seenOf(other.id), { timeout: 20_000 }).not.toBeNull();
    expect(await seenOf(id)).toHaveLength(8);
    for (const search of [id, other.id])
      await server.call("DELETE", `saved-searches/${search}/`, { token: people.admin.token });
  });

  test("a watch notifies of what begins to match, once, and of nothing that matched before", async () => {
    const { id } = await saved(people.admin.token, {
      name: "Shuttles",
      q: "shuttle OR warp",
      shared: true,
      watched: true,
    });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token });
    const [admin, watcher, other] = [
      await hear(people.admin.token),
      await hear(viewer.token),
      await hear(people.member.token),
    ];

    commit({ "src/shuttle.ts": "export const shuttle = 2;\n", "src/heddle.ts": "export const heddle = 2;\n" });
    await sync();
    await expect.poll(() => matched(admin).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => matched(watcher).length).toBe(1);
    const [message] = matched(admin);
    expect(message).toMatchObject({ project: "loom", href: "/projects/loom?q=shuttle+OR+warp" });
    expect(message?.title).toContain("Shuttles");
    expect(message?.body).toContain("src/shuttle.ts");
    expect(message?.body).not.toContain("loom.ts");
    expect(message?.body).not.toContain("heddle");

    commit({ "src/shuttle.ts": "export const shuttle = 3;\n" });
    await sync();
    commit({ "src/treadle.ts": "export const treadle = 'warp';\n" });
    await sync();
    await expect.poll(() => matched(admin).length, { timeout: 20_000 }).toBe(2);
    expect(matched(admin)[1]?.["body"]).toContain("treadle");
    expect(matched(admin)[1]?.["body"]).not.toMatch(/src\/shuttle|src\/loom/);
    expect(matched(other)).toEqual([]);
    await server.call("DELETE", `saved-searches/${id}/`, { token: people.admin.token });
  });

  test("a watcher who has left the project is not notified, nor those of a search that is no longer shared", async () => {
    const { id } = await saved(people.admin.token, { name: "Reeds", q: "reed", shared: true, watched: true });
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: people.member.token });
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    await server.db.deleteFrom("project_members").where("user_id", "=", people.member.id).execute();
    const [admin, left] = [await hear(people.admin.token), await hear(people.member.token)];
    commit({ "src/reed.ts": "export const reed = 1;\n" });
    await sync();
    await expect.poll(() => matched(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matched(left)).toEqual([]);
    await server.call("PUT", `saved-searches/${id}/`, { token: people.admin.token, body: { shared: false } });
    expect(await list(viewer.token)).toEqual([]);
    const watchers = await server.db
      .selectFrom("search_watches")
      .select("user_id")
      .where("search_id", "=", id)
      .execute();
    expect(watchers).toEqual([{ user_id: people.admin.id }]);
    await addMember(server.db, projectId, people.member.id, "Developer");
  });

  test("after a change of the query only later matches are new", async () => {
    const { id } = await saved(people.admin.token, { name: "Changing", q: "nothingmatches", watched: true });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).toHaveLength(0);
    const admin = await hear(people.admin.token);
    await server.call("PUT", `saved-searches/${id}/`, { token: people.admin.token, body: { q: "warp" } });
    await expect.poll(async () => (await seenOf(id))?.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(matched(admin)).toEqual([]);
  });
});
