/** A server whose first company signs in at an identity provider on loopback, for tests. */
import { type OidcHost, startOidcHost } from "../../../providers/oidcHost.ts";
import { type NameServer, startNameServer } from "../../../providers/nameServer.ts";
import type { SsoDomain, SsoProvider } from "../../../../contract/access/sso.ts";
import { readSsoReturn, type SsoReturn } from "../../../../contract/access/ssoReturn.ts";
import type { Engine } from "../../testDb.ts";
import { addPeople, startTestServer, type Answer, type TestServer } from "../../http/testServer.ts";

export interface SsoServer {
  readonly server: TestServer;
  readonly host: OidcHost;
  readonly names: NameServer;
  readonly people: Awaited<ReturnType<typeof addPeople>>;
  readonly provider: SsoProvider;
  /** A call to the settings of the first company. */
  settings(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  /** Adds an enabled provider to a company, with a verified domain. */
  addProvider(
    by: { readonly token: string; readonly companyId: string },
    host: OidcHost,
    domain: string,
    change?: Record<string, unknown>,
  ): Promise<SsoProvider>;
  begin(email: string): Promise<{ auth_url: string; verifier: string }>;
  /** The browser comes back from the provider. */
  comeBack(url: URL): Promise<SsoReturn | null>;
  exchange(code: string, verifier: string): Promise<Answer>;
  /** A whole sign-in. @returns the token, or what the login page is given */
  signIn(email: string, claims?: Record<string, unknown>): Promise<{ token?: string; returned: SsoReturn | null }>;
  me(token: string): Promise<Answer>;
  actions(companyId?: string): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startSsoServer(engine: Engine): Promise<SsoServer> {
  const host = await startOidcHost();
  const names = await startNameServer();
  const server = await startTestServer(engine, {
    environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8", CLEW_DNS_SERVERS: names.address },
  });
  const people = await addPeople(server.db, { plan: "Enterprise" });
  await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();

  const begin: SsoServer["begin"] = async (email) => {
    const { status, body } = await server.call("POST", "users/sso/begin/", { body: { email } });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as { auth_url: string; verifier: string };
  };
  const comeBack: SsoServer["comeBack"] = async (url) => {
    const answer = await fetch(`${server.url}${url.pathname}${url.search}`, { redirect: "manual" });
    const location = new URL(answer.headers.get("location") ?? "none:", server.url);
    if (answer.status !== 303 || location.pathname !== "/login" || location.search !== "") {
      throw new Error(`${answer.status} ${location.href}`);
    }
    return readSsoReturn(location.hash);
  };
  const exchange: SsoServer["exchange"] = (code, verifier) =>
    server.call("POST", "users/sso/exchange/", { body: { code, verifier } });
  const addProvider: SsoServer["addProvider"] = async ({ token, companyId }, at, domain, change = {}) => {
    const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await server.call(method, `companies/${companyId}/sso/${path}`, { token, body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const fields = {
      label: "Example login",
      client_id: at.clientId,
      client_secret: at.clientSecret,
      scopes: "openid profile email",
      trusts_addresses: false,
      ...change,
    };
    const { id } = (await call("POST", "providers/", { ...fields, issuer: at.url })) as SsoProvider;
    const added = (await call("POST", `providers/${id}/domains/`, { name: domain })) as SsoDomain;
    names.records.set(domain, ["v=spf1 -all", added.record]);
    await call("POST", `domains/${added.id}/verify/`);
    return (await call("PUT", `providers/${id}/`, { ...fields, is_enabled: true })) as SsoProvider;
  };
  const { admin, companyId } = people;
  const provider = await addProvider({ token: admin.token, companyId }, host, "example.org");
  return {
    server,
    host,
    names,
    people,
    provider,
    settings: (method, path, body, token = admin.token) =>
      server.call(method, `companies/${companyId}/sso/${path}`, { token, body }),
    addProvider,
    begin,
    comeBack,
    exchange,
    async signIn(email, claims = {}) {
      const { auth_url, verifier } = await begin(email);
      const returned = await comeBack(host.consent(auth_url, { email, email_verified: true, ...claims }));
      if (returned === null || !("code" in returned)) return { returned };
      const { body } = await exchange(returned.code, verifier);
      return { returned, token: (body as { token: string }).token };
    },
    me: (token) => server.call("GET", "users/me/", { token }),
    async actions(of = companyId) {
      const rows = await server.db
        .selectFrom("audit_log")
        .select("action")
        .where("company_id", "=", of)
        .orderBy("id")
        .execute();
      return rows.map(({ action }) => action);
    },
    async stop() {
      await server.stop();
      await host.stop();
      names.stop();
    },
  };
}
