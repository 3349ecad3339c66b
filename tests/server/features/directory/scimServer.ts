/** A server whose first company has a directory, for tests. */
import { DAY_MS } from "../../../../contract/durations.ts";
import type { NewDirectoryToken } from "../../../../contract/access/directory.ts";
import { insertSsoDomain, insertSsoProvider } from "../../../../server/db/tables/directory/ssoProviders.ts";
import type { Db } from "../../../../server/db/openDb.ts";
import { addPeople, type Answer, startTestServer, type TestServer } from "../../http/testServer.ts";
import type { Engine } from "../../testDb.ts";

export interface ScimAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

export interface ScimServer {
  readonly server: TestServer;
  readonly people: Awaited<ReturnType<typeof addPeople>>;
  readonly token: string;
  /** A call of SCIM; `headers` may replace the token. */
  scim(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>;
  /** A call of the first company's Admin, below `companies/:id/directory/`. */
  settings(method: string, path: string, body?: unknown): Promise<Answer>;
  newToken(by: { readonly token: string; readonly companyId: string }): Promise<NewDirectoryToken>;
  me(token: string): Promise<Answer>;
  actions(): Promise<string[]>;
}

/** Gives a company a provider with a verified domain. */
export async function addVerifiedDomain(db: Db, companyId: string, name: string): Promise<void> {
  const id = `provider-of-${name}`;
  await insertSsoProvider(db, {
    id,
    company_id: companyId,
    label: name,
    issuer: `https://login.${name}`,
    client_id: "",
    secret_id: null,
    scopes: "openid",
    trusts_addresses: false,
    is_enabled: false,
  });
  await insertSsoDomain(db, { id, provider_id: id, name, record: "clew", verified_at: new Date() });
}

export async function startScimServer(engine: Engine): Promise<ScimServer> {
  const server = await startTestServer(engine);
  const people = await addPeople(server.db, { plan: "Enterprise" });
  const { admin, companyId } = people;
  await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
  await addVerifiedDomain(server.db, companyId, "example.org");
  const newToken: ScimServer["newToken"] = async (by) => {
    const expires = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const path = `companies/${by.companyId}/directory/tokens/`;
    const answer = await server.call("POST", path, { token: by.token, body: { name: "Entra", expires_at: expires } });
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as NewDirectoryToken;
  };
  const { token } = await newToken({ token: admin.token, companyId });
  return {
    server,
    people,
    token,
    newToken,
    scim: async (method, path, body, headers = {}) => {
      const response = await fetch(`${server.url}/scim/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/scim+json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const read = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
      return { status: response.status, body: read, headers: response.headers };
    },
    settings: (method, path, body) =>
      server.call(method, `companies/${companyId}/directory/${path}`, { token: admin.token, body }),
    me: (of) => server.call("GET", "users/me/", { token: of }),
    actions: async () => {
      const rows = await server.db
        .selectFrom("audit_log")
        .select("action")
        .where("company_id", "=", companyId)
        .orderBy("id")
        .execute();
      return rows.map(({ action }) => action);
    },
  };
}

export const PATCH = (...Operations: unknown[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});
