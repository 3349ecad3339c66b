/** What clients of OAuth send at the same moment, and what strangers send in great numbers. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MAX_UNUSED_CLIENTS } from "../../../server/access/tokens/oauth/clients.ts";
import { onEachDatabase } from "../testDb.ts";
import { type McpProject, postMessage, startMcpProject } from "./mcpProject.ts";
import { allow, ask, type Asked, exchange, redirectOf, register, s256 } from "./oauthClient.ts";

onEachDatabase("races of OAuth", (engine) => {
  let project: McpProject;
  const works = async (token: string): Promise<boolean> =>
    (await postMessage(project.server, { authorization: `Bearer ${token}` })).status === 200;
  const codeFor = async (asked: Asked): Promise<string> =>
    redirectOf(await allow(project.server, project.member.token, asked.query)).searchParams.get("code") ?? "";

  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
  });
  afterAll(() => project.stop());
  afterEach(() => project.server.db.deleteFrom("rate_limits").execute());

  test("two codes of one installation that are exchanged at the same time leave one access, and are no failure", async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await ask(project.server);
      const verifier = randomBytes(32).toString("base64url");
      const query = new URLSearchParams(first.query);
      query.set("code_challenge", s256(verifier));
      const second = { clientId: first.clientId, verifier, query: query.toString() };
      const codes = [await codeFor(first), await codeFor(second)];
      const answers = await Promise.all(
        [first, second].map((asked, at) => exchange(project.server, asked, codes[at] ?? "")),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      const tokens = answers.flatMap(({ body }) => body.access_token ?? []);
      expect(await Promise.all(tokens.map(works))).toEqual([true]);
    }
  });

  test("odd names are stored or refused, and are never a failure of the server", async () => {
    for (const client_name of ["a\0b", "\uD800", "a\uD800\uDC00", "\0", "x".repeat(12000), "\u{e0041}"]) {
      const { status } = await register(project.server, { client_name });
      expect([client_name.slice(0, 10), status]).toEqual([client_name.slice(0, 10), 201]);
    }
  });

  test("a flood of registrations keeps no client out, and takes none away that its user is about to allow", async () => {
    const { db } = project.server;
    await db.deleteFrom("oauth_clients").where("used_at", "is", null).execute();
    const row = { kind: "registered" as const, name: "x", redirect_uris: "[]", read_at: new Date(), used_at: null };
    const rows = Array.from({ length: MAX_UNUSED_CLIENTS - 1 }, (_, at) => ({ ...row, id: `flood-${at}` }));
    await db.insertInto("oauth_clients").values(rows).execute();
    // This one has waited for a while, and the rest is an hour old.
    const waiting = await ask(project.server);
    expect((await register(project.server)).status).toBe(503);
    await sql`update oauth_clients set created_at = now() - interval '1 hour' where id like 'flood-%'`.execute(db);
    expect((await register(project.server)).status).toBe(201);
    expect((await exchange(project.server, waiting, await codeFor(waiting))).status).toBe(200);
    await db.deleteFrom("oauth_clients").where("id", "like", "flood-%").execute();
  });
});
