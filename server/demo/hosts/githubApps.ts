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
  readonly manifest: Manifest;
  readonly installations: InstallationState[];
}
export interface Manifest {
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
  createApp(action: string, manifest: Manifest): URL;
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

/**
 * @param web the address of the host
 * @param accounts is given each token that may write
 */
export function createGithubApps(web: () => string, accounts: Record<string, HostCaller>): GithubApps {
  const apps: AppState[] = [];
  const codes = new Map<string, { readonly app: AppState; readonly privateKey: string }>();
  const valid = new Map<string, InstallationState>();
  const permissionsOf = new Map<string, Readonly<Record<string, string>>>();
  let last = 100;
  const convert = (code: string): AppAnswer => {
    const made = codes.get(code);
    codes.delete(code);
    if (!made) return { status: 404, body: errorAnswers.notFound("apps/apps#create-a-github-app-from-a-manifest") };
    apps.push(made.app);
    const { id, slug, name, owner, webhookSecret, manifest } = made.app;
    if (app.conversion?.whole !== undefined) return { status: 201, body: app.conversion.whole };
    return {
      status: 201,
      body: {
        id,
        slug,
        node_id: "MDM6QXBwMQ==",
        owner: { login: owner, id: 1, type: "Organization" },
        name,
        html_url: `${web()}/github-apps/${slug}`,
        external_url: manifest.url,
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-01T00:00:00Z",
        permissions: manifest.default_permissions,
        events: [...(manifest.default_events ?? [])],
        client_id: `Iv1.${id}`,
        client_secret: randomBytes(20).toString("hex"),
        webhook_secret: manifest.hook_attributes ? webhookSecret : null,
        pem: app.conversion?.pem ?? made.privateKey,
      },
    };
  };
  const asApp = (token: string, method: string, path: string, sent: Record<string, unknown>): AppAnswer => {
    const caller = apps.find((one) => isSignedBy(token, one));
    if (!caller) return { status: 401, body: errorAnswers.refused("A JSON web token could not be decoded", 401) };
    if (path === "/app" && method === "GET") return { status: 200, body: presentApp(caller) };
    const missing: AppAnswer = { status: 404, body: errorAnswers.notFound("apps/apps#get-an-installation") };
    if (path === "/app/installations")
      return { status: 200, body: app.listed ?? caller.installations.map((one) => present(caller, one)) };
    const [, id, rest] = /^\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(path) ?? [];
    const found = caller.installations.find((one) => String(one.id) === id);
    if (!found) return missing;
    if (rest === undefined) return { status: 200, body: present(caller, found) };
    if (method !== "POST") return missing;
    if (found.suspendedAt !== null)
      return { status: 403, body: errorAnswers.refused("This installation has been suspended", 403) };
    const granted = grantedTo(caller, found);
    const asked = (sent["permissions"] ?? granted) as Record<string, string>;
    if (Object.entries(asked).some(([name, level]) => granted[name] !== level && granted[name] !== "write"))
      return {
        status: 422,
        body: errorAnswers.refused("The permissions requested are not granted to this installation.", 422),
      };
    const made = `ghs_${randomBytes(18).toString("hex")}`;
    permissionsOf.set(made, asked);
    valid.set(made, found);
    if (asked["issues"] === "write") accounts[made] = { login: `${caller.slug}[bot]`, role: "write" };
    const expires = new Date(Date.now() + app.lifetimeMs).toISOString();
    return {
      status: 201,
      body: {
        token: made,
        expires_at: expires,
        permissions: caller.manifest.default_permissions,
        repository_selection: "selected",
      },
    };
  };
  const grantedTo = (caller: AppState, installation: InstallationState): Readonly<Record<string, string>> => ({
    ...(installation.permissions ?? caller.manifest.default_permissions),
    ...app.added,
  });
  const accountOf = (login: string): JsonValue => ({
    login,
    id: 1,
    node_id: "MDEyOk9yZ2FuaXphdGlvbjE=",
    avatar_url: `${web()}/avatars/1`,
    gravatar_id: "",
    url: `${web()}/users/${login}`,
    html_url: `${web()}/${login}`,
    followers_url: `${web()}/users/${login}/followers`,
    following_url: `${web()}/users/${login}/following{/other_user}`,
    gists_url: `${web()}/users/${login}/gists{/gist_id}`,
    starred_url: `${web()}/users/${login}/starred{/owner}{/repo}`,
    subscriptions_url: `${web()}/users/${login}/subscriptions`,
    organizations_url: `${web()}/users/${login}/orgs`,
    repos_url: `${web()}/users/${login}/repos`,
    events_url: `${web()}/users/${login}/events{/privacy}`,
    received_events_url: `${web()}/users/${login}/received_events`,
    type: "Organization",
    site_admin: false,
  });
  const presentApp = ({ id, slug, name, owner, manifest, installations }: AppState): JsonValue => ({
    id,
    slug,
    node_id: "MDM6QXBwMQ==",
    client_id: `Iv1.${id}`,
    owner: accountOf(owner),
    name,
    description: null,
    external_url: manifest.url,
    html_url: `${web()}/github-apps/${slug}`,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    permissions: { ...manifest.default_permissions, ...app.added, ...app.waiting },
    events: [...(manifest.default_events ?? [])],
    installations_count: installations.length,
  });
  const present = (caller: AppState, installation: InstallationState): JsonValue => {
    const { id, account, suspendedAt } = installation;
    return {
      id,
      account: accountOf(account),
      access_tokens_url: `${web()}/app/installations/${id}/access_tokens`,
      repositories_url: `${web()}/installation/repositories`,
      html_url: `${web()}/organizations/${account}/settings/installations/${id}`,
      app_id: caller.id,
      app_slug: caller.slug,
      target_id: 1,
      target_type: "Organization",
      permissions: grantedTo(caller, installation),
      events: [],
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      single_file_name: null,
      repository_selection: "selected",
      suspended_by: null,
      suspended_at: suspendedAt,
    };
  };
  const app: GithubApps = {
    apps,
    valid,
    permissionsOf,
    conversion: undefined,
    listed: undefined,
    lifetimeMs: 3_600_000,
    added: {},
    waiting: {},
    newNumber: () => (last += 1),
    answerOf: (method, path, token, sent) => {
      const code = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path)?.[1];
      if (code !== undefined) return convert(code);
      return path === "/app" || path.startsWith("/app/") ? asApp(token, method, path, sent) : undefined;
    },
    createApp(action, manifest) {
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
      const made = { id: app.newNumber(), slug, name, owner, publicKey, webhookSecret, manifest, installations: [] };
      codes.set(code, { app: made, privateKey });
      const back = new URL(manifest.redirect_url);
      back.searchParams.set("code", code);
      back.searchParams.set("state", new URL(action).searchParams.get("state") ?? "");
      return back;
    },
    install(installUrl, account) {
      const url = new URL(installUrl);
      const found = apps.find((one) => url.pathname === `/github-apps/${one.slug}/installations/new`);
      if (!found) throw new Error("There is no such app.");
      const installation = { id: app.newNumber(), account: account ?? found.owner, suspendedAt: null };
      found.installations.push(installation);
      const back = new URL(found.manifest.setup_url);
      back.searchParams.set("installation_id", String(installation.id));
      back.searchParams.set("setup_action", "install");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return { back, installation };
    },
    uninstall(installation) {
      for (const one of apps) {
        const index = one.installations.indexOf(installation);
        if (index >= 0) one.installations.splice(index, 1);
      }
      for (const [token, of] of valid) if (of === installation) valid.delete(token);
    },
  };
  return app;
}

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
