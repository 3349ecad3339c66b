import { afterAll, beforeAll, expect, test } from "vitest";
import { CommitChanges } from "../../../../contract/code/commitChanges.ts";
import { SearchAnswer } from "../../../../contract/search/search.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "./searchServer.ts";

onOneDatabase("the changed lines of a commit", (engine) => {
  let fixture: SearchServer;
  let commit: { source: string; hash: string };
  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    fixture.commit({ "src/loom.ts": "export const warp = 1;\nexport const heddle = 2;\n" });
    await fixture.sync();
    const { token } = fixture.people.member;
    const found = await fixture.server.call("GET", "projects/loom/search/?q=another+change&kind=commit", { token });
    const [result] = SearchAnswer.parse(found.body).results;
    if (!result?.source || result.hash === null) throw new Error("The commit was not found.");
    commit = { source: result.source, hash: result.hash };
  });
  afterAll(() => fixture.stop());

  const changes = (query: object, token = fixture.people.member.token) =>
    fixture.server.call(
      "GET",
      `commit-changes/?${new URLSearchParams({ project: "loom", q: "heddle", ...commit, ...query })}`,
      {
        token,
      },
    );

  test("are read from the repository's copy", async () => {
    const { status, body } = await changes({});
    expect(status).toBe(200);
    const { parts, ...rest } = CommitChanges.parse(body);
    expect(rest).toEqual({ status: "shown", matching: 1, files: 1, truncated: false });
    expect(parts[0]?.lines.map(({ change, number }) => `${change} ${number}`)).toEqual(["same 1", "added 2"]);
    expect((await changes({}, fixture.viewer.token)).status).toBe(200);
  });

  test("are none for another source, a path in place of one, and a commit that the index lacks", async () => {
    for (const query of [{ source: "gone" }, { source: `../${commit.source}` }, { hash: "0".repeat(40) }]) {
      const { status, body } = await changes(query);
      expect([status, body]).toEqual([200, expect.objectContaining({ status: "unavailable", parts: [] })]);
    }
  });

  test.each([
    ["someone who is not a member", 404, {}, () => fixture.people.stranger.token],
    ["a part of a hash", 400, { hash: "abcd" }, () => fixture.people.member.token],
    ["an option in place of a hash", 400, { hash: "--output=x" }, () => fixture.people.member.token],
  ])("are refused to %s", async (_, wanted, query, tokenOf) => {
    const { status, body } = await changes(query, tokenOf());
    expect(status).toBe(wanted);
    expect(JSON.stringify(body)).not.toContain("heddle = 2");
  });
});
