/** GitHub Apps as GitHub's API and its pages have them: manifests, JSON Web Tokens, installations and their tokens. */
import { createVerify, generateKeyPairSync, randomBytes } from "node:crypto";
import { errorAnswers } from "./errorAnswers.ts";
import type { JsonValue } from "./hostAnswers.ts";
import type { HostCaller } from "./issueWriteCalls.ts";

export interface InstallationState {
  readonly id: number;
  readonly account: string;
  suspendedAt: string | null;
  /** What its owner has granted; left out: what the manifest asks for. */
  permissions?: Record<string, string>;
}
export interface AppState {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  readonly manifest: AppManifest;
  readonly installations: InstallationState[];
}
export interface AppManifest {
  readonly name: string;
  readonly url: string;
  readonly redirect_url: string;
  readonly setup_url: string;
  readonly public: boolean;
  readonly default_permissions: Readonly<Record<string, string>>;
  readonly hook_attributes?: { readonly url: string };
  readonly default_events?: readonly string[];
}

/** An answer as the API gives it; a text is no JSON. */
export interface AppAnswer {
  readonly status: number;
  readonly body: JsonValue | string;
}

/** The apps of a host. */
export interface GithubApps {
  /** What a person does on the page that the form of a registration opens: the address that the browser is sent back to. */
  createApp(action: string, manifest: AppManifest): URL;
  /** What the owner does at the installation page; the address that the browser is sent back to. */
  install(installUrl: string, account?: string): { readonly back: URL; readonly installation: InstallationState };
  uninstall(installation: InstallationState): void;
  /** The answer to a call that is about apps; undefined for another one. @param sent the body of the call */
  readonly answerOf: (
    method: string,
    path: string,
    token: string,
    sent: Readonly<Record<string, unknown>>,
  ) => AppAnswer | undefined;
  readonly apps: AppState[];
  /** Installation tokens that are valid now. */
  readonly valid: Map<string, InstallationState>;
  /** What each token was made for. */
  readonly permissionsOf: Map<string, Readonly<Record<string, string>>>;
  /** Instead of the private key or the whole answer of the next conversion. */
  conversion: { pem?: string; whole?: string } | undefined;
  /** Instead of the list of installations. */
  listed: JsonValue | undefined;
  /** Milliseconds until a new token ends. */
  lifetimeMs: number;
  /** Permissions that the owner of the app has added since its registration, and that each installation has accepted. */
  added: Record<string, string>;
  /** Permissions that the owner of the app has added, and that no installation has accepted yet. */
  waiting: Record<string, string>;
  /** A number that no app, installation or other object has. */
  newNumber(): number;
}

/** The apps of a host, in memory. */
class AppsInMemory implements GithubApps {
  readonly apps: AppState[] = [];
  readonly valid = new Map<string, InstallationState>();
  readonly permissionsOf = new Map<string, Readonly<Record<string, string>>>();
  conversion: GithubApps["conversion"];
  listed: JsonValue | undefined;
  lifetimeMs = 3_600_000;
  added: Record<string, string> = {};
  waiting: Record<string, string> = {};
  readonly #web: () => string;
  readonly #accounts: Record<string, HostCaller>;
  readonly #codes = new Map<string, { readonly app: AppState; readonly privateKey: string }>();
  #last = 100;

  constructor(web: () => string, accounts: Record<string, HostCaller>) {
    this.#web = web;
    this.#accounts = accounts;
  }

  newNumber(): number {
    return (this.#last += 1);
  }

  answerOf(
    method: string,
    path: string,
    token: string,
    sent: Readonly<Record<string, unknown>>,
  ): AppAnswer | undefined {
    const code = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path)?.[1];
    if (code !== undefined) return this.#convert(code);
    return path === "/app" || path.startsWith("/app/") ? this.#asApp(token, method, path, sent) : undefined;
  }

