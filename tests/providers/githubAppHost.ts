import { createHmac, createVerify, generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonValue } from "../../server/demo/hosts/hostAnswers.ts";
import { errorAnswers } from "../../server/demo/hosts/errorAnswers.ts";
import type { HostCaller } from "../../server/demo/hosts/issueWriteCalls.ts";
import { type GithubHost, startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import { isGitAllowed, serveGit } from "./gitHost.ts";
import { githubData } from "./githubWorkHost.ts";
import { deliveryDeviations, deliveryWith } from "./published/githubDeliveries.ts";
import type { Work } from "./work.ts";

interface InstallationState {
  readonly id: number;
  readonly account: string;
  suspendedAt: string | null;
  /** What its owner has granted; left out: what the manifest asks for. */
  permissions?: Record<string, string>;
}
interface AppState {
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

/** A check run as the API has it. */
export interface CheckRunState {
  readonly id: number;
  readonly appId: number;
  readonly headSha: string;
  body: Record<string, unknown>;
}
export type HostFault = (response: ServerResponse, answer: () => Promise<void>) => unknown;

export interface GithubAppHost extends Pick<GithubHost, "url" | "requests"> {
  /** What a person does on the page that the form of a registration opens: the address that the browser is sent back to. */
  createApp(action: string, manifest: Manifest): URL;
  /** What the owner does at the installation page; the address that the browser is sent back to. */
  install(installUrl: string, account?: string): { readonly back: URL; readonly installation: InstallationState };
  readonly apps: AppState[];
  /** Installation tokens that are valid now. */
  readonly valid: Map<string, InstallationState>;
  /** Instead of the private key or the whole answer of the next conversion. */
  conversion: { pem?: string; whole?: string } | undefined;
  /** Instead of the list of installations. */
  listed: JsonValue | undefined;
  /** Milliseconds until a new token ends. */
  lifetimeMs: number;
  /** Called before each request that a token of an installation makes. */
  onRead: ((path: string) => void) | undefined;
  /** Permissions that the owner of the app has added since its registration, and that each installation has accepted. */
  added: Record<string, string>;
  /** Permissions that the owner of the app has added, and that no installation has accepted yet. */
  waiting: Record<string, string>;
  /** Pull requests that the API has in addition to those of the work, by number. `fork`: the repository of the head. */
  pulls: Map<number, { state: string; sha: string; fork?: string }>;
  /** The check runs that apps have made. */
  readonly checkRuns: CheckRunState[];
  /** Called when a check run is stored; true: its answer is lost. */
  onCheckRun: (() => boolean) | undefined;
  /** Another answer to a request, `METHOD path`; undefined: the usual one. */
  fault: ((request: string) => HostFault | undefined) | undefined;
  /** A folder with bare repositories, by their paths. */
  gitRoot: string | undefined;
  uninstall(installation: InstallationState): void;
  /**
   * Sends a delivery, signed with the secret of the app: a recorded one of the event with these changes.
   * @throws where it differs from GitHub's published schema; `isWhole` sends the given body unchecked instead
   */
  deliver(
    event: string,
    changes: Record<string, unknown>,
    options?: { readonly id?: string; readonly secret?: string; readonly to?: string; readonly isWhole?: boolean },
  ): Promise<{ readonly status: number; readonly accepted: unknown }>;
  stop(): Promise<void>;
}

/** Twice the milliseconds for which a server counts a lag. */
const LONG_STALL_MS = 1000;

/** GitHub with GitHub Apps, as its API and its pages answer: manifests, JSON Web Tokens, installations, their tokens, and signed deliveries. */
/** @param data instead of that of the work, for a host at which comments are written */
export async function startGithubAppHost(work: Work, data = githubData(work)): Promise<GithubAppHost> {
  const apps: AppState[] = [];
  const accounts: Record<string, HostCaller> = {};
  const codes = new Map<string, { readonly app: AppState; readonly privateKey: string }>();
  const valid = new Map<string, InstallationState>();
  const host = await startGithubHost({
    data,
    accounts,
    get token() {
      return work.token;
    },
    intercept: async (request, response, answer) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      if (app.gitRoot !== undefined && /\/(?:info\/refs|git-upload-pack)$/.test(pathname)) {
        const isAllowed = [...valid.keys()].some((token) => isGitAllowed(request, token));
        if (isAllowed) return serveGit(app.gitRoot, request, response, undefined);
        return void response.writeHead(401, { "www-authenticate": 'Basic realm="GitHub"' }).end();
      }
      const fault = app.fault?.(`${request.method} ${pathname}`);
      if (fault) return void (await fault(response, answer));
      const sent = /\/(?:check-runs(?:\/\d+)?|access_tokens)$/.test(pathname) ? await bodyOf(request) : {};
      const found = answerOf(request, pathname, searchParams, sent);
      if (!found) return answer();
      if (found === "lost") return void response.destroy();
      if (!request.readableEnded) await drain(request);
      send(response, found);
    },
  });
  let next = 100;
  const permissionsOf = new Map<string, Readonly<Record<string, string>>>();
  const answerOf = (
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    sent: Record<string, unknown>,
  ): Answer | "lost" | undefined => {
    const code = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path)?.[1];
    if (code !== undefined) return convert(code);
    const secret = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (path === "/app" || path.startsWith("/app/")) return asApp(secret, request.method ?? "GET", path, sent);
    const installation = valid.get(secret);
    if (!secret.startsWith("ghs_")) return undefined;
    app.onRead?.(path);
    if (!installation || !valid.has(secret)) return { status: 401, body: errorAnswers.badCredentials() };
    if (installation.suspendedAt !== null)
      return { status: 403, body: errorAnswers.refused("This installation has been suspended", 403) };
    if (path === "/user")
      return { status: 403, body: errorAnswers.refused("Resource not accessible by integration", 403) };
    if (path === "/installation/repositories" && query.get("page") === "1")
      return {
        status: 200,
        body: {
          total_count: 1,
          repository_selection: "selected",
          repositories: [
            { id: work.projectId, full_name: work.path, html_url: `${host.url}/${work.path}`, private: true },
          ],
        },
      };
    const checked = checkAnswer(secret, request.method ?? "GET", path, query, sent);
    if (checked) return checked;
    // The data of the repository is served to the token that the host knows.
    work.token = secret;
    return undefined;
  };
  const checkAnswer = (
    secret: string,
    method: string,
    path: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ): Answer | "lost" | undefined => {
    const repository = `/repos/${work.path}`;
    const pull = app.pulls.get(Number(path.slice(`${repository}/pulls/`.length)));
    if (pull && path.startsWith(`${repository}/pulls/`))
      return {
        status: 200,
        body: {
          number: 1,
          state: pull.state,
          head: { sha: pull.sha, repo: { full_name: pull.fork ?? work.path } },
          base: { repo: { full_name: work.path } },
        },
      };
    const [, sha, id] =
      /(?:\/commits\/([0-9a-f]+))?\/check-runs(?:\/(\d+))?$/.exec(path.slice(repository.length)) ?? [];
    if (!path.startsWith(repository) || !path.includes("/check-runs")) return undefined;
    if (permissionsOf.get(secret)?.["checks"] !== "write")
      return { status: 403, body: errorAnswers.refused("Resource not accessible by integration", 403) };
    const present = (run: CheckRunState): JsonValue => ({
      ...(run.body as Record<string, JsonValue>),
      id: run.id,
      head_sha: run.headSha,
      app: { id: run.appId },
    });
    if (method === "GET") {
      const found = app.checkRuns.filter(
        (run) => run.headSha === sha && run.body["name"] === (query.get("check_name") ?? run.body["name"]),
      );
      return { status: 200, body: { total_count: found.length, check_runs: found.map((run) => present(run)) } };
    }
    let run = app.checkRuns.find((one) => String(one.id) === id);
    if (run) run.body = { ...run.body, ...body };
    else {
      const appId = apps.find((one) => one.installations.some((made) => made === valid.get(secret)))?.id ?? 0;
      run = { id: (next += 1), appId, headSha: String(body["head_sha"]), body };
      app.checkRuns.push(run);
    }
    return app.onCheckRun?.() === true ? "lost" : { status: id === undefined ? 201 : 200, body: present(run) };
  };
  const convert = (code: string): Answer => {
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
        html_url: `${host.url}/github-apps/${slug}`,
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
  const asApp = (token: string, method: string, path: string, sent: Record<string, unknown>): Answer => {
    const caller = apps.find((one) => isSignedBy(token, one));
    if (!caller) return { status: 401, body: errorAnswers.refused("A JSON web token could not be decoded", 401) };
    if (path === "/app" && method === "GET") return { status: 200, body: presentApp(caller) };
    const missing: Answer = { status: 404, body: errorAnswers.notFound("apps/apps#get-an-installation") };
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
    avatar_url: `${host.url}/avatars/1`,
    gravatar_id: "",
    url: `${host.url}/users/${login}`,
    html_url: `${host.url}/${login}`,
    followers_url: `${host.url}/users/${login}/followers`,
    following_url: `${host.url}/users/${login}/following{/other_user}`,
    gists_url: `${host.url}/users/${login}/gists{/gist_id}`,
    starred_url: `${host.url}/users/${login}/starred{/owner}{/repo}`,
    subscriptions_url: `${host.url}/users/${login}/subscriptions`,
    organizations_url: `${host.url}/users/${login}/orgs`,
    repos_url: `${host.url}/users/${login}/repos`,
    events_url: `${host.url}/users/${login}/events{/privacy}`,
    received_events_url: `${host.url}/users/${login}/received_events`,
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
    html_url: `${host.url}/github-apps/${slug}`,
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
      access_tokens_url: `${host.url}/app/installations/${id}/access_tokens`,
      repositories_url: `${host.url}/installation/repositories`,
      html_url: `${host.url}/organizations/${account}/settings/installations/${id}`,
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
  const app: GithubAppHost = {
    url: host.url,
    requests: host.requests,
    apps,
    valid,
    conversion: undefined,
    listed: undefined,
    lifetimeMs: 3_600_000,
    onRead: undefined,
    added: {},
    waiting: {},
    pulls: new Map(),
    checkRuns: [],
    onCheckRun: undefined,
    fault: undefined,
    gitRoot: undefined,
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
      const made = { id: (next += 1), slug, name, owner, publicKey, webhookSecret, manifest, installations: [] };
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
      const installation = { id: (next += 1), account: account ?? found.owner, suspendedAt: null };
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
    async deliver(event, changes, { id, secret, to, isWhole = false } = {}) {
      const [first] = apps;
      const startedAt = performance.now();
      const body = isWhole ? changes : deliveryWith(event, changes);
      const deviations = isWhole ? [] : deliveryDeviations({ event, body });
      if (deviations.length > 0) throw new Error(`GitHub sends no such delivery: ${deviations.join("; ")}`);
      // A schema is compiled without a pause: a server of this process sees a loop that lags, and refuses calls until it has forgotten it.
      if (performance.now() - startedAt > LONG_STALL_MS) await sleep(LONG_STALL_MS);
      const text = JSON.stringify(body);
      const signature = createHmac("sha256", secret ?? first?.webhookSecret ?? "")
        .update(text)
        .digest("hex");
      const answer = await fetch(to ?? first?.manifest.hook_attributes?.url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-github-event": event,
          "x-github-delivery": id ?? crypto.randomUUID(),
          "x-hub-signature-256": `sha256=${signature}`,
        },
        body: text,
      });
      const read = (await answer.json()) as { accepted?: unknown };
      return { status: answer.status, accepted: read.accepted };
    },
    stop: () => host.stop(),
  };
  return app;
}

interface Answer {
  readonly status: number;
  readonly body: JsonValue | string;
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

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function drain(request: IncomingMessage): Promise<void> {
  for await (const _part of request) continue;
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(text);
}
