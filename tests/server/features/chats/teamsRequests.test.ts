/** Requests to the messaging endpoint that are not of the Bot Framework, or not for this app, do nothing. */
import { randomUUID } from "node:crypto";
import * as jose from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APP_ID } from "../../../providers/teamsHost.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("what the Bot Framework sends", (engine) => {
  let stage: TeamsStage;
  let teams: TeamsStage["teams"];
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
    ({ teams } = stage);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(async () => {
    await stage.resetTeams();
    await stage.setUp();
  });

  /** The status of a message with a code, which is typed where it is accepted. */
  const sent = async (authorization: string | null | undefined, fields: object = {}, company = stage.companyId) => {
    const text = await stage.begin(stage.people.admin);
    const { status } = await stage.post(stage.activity({ text, ...fields }, EVE), authorization, company);
    const typed = await stage.db
      .selectFrom("chat_user_attempts")
      .select("chat_user_id")
      .where("chat_user_id", "is not", null)
      .execute();
    return [status, typed.length];
  };
  const REFUSED = [404, 0];
  const bearer = async (...given: Parameters<TeamsStage["teams"]["token"]>) => `Bearer ${await teams.token(...given)}`;

  test("a token that does not hold is refused, with one answer", async () => {
    const now = Math.floor(Date.now() / 1000);
    const { privateKey: otherKey } = await jose.generateKeyPair("RS256");
    const holds = { serviceurl: `${teams.url}/emea/`, iss: teams.url, aud: APP_ID, exp: now + 3600 };
    const unsigned = new jose.UnsecuredJWT(holds).encode().split(".");
    unsigned[0] = Buffer.from(JSON.stringify({ alg: "none", kid: "k1" })).toString("base64url");
    const secret = Buffer.from(JSON.stringify(teams.jwk));
    const hmac = await new jose.SignJWT(holds).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(secret);
    const [head = "", , signature = ""] = (await teams.token()).split(".");
    const changed = [head, Buffer.from(JSON.stringify(holds)).toString("base64url"), signature].join(".");
    const refused: Record<string, string | null> = {
      "no token": null,
      "no bearer": await teams.token(),
      "no JWT": "Bearer abc",
      "without a signature": `Bearer ${unsigned.join(".")}`,
      "with the signature of another": `Bearer ${unsigned[0]}.${unsigned[1]}.${signature}`,
      "by a symmetric key": `Bearer ${hmac}`,
      "by another key": await bearer({}, {}, otherKey),
      "by an unknown key": await bearer({}, { kid: "k9" }),
      "by a key that is not for Teams": await bearer({}, { kid: "k2" }),
      "changed after it was signed": `Bearer ${changed}`,
      "for another app": await bearer({ aud: randomUUID() }),
      "of another issuer": await bearer({ iss: "https://login.microsoftonline.com" }),
      "for another service": await bearer({ serviceurl: "https://smba.trafficmanager.net/emea/" }),
      "without a service": await bearer({ serviceurl: undefined }),
      "that has expired": await bearer({ exp: now - 6 * 60 }),
      "that is of the future": await bearer({ nbf: now + 6 * 60 }),
      "that lives for two days": await bearer({ exp: now + 2 * 86_400 }),
    };
    for (const [name, authorization] of Object.entries(refused)) {
      expect(await sent(authorization), name).toEqual(REFUSED);
    }
    expect(await sent(await bearer({ exp: now - 4 * 60, nbf: now - 3600 })), "within the skew").toEqual([200, 1]);
    expect(teams.messages.length).toBeLessThanOrEqual(1);
  });

  test("an activity of another tenant, company, channel or service is refused", async () => {
    const tenant = randomUUID();
    const other = { id: "a:1", tenantId: tenant, conversationType: "personal" };
    expect(await sent(undefined, { conversation: other })).toEqual(REFUSED);
    expect(await sent(undefined, { channelData: { tenant: { id: tenant } } })).toEqual(REFUSED);
    const unnamed = { conversation: { id: "a:1", conversationType: "personal" }, channelData: {} };
    expect(await sent(undefined, unnamed)).toEqual(REFUSED);
    expect(await sent(undefined, {}, randomUUID())).toEqual(REFUSED);
    expect(await sent(undefined, { channelId: "webchat" })).toEqual(REFUSED);
    // A service elsewhere, also where the token names it.
    for (const serviceUrl of ["https://evil.example/", `${teams.url}@evil.example/`, "http://169.254.169.254/"]) {
      expect(await sent(await bearer({ serviceurl: serviceUrl }), { serviceUrl })).toEqual(REFUSED);
    }
    expect((await stage.post("{")).status).toBe(400);
    expect((await stage.post({ text: "x".repeat(300_000) })).status).toBe(413);
    expect(await sent(undefined)).toEqual([200, 1]);
  });

  test("an activity that comes again does nothing more", async () => {
    const id = "f:1";
    expect(await sent(undefined, { id })).toEqual([200, 1]);
    // A new code deletes what the first one has noted.
    expect(await sent(undefined, { id })).toEqual([200, 0]);
    expect(await sent(undefined, { id: "f:2" })).toEqual([200, 1]);
  });

  test("one user of Teams is limited, and others are not", async () => {
    const at = (entraId: string) => stage.post(stage.activity({ type: "typing" }, entraId));
    for (let count = 0; count < 70; count += 1) await at(EVE);
    const value = { action: { verb: "assign", data: { message: "m" } } };
    const invoke = { type: "invoke", name: "adaptiveCard/action", value };
    const limited = await stage.post(stage.activity(invoke, EVE));
    expect([limited.status, JSON.stringify(await limited.json())]).toEqual([200, expect.stringContaining("oo many")]);
    const other = await stage.post(stage.activity(invoke));
    expect(JSON.stringify(await other.json())).toContain("not linked to Clew");
  });

  test("one user of Teams has ten guesses at a code, and others have theirs", async () => {
    const code = await stage.begin(stage.people.admin);
    const guess = (text: string, entraId: string) => stage.post(stage.activity({ text }, entraId));
    const typedBy = async () =>
      (await stage.db.selectFrom("chat_user_attempts").select("chat_user_id").executeTakeFirst())?.chat_user_id;
    for (let count = 0; count < 10; count += 1) await guess(`link WRONG${count}`, EVE);
    await guess(code, EVE);
    expect(await typedBy()).toBeNull();
    await guess(code, ADA);
    expect(await typedBy()).toBe(ADA);
  });

  test("while the keys of Microsoft cannot be read, nothing is accepted, and it is asked to come again", async () => {
    const egressOfAnother = await startTeamsStage(engine);
    try {
      await egressOfAnother.setUp();
      egressOfAnother.teams.fault = (called) => (called.includes("well-known") ? { status: 500 } : undefined);
      expect((await egressOfAnother.post(egressOfAnother.activity({ text: "help" }))).status).toBe(503);
      egressOfAnother.teams.fault = () => undefined;
      // The keys are read again after five seconds.
      await expect
        .poll(async () => (await egressOfAnother.post(egressOfAnother.activity({ text: "help" }))).status)
        .toBe(200);
    } finally {
      await egressOfAnother.stopTeams();
    }
  });
});