  createApp(action: string, manifest: AppManifest): URL {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs1", format: "pem" },
    });
    const code = randomBytes(20).toString("hex");
    const owner = /\/organizations\/([^/]+)\//.exec(action)?.[1] ?? "ada";
    const { name } = manifest;
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const webhookSecret = randomBytes(20).toString("hex");
    const created = { id: this.newNumber(), slug, name, owner, publicKey, webhookSecret, manifest, installations: [] };
    this.#codes.set(code, { app: created, privateKey });
    const back = new URL(manifest.redirect_url);
    back.searchParams.set("code", code);
    back.searchParams.set("state", new URL(action).searchParams.get("state") ?? "");
    return back;
  }

  install(installUrl: string, account?: string): { readonly back: URL; readonly installation: InstallationState } {
    const url = new URL(installUrl);
    const match = this.apps.find((candidate) => url.pathname === `/github-apps/${candidate.slug}/installations/new`);
    if (!match) throw new Error("There is no such app.");
    const installation = { id: this.newNumber(), account: account ?? match.owner, suspendedAt: null };
    match.installations.push(installation);
    const back = new URL(match.manifest.setup_url);
    back.searchParams.set("installation_id", String(installation.id));
    back.searchParams.set("setup_action", "install");
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    return { back, installation };
  }

  uninstall(installation: InstallationState): void {
    for (const candidate of this.apps) {
      const index = candidate.installations.indexOf(installation);
      if (index >= 0) candidate.installations.splice(index, 1);
    }
    for (const [token, of] of this.valid) if (of === installation) this.valid.delete(token);
  }

  #convert(code: string): AppAnswer {
    const created = this.#codes.get(code);
    this.#codes.delete(code);
    if (!created) return { status: 404, body: errorAnswers.notFound("apps/apps#create-a-github-app-from-a-manifest") };
    this.apps.push(created.app);
    const { id, slug, name, owner, webhookSecret, manifest } = created.app;
    if (this.conversion?.whole !== undefined) return { status: 201, body: this.conversion.whole };
    return {
      status: 201,
      body: {
        id,
        slug,
        node_id: "MDM6QXBwMQ==",
        owner: { login: owner, id: 1, type: "Organization" },
        name,
        html_url: `${this.#web()}/github-apps/${slug}`,
        external_url: manifest.url,
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-01T00:00:00Z",
        permissions: manifest.default_permissions,
        events: [...(manifest.default_events ?? [])],
        client_id: `Iv1.${id}`,
        client_secret: randomBytes(20).toString("hex"),
        webhook_secret: manifest.hook_attributes ? webhookSecret : null,
        pem: this.conversion?.pem ?? created.privateKey,
      },
    };
  }

  #asApp(token: string, method: string, path: string, sent: Record<string, unknown>): AppAnswer {
    const caller = this.apps.find((candidate) => isSignedBy(token, candidate));
    if (!caller) return { status: 401, body: errorAnswers.refused("A JSON web token could not be decoded", 401) };
    if (path === "/app" && method === "GET") return { status: 200, body: this.#presentApp(caller) };
    const missing: AppAnswer = { status: 404, body: errorAnswers.notFound("apps/apps#get-an-installation") };
    if (path === "/app/installations")
      return {
        status: 200,
        body: this.listed ?? caller.installations.map((candidate) => this.#present(caller, candidate)),
      };
    const [, id, rest] = /^\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(path) ?? [];
    const match = caller.installations.find((candidate) => String(candidate.id) === id);
    if (!match) return missing;
    if (rest === undefined) return { status: 200, body: this.#present(caller, match) };
    if (method !== "POST") return missing;
    if (match.suspendedAt !== null)
      return { status: 403, body: errorAnswers.refused("This installation has been suspended", 403) };
    const granted = this.#grantedTo(caller, match);
    const permissions = (sent["permissions"] ?? granted) as Record<string, string>;
    if (Object.entries(permissions).some(([name, level]) => granted[name] !== level && granted[name] !== "write"))
      return {
        status: 422,
        body: errorAnswers.refused("The permissions requested are not granted to this installation.", 422),
      };
    const created = `ghs_${randomBytes(18).toString("hex")}`;
    this.permissionsOf.set(created, permissions);
    this.valid.set(created, match);
    if (permissions["issues"] === "write") this.#accounts[created] = { login: `${caller.slug}[bot]`, role: "write" };
    const expires = new Date(Date.now() + this.lifetimeMs).toISOString();
    return {
      status: 201,
      body: {
        token: created,
        expires_at: expires,
        permissions: caller.manifest.default_permissions,
        repository_selection: "selected",
      },
    };
  }

  #grantedTo(caller: AppState, installation: InstallationState): Readonly<Record<string, string>> {
    return {
      ...(installation.permissions ?? caller.manifest.default_permissions),
      ...this.added,
    };
  }

  #accountOf(login: string): JsonValue {
    return {
      login,
      id: 1,
      node_id: "MDEyOk9yZ2FuaXphdGlvbjE=",
      avatar_url: `${this.#web()}/avatars/1`,
      gravatar_id: "",
      url: `${this.#web()}/users/${login}`,
      html_url: `${this.#web()}/${login}`,
      followers_url: `${this.#web()}/users/${login}/followers`,
      following_url: `${this.#web()}/users/${login}/following{/other_user}`,
      gists_url: `${this.#web()}/users/${login}/gists{/gist_id}`,
      starred_url: `${this.#web()}/users/${login}/starred{/owner}{/repo}`,
      subscriptions_url: `${this.#web()}/users/${login}/subscriptions`,
      organizations_url: `${this.#web()}/users/${login}/orgs`,
      repos_url: `${this.#web()}/users/${login}/repos`,
      events_url: `${this.#web()}/users/${login}/events{/privacy}`,
      received_events_url: `${this.#web()}/users/${login}/received_events`,
      type: "Organization",
      site_admin: false,
    };
  }

  #presentApp({ id, slug, name, owner, manifest, installations }: AppState): JsonValue {
    return {
      id,
      slug,
      node_id: "MDM6QXBwMQ==",
      client_id: `Iv1.${id}`,
      owner: this.#accountOf(owner),
      name,
      description: null,
      external_url: manifest.url,
      html_url: `${this.#web()}/github-apps/${slug}`,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      permissions: { ...manifest.default_permissions, ...this.added, ...this.waiting },
      events: [...(manifest.default_events ?? [])],
      installations_count: installations.length,
    };
  }

  #present(caller: AppState, installation: InstallationState): JsonValue {
    const { id, account, suspendedAt } = installation;
    return {
      id,
      account: this.#accountOf(account),
      access_tokens_url: `${this.#web()}/app/installations/${id}/access_tokens`,
      repositories_url: `${this.#web()}/installation/repositories`,
      html_url: `${this.#web()}/organizations/${account}/settings/installations/${id}`,
      app_id: caller.id,
      app_slug: caller.slug,
      target_id: 1,
      target_type: "Organization",
      permissions: this.#grantedTo(caller, installation),
      events: [],
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      single_file_name: null,
      repository_selection: "selected",
      suspended_by: null,
      suspended_at: suspendedAt,
    };
  }
}

/**
 * @param web the address of the host
 * @param accounts is given each token that may write
 */
export const createGithubApps = (web: () => string, accounts: Record<string, HostCaller>): GithubApps =>
  new AppsInMemory(web, accounts);

/** GitHub accepts a token of at most ten minutes, whose issuer is the app. */
function isSignedBy(token: string, app: AppState): boolean {
  const [header = "", claims = "", signature = ""] = token.split(".");
  if (signature === "") return false;
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const { iss, iat, exp } = read(claims);
  const now = Date.now() / 1000;
  return (
    read(header)["alg"] === "RS256" &&
    String(iss) === String(app.id) &&
    Number(iat) <= now &&
    Number(exp) > now &&
    Number(exp) <= now + 600 &&
    createVerify("sha256").update(`${header}.${claims}`).verify(app.publicKey, signature, "base64url")
  );
}
