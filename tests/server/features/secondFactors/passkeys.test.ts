/** Passkeys against hostile answers: each is refused by the same sentence, starts no session, and leaves the right passkey usable. */
import { sql, type Updateable } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewApiToken } from "../../../../contract/access/apiTokens.ts";
import type {
  AddedFactor,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from "../../../../contract/access/secondFactors.ts";
import { joinCompany } from "../../../../server/access/newUsers.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import type { CompaniesTable } from "../../../../server/db/schema/accessSchema.ts";
import { softAuthenticator, type SoftAuthenticator, type Wrong } from "../../access/softAuthenticator.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  PASSWORD,
  signedIn,
  startTestServer,
  type Answer,
  type SignedInUser,
  type TestServer,
} from "../../http/testServer.ts";

const ORIGIN = "https://clew.example.org";
const REFUSED = {
  non_field_errors: [
    "The passkey was not accepted. Try again; if it was removed from your account, sign in another way.",
  ],
};

onOneDatabase("passkeys", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let passkey: SoftAuthenticator;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_PUBLIC_URL: ORIGIN } });
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    for (const table of ["passkeys", "passkey_challenges", "recovery_codes", "sign_in_tickets", "rate_limits"] as const)
      await server.db.deleteFrom(table).execute();
    passkey = softAuthenticator(ORIGIN);
    const { status } = await add(people.member, passkey);
    if (status !== 201) throw new Error(`The passkey was not added: ${status}`);
  });

  const add = async ({ token }: SignedInUser, authenticator: SoftAuthenticator, wrong?: Wrong): Promise<Answer> => {
    const begun = await server.call("POST", "users/me/passkeys/begin/", { token });
    const attestation = authenticator.create(begun.body as PasskeyCreation, wrong);
    return server.call("POST", "users/me/passkeys/", { token, body: { name: "Key", attestation } });
  };
  const begin = async (): Promise<PasskeyRequest> =>
    (await server.call("POST", "users/passkey/begin/")).body as PasskeyRequest;
  const finish = (assertion: PasskeyAssertion, ticket?: string): Promise<Answer> =>
    server.call("POST", "users/passkey/finish/", { body: { assertion, ...(ticket !== undefined && { ticket }) } });
  const expectRefusal = ({ status, body }: Answer): void => expect([status, body]).toEqual([400, REFUSED]);
  const signsIn = async (): Promise<void> => {
    const answer = await finish(passkey.answer(await begin()));
    const { token } = answer.body as { token: string };
    const me = await server.call("GET", "users/me/", { token });
    expect(me.body).toMatchObject({ email: people.member.email });
  };

  test("a passkey signs its owner in alone, and its answer is good once", async () => {
    // Synchronised passkeys have no counter: the challenge alone makes the answer good once.
    const answer = passkey.answer(await begin(), { counter: 0 });
    expect((await finish(answer)).status).toBe(200);
    expectRefusal(await finish(answer));
    await signsIn();
    const actions = await server.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("action", "=", "session.started")
      .execute();
    expect(JSON.stringify(actions)).toContain("passkey");
  });

  test.each<[string, Wrong]>([
    ["of another origin", { origin: "https://clew.example.org.evil.example" }],
    ["of the same host without https", { origin: "http://clew.example.org" }],
    ["of another host's passkeys", { rpId: "evil.example" }],
    ["without verification of the user", { isUnverified: true }],
    ["that creates a passkey instead", { type: "webauthn.create" }],
    ["with the id of another user", { userHandle: Buffer.from("another").toString("base64url") }],
  ])("an answer %s is refused", async (_, wrong) => {
    expect.hasAssertions();
    expectRefusal(await finish(passkey.answer(await begin(), wrong)));
    await signsIn();
  });

  test("a counter that does not grow is a copy of the authenticator, and is refused", async () => {
    expect.hasAssertions();
    await signsIn();
    await signsIn();
    expectRefusal(await finish(passkey.answer(await begin(), { counter: 1 })));
    expectRefusal(await finish(passkey.answer(await begin(), { counter: 2 })));
    expectRefusal(await finish(passkey.answer(await begin(), { counter: 0 })));
    await signsIn();
  });

  test("an unknown passkey, a foreign signature and an unknown challenge are refused", async () => {
    expect.hasAssertions();
    const foreign = softAuthenticator(ORIGIN);
    expectRefusal(await finish(foreign.answer(await begin())));
    expectRefusal(await finish({ ...foreign.answer(await begin()), id: passkey.id, rawId: passkey.id }));
    const request = await begin();
    expectRefusal(await finish(passkey.answer({ ...request, challenge: Buffer.alloc(32).toString("base64url") })));
    await server.db
      .updateTable("passkey_challenges")
      .set({ expires_at: new Date(0) })
      .execute();
    expectRefusal(await finish(passkey.answer(request)));
  });

  test("a challenge of one purpose or session is none of another", async () => {
    expect.hasAssertions();
    const { token } = people.member;
    const confirm = (await server.call("POST", "users/me/confirm/passkey/begin/", { token })).body as PasskeyRequest;
    expectRefusal(await finish(passkey.answer(confirm)));
    const body = { assertion: passkey.answer(await begin()) };
    expectRefusal(await server.call("POST", "users/me/confirm/passkey/", { token, body }));
    const other = (await server.call("POST", "users/me/confirm/passkey/begin/", { token: people.admin.token })).body;
    const mine = { assertion: passkey.answer(other as PasskeyRequest) };
    expectRefusal(await server.call("POST", "users/me/confirm/passkey/", { token, body: mine }));
  });

  test("a passkey of another account neither confirms nor ends a sign-in that a password began", async () => {
    const foreign = softAuthenticator(ORIGIN);
    expect((await add(people.stranger, foreign)).status).toBe(201);
    const { token, email } = people.member;
    const asked = (await server.call("POST", "users/me/confirm/passkey/begin/", { token })).body as PasskeyRequest;
    const body = { assertion: foreign.answer(asked) };
    expectRefusal(await server.call("POST", "users/me/confirm/passkey/", { token, body }));
    const login = await server.call("POST", "users/login/", { body: { email, password: PASSWORD } });
    const { second_factor: ticket } = login.body as { second_factor: string };
    expectRefusal(await finish(foreign.answer(await begin()), ticket));
    expect((await finish(passkey.answer(await begin()), ticket)).status).toBe(200);
    expect((await finish(passkey.answer(await begin()), ticket)).status).toBe(400);
  });

  test("a new passkey of another origin, host, session or account is refused", async () => {
    const { member, stranger } = people;
    const fresh = (): SoftAuthenticator => softAuthenticator(ORIGIN);
    expectRefusal(await add(member, fresh(), { origin: "https://evil.example" }));
    expectRefusal(await add(member, fresh(), { rpId: "evil.example" }));
    expectRefusal(await add(member, fresh(), { isUnverified: true }));
    const begun = await server.call("POST", "users/me/passkeys/begin/", { token: stranger.token });
    const attestation = fresh().create(begun.body as PasskeyCreation);
    expectRefusal(
      await server.call("POST", "users/me/passkeys/", { token: member.token, body: { name: "Key", attestation } }),
    );
    // A credential that an account has cannot be taken over by another one.
    expect((await add(stranger, passkey)).status).toBe(409);
    await signsIn();
  });

  test("a passkey is held by what its company demands of a sign-in", async () => {
    const { db } = server;
    const demand = (values: Updateable<CompaniesTable>) =>
      db.updateTable("companies").set(values).where("id", "=", people.companyId).execute();
    const refused = async (): Promise<Answer> => finish(passkey.answer(await begin()));
    await demand({ allowed_networks: "10.0.0.0/8" });
    expect((await refused()).body).toEqual({ non_field_errors: [expect.stringContaining("127.0.0.1") as string] });
    await demand({ allowed_networks: "", plan: "Enterprise", sso_required: true });
    expect((await refused()).body).toEqual({ non_field_errors: [expect.stringContaining("single sign-on") as string] });
    await demand({ sso_required: false, session_max_hours: 1 });
    const { token } = (await finish(passkey.answer(await begin()))).body as { token: string };
    const session = db.selectFrom("sessions").select("expires_at").where("token_hash", "=", hashToken(token));
    expect((await session.executeTakeFirstOrThrow()).expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    await demand({ session_max_hours: null });
  });

  test("what a removed user holds opens nothing of a company that the account joins later", async () => {
    const { db } = server;
    const email = "passed.on@example.org";
    const first = await signedIn(db, { companyId: people.companyId, email });
    const own = softAuthenticator(ORIGIN);
    expect((await add(first, own)).status).toBe(201);
    const gone = await server.call("DELETE", `companies/${people.companyId}/users/${first.id}/`, {
      token: people.admin.token,
    });
    expect(gone.status).toBe(204);
    // The account stays, and its passkey signs in to it.
    const { token } = (await finish(own.answer(await begin()))).body as { token: string };
    const made = await server.call("POST", "users/me/api-tokens/", {
      token,
      body: { name: "Kept", scope: "write", projects: null, expires_at: new Date(Date.now() + 86_400_000) },
    });
    const { token: secret } = made.body as NewApiToken;
    const byToken = async (): Promise<number> =>
      (await fetch(`${server.url}/api/v1/users/me/`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await byToken()).toBe(200);
    const joined = await db
      .transaction()
      .execute((transaction) =>
        joinCompany(
          transaction,
          { company_id: people.companyId, role: "Member", email },
          { email, name: "Next", passwordHash: "none", language: "EN" },
        ),
      );
    expect(joined).toBe(first.id);
    expectRefusal(await finish(own.answer(await begin())));
    expect(await byToken()).toBe(401);
    expect((await server.call("GET", "users/me/", { token })).status).toBe(401);
  });

  test("a stale session needs the password, or a passkey in its place, before a factor changes", async () => {
    const { token } = people.member;
    await sql`update sessions set created_at = now() - interval '1 day', confirmed_at = null`.execute(server.db);
    const [{ id }] = (await server.db.selectFrom("passkeys").select("id").execute()) as [{ id: string }];
    const remove = (): Promise<Answer> => server.call("DELETE", `users/me/passkeys/${id}/`, { token });
    expect((await remove()).status).toBe(428);
    const asked = (await server.call("POST", "users/me/confirm/passkey/begin/", { token })).body as PasskeyRequest;
    const body = { assertion: passkey.answer(asked) };
    expect((await server.call("POST", "users/me/confirm/passkey/", { token, body })).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expectRefusal(await finish(passkey.answer(await begin())));
    // The last factor takes the recovery codes with it.
    expect(await server.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
  });

  test("recovery codes come with the first factor alone", async () => {
    const { body } = await add(people.member, softAuthenticator(ORIGIN));
    expect((body as AddedFactor).recovery_codes).toBeNull();
  });
});
