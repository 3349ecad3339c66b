import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import * as jose from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OidcHost, startOidcHost } from "../../../providers/oidcHost.ts";
import type { SsoFailure } from "../../../../contract/access/ssoReturn.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { signedIn } from "../../http/testServer.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

let sso: SsoServer;
/** Another company with its own provider. */
let foreign: { readonly host: OidcHost; readonly provider: SsoServer["provider"] };
beforeAll(async () => {
  sso = await startSsoServer(ONE_ENGINE);
  const host = await startOidcHost();
  const { stranger, otherCompanyId } = sso.people;
  const by = { token: stranger.token, companyId: otherCompanyId };
  foreign = { host, provider: await sso.addProvider(by, host, "foreign.example") };
});
afterEach(async () => {
  sso.host.reset();
  // Many sign-ins of one address.
  await sso.server.db.deleteFrom("rate_limits").execute();
});
afterAll(async () => {
  await foreign.host.stop();
  await sso.stop();
});

const ADDRESS = "ada@example.org";
const GOOD = { sub: "ada", email: ADDRESS, email_verified: true };
const now = (): number => Math.floor(Date.now() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const users = async (): Promise<number> => {
  const { count } = await sso.server.db
    .selectFrom("users")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const signIn = async (claims: Record<string, unknown> = {}) =>
  (await sso.signIn(ADDRESS, { ...GOOD, ...claims })).returned;

describe("an ID token is refused", () => {
  test.each<[string, Record<string, unknown>, SsoFailure]>([
    ["of another issuer", { iss: "https://login.evil.example" }, "answer_issuer"],
    ["for another audience", { aud: "another-client" }, "answer_audience"],
    [
      "for several audiences without the party it was issued to",
      { aud: ["clew", "another-client"] },
      "answer_audience",
    ],
    ["issued to another party", { aud: ["clew", "another-client"], azp: "another-client" }, "invalid"],
    ["that has expired", { exp: now() - 3600 }, "answer_clock"],
    ["without an expiry", { exp: undefined }, "invalid"],
    ["with another nonce", { nonce: "guess" }, "invalid"],
    ["without a nonce", { nonce: undefined }, "invalid"],
    ["that is valid later", { nbf: now() + 3600 }, "answer_clock"],
    ["of a clock that is four minutes ahead", { nbf: now() + 240 }, "answer_clock"],
    ["without a subject", { sub: undefined }, "invalid"],
    ["with a subject that is no text", { sub: 7 }, "invalid"],
    ["with a session that is no text", { sid: { a: 1 } }, "invalid"],
  ])("%s", async (_name, claims, failure) => {
    const before = await users();
    expect(await signIn(claims)).toEqual({ failure });
    expect(await users()).toBe(before);
  });

  test.each<[string, SsoFailure, (claims: Record<string, unknown>) => Promise<string>]>([
    ["without a signature", "answer_algorithm", async (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`],
    [
      "signed by HMAC with the public key",
      "answer_algorithm",
      async (claims) => {
        const pem = await jose.exportSPKI((await jose.importJWK(sso.host.publicKey(), "RS256")) as jose.CryptoKey);
        const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
        return `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`;
      },
    ],
    [
      "signed by HMAC with the client secret",
      "answer_algorithm",
      async (claims) => {
        const text = `${encode({ alg: "HS256" })}.${encode(claims)}`;
        return `${text}.${createHmac("sha256", sso.host.clientSecret).update(text).digest("base64url")}`;
      },
    ],
    [
      "signed by a key that it brings along",
      "invalid",
      async (claims) => {
        const { privateKey, publicKey } = await jose.generateKeyPair("RS256");
        return new jose.SignJWT(claims)
          .setProtectedHeader({ alg: "RS256", kid: sso.host.publicKey().kid, jwk: await jose.exportJWK(publicKey) })
          .sign(privateKey);
      },
    ],
    [
      "whose claims were changed after the signature",
      "invalid",
      async (claims) => {
        const [head, , signature] = (await sso.host.sign(claims)).split(".");
        return `${head}.${encode({ ...claims, email: "admin@example.org" })}.${signature}`;
      },
    ],
    ["of another provider", "answer_key", async (claims) => foreign.host.sign(claims)],
    ["that is none", "invalid", async () => "none"],
  ])("%s", async (_name, failure, forge) => {
    sso.host.change.idToken = forge;
    expect(await signIn()).toEqual({ failure });
  });

  test("by HMAC also where the provider's description allows that", async () => {
    sso.host.change.discovery = (document) => ({
      ...document,
      id_token_signing_alg_values_supported: ["HS256", "none", "RS256"],
    });
    sso.host.change.idToken = async (claims) => {
      const text = `${encode({ alg: "HS256" })}.${encode(claims)}`;
      return `${text}.${createHmac("sha256", sso.host.clientSecret).update(text).digest("base64url")}`;
    };
    expect(await signIn()).toEqual({ failure: "answer_algorithm" });
    sso.host.change.idToken = async (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`;
    expect(await signIn()).toEqual({ failure: "answer_algorithm" });
  });

  test("by a key that is not published any more; the new key is known at once", async () => {
    const stale = sso.host.sign;
    const { token } = await sso.signIn(ADDRESS, GOOD);
    expect(token).toBeDefined();
    let old = "";
    sso.host.change.idToken = async (claims) => {
      old = await stale(claims);
      await sso.host.rotate();
      return old;
    };
    expect(await signIn()).toEqual({ failure: "answer_key" });
    sso.host.reset();
    expect(await signIn()).toHaveProperty("code");
  });
});

describe("a callback is refused", () => {
  test("with a swapped, missing or invented state", async () => {
    const mine = await sso.begin(ADDRESS);
    const theirs = await sso.begin(ADDRESS);
    const url = sso.host.consent(mine.auth_url, GOOD);
    // The code of one sign-in with the state of another: the proof of PKCE does not fit.
    const swapped = new URL(url);
    swapped.searchParams.set("state", new URL(theirs.auth_url).searchParams.get("state") ?? "");
    expect(await sso.comeBack(swapped)).toEqual({ failure: "invalid" });
    for (const state of ["", "guess"]) {
      const wrong = new URL(url);
      wrong.searchParams.set("state", state);
      expect(await sso.comeBack(wrong)).toEqual({ failure: "expired" });
    }
    url.searchParams.delete("state");
    expect(await sso.comeBack(url)).toEqual({ failure: "expired" });
  });

  test("with a replayed code", async () => {
    const first = await sso.begin(ADDRESS);
    const url = sso.host.consent(first.auth_url, GOOD);
    expect(await sso.comeBack(url)).toHaveProperty("code");
    const second = await sso.begin(ADDRESS);
    const replay = new URL(url);
    replay.searchParams.set("state", new URL(second.auth_url).searchParams.get("state") ?? "");
    expect(await sso.comeBack(replay)).toEqual({ failure: "invalid" });
  });

  test("with the answer of one provider at the address of another", async () => {
    const { auth_url } = await sso.begin(ADDRESS);
    const url = sso.host.consent(auth_url, GOOD);
    const mixed = new URL(url);
    mixed.pathname = new URL(foreign.provider.redirect_url).pathname;
    expect(await sso.comeBack(mixed)).toEqual({ failure: "invalid" });
    // Its state is used up.
    expect(await sso.comeBack(url)).toEqual({ failure: "expired" });
    const other = await sso.begin("eve@foreign.example");
    const evil = foreign.host.consent(other.auth_url, { sub: "eve", email: ADDRESS, email_verified: true });
    // A provider is no evidence for addresses of a domain that is not its own.
    expect(await sso.comeBack(evil)).toEqual({ failure: "address_foreign" });
  });

  test("when the answer names another issuer", async () => {
    sso.host.change.discovery = (document) => ({ ...document, authorization_response_iss_parameter_supported: true });
    const { auth_url } = await sso.begin(ADDRESS);
    const url = sso.host.consent(auth_url, GOOD);
    url.searchParams.set("iss", foreign.host.url);
    expect(await sso.comeBack(url)).toEqual({ failure: "invalid" });
    const second = await sso.begin(ADDRESS);
    expect(await sso.comeBack(sso.host.consent(second.auth_url, GOOD))).toEqual({ failure: "invalid" });
  });

  test("when the person or the provider declines, with a word that is not shown", async () => {
    const { auth_url } = await sso.begin(ADDRESS);
    const url = sso.host.consent(auth_url, GOOD);
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
    url.searchParams.set("error_description", "<script>alert(1)</script>");
    expect(await sso.comeBack(url)).toEqual({ failure: "denied" });
  });

  test("after ten minutes", async () => {
    const { auth_url } = await sso.begin(ADDRESS);
    await sso.server.db
      .updateTable("sso_attempts")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(await sso.comeBack(sso.host.consent(auth_url, GOOD))).toEqual({ failure: "expired" });
  });

  test("of a person who was removed, also by the link of before", async () => {
    const claims = { sub: "gone", email: "gone@example.org", email_verified: true };
    const { token } = await sso.signIn("gone@example.org", claims);
    const { id } = (await sso.me(token ?? "")).body as { id: string };
    const { companyId, admin } = sso.people;
    await sso.server.call("DELETE", `companies/${companyId}/users/${id}/`, { token: admin.token });
    expect((await sso.me(token ?? "")).status).toBe(401);
    expect((await sso.signIn("gone@example.org", claims)).returned).toEqual({ failure: "removed" });
    expect((await sso.signIn("gone@example.org", { ...claims, sub: "back" })).returned).toEqual({ failure: "removed" });
  });
});

describe("a provider that is no help", () => {
  const begin = () => sso.server.call("POST", "users/sso/begin/", { body: { email: ADDRESS } });
  const wrong = { status: 400, body: { non_field_errors: [expect.stringContaining("not set up correctly")] } };
  const unreachable = { status: 400, body: { non_field_errors: [expect.stringContaining("cannot be reached")] } };

  test.each<[string, Record<string, unknown>]>([
    ["another issuer", { issuer: "https://login.evil.example" }],
    ["no page for the sign-in", { authorization_endpoint: undefined }],
    ["no keys", { jwks_uri: undefined }],
  ])("describes itself with %s", async (_name, part) => {
    sso.host.change.discovery = (document) => ({ ...document, ...part });
    expect(await begin()).toMatchObject(wrong);
  });

  test("sends the browser to a script, a private network or plain http", async () => {
    for (const authorization_endpoint of [
      "javascript:alert(1)",
      "data:text/html,x",
      "https://10.0.0.1/authorize",
      "https://[::ffff:192.168.0.1]/authorize",
      "http://login.example.com/authorize",
      "https://user:secret@login.example.com/authorize",
    ]) {
      sso.host.change.discovery = (document) => ({ ...document, authorization_endpoint });
      expect(await begin()).toMatchObject(unreachable);
    }
  });

  test("names private addresses for its keys, tokens and user data, and none is requested", async () => {
    for (const name of ["token_endpoint", "jwks_uri", "userinfo_endpoint"]) {
      sso.host.change.discovery = (document) => ({ ...document, [name]: "https://169.254.169.254/latest" });
      expect(await signIn({ email: undefined })).toEqual({ failure: "unreachable" });
    }
  });

  test("redirects to a private address", async () => {
    sso.host.change.intercept = ({ url = "" }, response) => {
      if (!url.includes("openid-configuration")) return false;
      response.writeHead(302, { location: "https://169.254.169.254/latest" }).end();
      return true;
    };
    expect(await begin()).toMatchObject(unreachable);
  });

  test("sends the client's secret on to another host", async () => {
    sso.host.change.intercept = ({ url = "" }, response) => {
      if (url !== "/token") return false;
      response.writeHead(307, { location: `${foreign.host.url}/token` }).end();
      return true;
    };
    foreign.host.requests.length = 0;
    expect(await signIn()).toEqual({ failure: "unreachable" });
    expect(foreign.host.requests).toEqual([]);
  });

  test("answers 50 MB, or nested JSON, or none", async () => {
    sso.host.change.intercept = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const part = Buffer.alloc(1 << 20, " ");
      const send = (left: number): void => {
        if (left === 0 || response.destroyed) response.end("{}");
        else if (response.write(part)) send(left - 1);
        else response.once("drain", () => send(left - 1));
      };
      send(50);
      return true;
    };
    const start = performance.now();
    expect(await begin()).toMatchObject(unreachable);
    expect(performance.now() - start).toBeLessThan(5000);
    for (const text of ["[".repeat(100_000), "<html>", "null", "[]", '{"issuer":7}']) {
      sso.host.change.intercept = (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(text);
        return true;
      };
      expect((await begin()).status).toBe(400);
    }
  });

  test("hangs: there is an answer within 15 seconds", async () => {
    sso.host.change.intercept = () => true;
    const start = performance.now();
    expect(await begin()).toMatchObject(unreachable);
    expect(performance.now() - start).toBeLessThan(15_000);
  }, 30_000);

  test("does not know the client any more", async () => {
    await sso.server.db
      .updateTable("sso_providers")
      .set({ client_id: "old" })
      .where("id", "=", sso.provider.id)
      .execute();
    expect(await signIn()).toEqual({ failure: "client_refused" });
    await sso.server.db
      .updateTable("sso_providers")
      .set({ client_id: "clew" })
      .where("id", "=", sso.provider.id)
      .execute();
  });
});

test("addresses in private networks are refused as issuers, unless the operator has named them", async () => {
  const body = {
    label: "Metadata",
    client_id: "",
    client_secret: null,
    scopes: "openid",
    trusts_addresses: false,
  };
  for (const issuer of [
    "https://10.0.0.1",
    "https://169.254.169.254/",
    "http://login.example.com",
    "https://[fd00::1]",
  ]) {
    const { status } = await sso.settings("POST", "providers/", { ...body, issuer });
    expect(status).toBe(400);
  }
  for (const issuer of ["javascript:alert(1)", "https://a.example/?x=1", "https://u:p@a.example", "no address"]) {
    const answer = await sso.settings("POST", "providers/", { ...body, issuer });
    expect(answer.body).toMatchObject({ issuer: [expect.stringContaining("issuer")] });
  }
});

test("an Admin of another company reaches no provider and no domain", async () => {
  const { id, domains } = sso.provider;
  const { stranger, otherCompanyId } = sso.people;
  const [domain] = domains;
  const fields = { label: "x", client_id: "x", client_secret: "x", scopes: "openid", trusts_addresses: true };
  const calls: [string, string, unknown?][] = [
    ["PUT", `providers/${id}/`, { ...fields, is_enabled: true }],
    ["POST", `providers/${id}/test/`],
    ["POST", `providers/${id}/domains/`, { name: "stolen.example" }],
    ["POST", `domains/${domain?.id}/verify/`],
    ["DELETE", `domains/${domain?.id}/`],
    ["DELETE", `providers/${id}/`],
    ["DELETE", `providers/${randomUUID()}/`],
    ["DELETE", `domains/${randomUUID()}/`],
  ];
  for (const [method, path, body] of calls) {
    for (const companyId of [otherCompanyId, sso.people.companyId]) {
      const { status } = await sso.server.call(method, `companies/${companyId}/sso/${path}`, {
        token: stranger.token,
        body,
      });
      expect([path, status]).toEqual([path, 404]);
    }
  }
  const member = await signedIn(sso.server.db, { companyId: sso.people.companyId, email: "m2@example.org" });
  expect((await sso.settings("GET", "", undefined, member.token)).status).toBe(403);
});

describe("back-channel logout", () => {
  const send = async (token: string | null, provider = sso.provider) => {
    const { pathname } = new URL(provider.logout_url);
    const body = new URLSearchParams(token === null ? {} : { logout_token: token });
    return (await fetch(sso.server.url + pathname, { method: "POST", body })).status;
  };
  const session = async (claims: Record<string, unknown>) =>
    (await sso.signIn(ADDRESS, { ...GOOD, ...claims })).token ?? "";
  const status = async (token: string) => (await sso.me(token)).status;

  test("ends the session of a sid, and no other", async () => {
    const first = await session({ sid: "session-1" });
    const second = await session({ sid: "session-2" });
    expect(await send(await sso.host.logoutToken({ sid: "session-1", sub: "ada" }))).toBe(200);
    expect(await status(first)).toBe(401);
    expect(await status(second)).toBe(200);
    expect(await sso.actions()).toContain("sso.sessions_ended");
  });

  test("ends all sessions of a subject; a repeated token ends none that began later", async () => {
    const tokens = [await session({ sid: "session-3" }), await session({})];
    const other = await sso.signIn("ben@example.org", { sub: "ben", email: "ben@example.org" });
    const logout = await sso.host.logoutToken({ sub: "ada", iat: now() - 200 });
    expect(await send(logout)).toBe(200);
    expect(await status(tokens[0] ?? "")).toBe(200);
    expect(await send(await sso.host.logoutToken({ sub: "ada" }))).toBe(200);
    for (const token of tokens) expect(await status(token)).toBe(401);
    expect(await status(other.token ?? "")).toBe(200);
    expect(await status(sso.people.admin.token)).toBe(200);
  });

  test("also without a type", async () => {
    const token = await session({});
    expect(await send(await sso.host.logoutToken({ sub: "ada" }, {}))).toBe(200);
    expect(await status(token)).toBe(401);
  });

  test("refuses every other token, and ends nothing", async () => {
    const token = await session({ sid: "session-4" });
    const good = { sub: "ada", sid: "session-4" };
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const claims = { iss: sso.host.url, aud: "clew", iat: now(), jti: "1", events: {}, ...good };
    const bad = [
      await sso.host.logoutToken({ ...good, events: undefined }),
      await sso.host.logoutToken({ ...good, events: { other: {} } }),
      await sso.host.logoutToken({ ...good, events: ["http://schemas.openid.net/event/backchannel-logout"] }),
      await sso.host.logoutToken({ ...good, events: { "http://schemas.openid.net/event/backchannel-logout": true } }),
      await sso.host.logoutToken({ ...good, aud: "another-client" }),
      await sso.host.logoutToken({ ...good, iss: foreign.host.url }),
      await sso.host.logoutToken({ ...good, nonce: "nonce" }),
      await sso.host.logoutToken({ ...good, jti: undefined }),
      await sso.host.logoutToken({ ...good, iat: undefined }),
      await sso.host.logoutToken({ ...good, iat: now() - 3600 }),
      await sso.host.logoutToken({ ...good, exp: now() - 120 }),
      await sso.host.logoutToken({ sub: undefined, sid: undefined }),
      await sso.host.logoutToken({ ...good, sid: 7 }),
      await sso.host.logoutToken(good, { typ: "at+jwt" }),
      await foreign.host.logoutToken({ ...good, iss: sso.host.url }),
      await new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
      `${encode({ alg: "none" })}.${encode(claims)}.`,
      "none",
      "",
      null,
    ];
    for (const [index, one] of bad.entries()) expect([index, await send(one)]).toEqual([index, 400]);
    // The right token at another provider's address.
    expect(await send(await sso.host.logoutToken(good), foreign.provider)).toBe(400);
    expect(
      await send(await sso.host.logoutToken(good), {
        ...sso.provider,
        logout_url: `${sso.server.url}/api/v1/users/sso/logout/none/`,
      }),
    ).toBe(400);
    expect(await status(token)).toBe(200);
  });
});
