import { afterAll, beforeAll, expect, test } from "vitest";
import { SAVED_SEARCH_LIMITS } from "../../../../contract/constants.ts";
import { statuses } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "./searchServer.ts";

onOneDatabase("saved searches", (engine) => {
  let fixture: SearchServer;
  beforeAll(async () => {
    fixture = await startSearchServer(engine);
  });
  afterAll(() => fixture.stop());

  test("a private search is its owner's alone, a shared one is every member's", async () => {
    const { server, people, saved, list } = fixture;
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
    const { server, viewer, save, saved } = fixture;
    expect((await save(viewer.token, { name: "Shared", q: "warp", shared: true })).status).toBe(403);
    const { id } = await saved(viewer.token, { name: "Own", q: "warp" });
    expect(
      (await server.call("PUT", `saved-searches/${id}/`, { token: viewer.token, body: { shared: true } })).status,
    ).toBe(403);
    expect((await server.call("DELETE", `saved-searches/${id}/`, { token: viewer.token })).status).toBe(204);
  });

  test("two searches of one user have two names, in any case, also when they are saved at once", async () => {
    const { server, people, save, list } = fixture;
    const answers = await Promise.all(
      ["Loom", "LOOM", "loom"].map((name) => save(people.member.token, { name, q: "warp" })),
    );
    expect(statuses(answers)).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ name: [expect.any(String)] });
    for (const { id } of await list(people.member.token))
      await server.call("DELETE", `saved-searches/${id}/`, { token: people.member.token });
  });

  test("the number of searches is limited, also when they are saved at once", async () => {
    const { server, viewer, projectId, save } = fixture;
    const { saved: max } = SAVED_SEARCH_LIMITS;
    await server.db
      .insertInto("saved_searches")
      .values(
        Array.from({ length: max - 1 }, (_, at) => ({
          id: `full-${at}`,
          project_id: projectId,
          user_id: viewer.id,
          name: `full ${at}`,
          q: "x",
          facets: "{}",
          is_shared: false,
        })),
      )
      .execute();
    const answers = await Promise.all(["a", "b", "c"].map((name) => save(viewer.token, { name, q: "x" })));
    expect(statuses(answers)).toEqual([201, 409, 409]);
    await server.db.deleteFrom("saved_searches").where("user_id", "=", viewer.id).execute();
  });

  test("the number of watches is limited, also when they begin at once", async () => {
    const { server, viewer, projectId } = fixture;
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

  test("facets that a search refuses are not saved, nor values without a limit", async () => {
    const { people, save } = fixture;
    const { token } = people.admin;
    for (const facets of [
      { language: ["x".repeat(61)] },
      { kind: ["nothing"] },
      { folder: Array.from({ length: 90 }, (_, at) => `${at}`.padEnd(900, "x")) },
    ]) {
      const answer = await save(token, { name: "Large", q: "warp", facets });
      expect(answer.status).toBe(400);
    }
  });
});
