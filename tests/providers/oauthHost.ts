import { createHash, randomBytes } from "node:crypto";
import { type RestHost, isRecord, startRestHost } from "./restHost.ts";

export interface OauthHost extends RestHost {
  /** What the person does at the sign-in page: the address that the browser is sent back to. */
  consent(authUrl: string, answer?: "allow" | "deny"): URL;
  /** Tokens that are valid now. */
  readonly valid: Set<string>;
  readonly revoked: string[];
  /** The scopes that the person grants. */
  granted: string;
}

/** Sign-in pages, tokens that rotate, and free and busy, as GitLab and Google have them. */
export async function startOauthHost(): Promise<OauthHost> {
  const codes = new Map<string, string>();
  const refreshes = new Set<string>();
  const valid = new Set<string>();
  const revoked: string[] = [];
  const give = () => {
    const [access, refresh] = [randomBytes(9).toString("hex"), randomBytes(9).toString("hex")];
    valid.add(access);
    refreshes.add(refresh);
    const body = {
      access_token: access,
      refresh_token: refresh,
      token_type: "bearer",
      expires_in: 7200,
      scope: oauthHost.granted,
    };
    return { status: 200, body };
  };
  const refuse = (error: string) => ({ status: 400, body: { error } });
  const host = await startRestHost((request) => {
    const body = isRecord(request.body) ? request.body : {};
    if (request.path.endsWith("/token")) {
      if (body["client_id"] !== "id" || body["client_secret"] !== "secret") return refuse("invalid_client");
      if (body["grant_type"] === "refresh_token") {
        return refreshes.delete(String(body["refresh_token"])) ? give() : refuse("invalid_grant");
      }
      const challenge = codes.get(String(body["code"]));
      codes.delete(String(body["code"]));
      const proof = createHash("sha256").update(String(body["code_verifier"])).digest("base64url");
      // A provider without proof of possession has asked for none.
      return challenge === "" || challenge === proof ? give() : refuse("invalid_grant");
    }
    if (request.path.endsWith("/revoke")) {
      revoked.push(String(body["token"]));
      return { status: 200, body: {} };
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!valid.has(token)) return { status: 401, body: { message: "401 Unauthorized" } };
    if (request.path === "/me")
      return { status: 200, body: { account_id: "1", email: "ada@example.org", name: "Ada" } };
    if (request.path === "/api/v4/user") return { status: 200, body: { username: "ada" } };
    if (request.path === "/calendar/v3/freeBusy") {
      const busy = [{ start: "2026-11-21T09:00:00Z", end: "2026-11-21T10:00:00Z" }];
      return { status: 200, body: { calendars: { primary: { busy } } } };
    }
    return { status: 404, body: {} };
  });
  const oauthHost: OauthHost = Object.assign(host, {
    granted: "read_api",
    valid,
    revoked,
    consent(authUrl: string, answer: "allow" | "deny" = "allow") {
      const authParams = new URL(authUrl).searchParams;
      const back = new URL(authParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", authParams.get("state") ?? "");
      if (answer === "deny") back.searchParams.set("error", "access_denied");
      else {
        const code = randomBytes(9).toString("hex");
        codes.set(code, authParams.get("code_challenge") ?? "");
        back.searchParams.set("code", code);
      }
      return back;
    },
  });
  return oauthHost;
}
