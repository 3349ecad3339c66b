import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonValue } from "../../server/demo/hosts/hostAnswers.ts";
import { errorAnswers } from "../../server/demo/hosts/errorAnswers.ts";
import { type AppAnswer, createGithubApps, type GithubApps } from "../../server/demo/hosts/githubApps.ts";
import type { HostCaller } from "../../server/demo/hosts/issueWriteCalls.ts";
import { type GithubHost, startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import { isGitAllowed, serveGit } from "./gitHost.ts";
import { githubData } from "./githubWorkHost.ts";
import { deliveryDeviations, deliveryWith } from "./published/githubDeliveries.ts";
import type { Work } from "./work.ts";

/** A check run as the API has it. */
export interface CheckRunState {
  readonly id: number;
  readonly appId: number;
  readonly headSha: string;
  body: Record<string, unknown>;
}
export type HostFault = (response: ServerResponse, answer: () => Promise<void>) => unknown;

export interface GithubAppHost extends GithubApps, Pick<GithubHost, "url" | "requests"> {
  /** Called before each request that a token of an installation makes. */
  onRead: ((path: string) => void) | undefined;
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
  const accounts: Record<string, HostCaller> = {};
  const ofHost = createGithubApps(() => host.url, accounts);
  const { apps, valid, permissionsOf } = ofHost;
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
  const answerOf = (
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    sent: Record<string, unknown>,
  ): AppAnswer | "lost" | undefined => {
    const secret = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const ofApps = app.answerOf(request.method ?? "GET", path, secret, sent);
    if (ofApps) return ofApps;
    const installation = valid.get(secret);
    if (!secret.startsWith("ghs_")) return undefined;
    app.onRead?.(path);
    if (!installation || !valid.has(secret)) return { status: 401, body: errorAnswers.badCredentials() };
    if (installation.suspendedAt !== null)
      return { status: 403, body: errorAnswers.refused("This installation has been suspended", 403) };
    if (path === "/user")
      return { status: 403, body: errorAnswers.refused("Resource not accessible by integration", 403) };
    if (/^(?:\/api\/v3)?\/installation\/repositories$/.test(path) && (query.get("page") ?? "1") === "1")
      return {
        status: 200,
        body: {
          total_count: 1,
          repository_selection: "selected",
          repositories: [
            {
              id: work.projectId,
              name: work.path.split("/")[1] ?? "",
              full_name: work.path,
              html_url: `${host.url}/${work.path}`,
              private: true,
              visibility: "private",
              archived: false,
              fork: false,
              size: 12,
              topics: [],
              has_issues: true,
              default_branch: "main",
            },
          ],
        },
      };
    const login = /^(?:\/api\/v3)?\/users\/([\w-]+)$/.exec(path)?.[1];
    if (login !== undefined) return { status: 200, body: { login, id: 1, type: "Organization" } };
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
  ): AppAnswer | "lost" | undefined => {
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
      run = { id: app.newNumber(), appId, headSha: String(body["head_sha"]), body };
      app.checkRuns.push(run);
    }
    return app.onCheckRun?.() === true ? "lost" : { status: id === undefined ? 201 : 200, body: present(run) };
  };
  const app: GithubAppHost = Object.assign(ofHost, {
    url: host.url,
    requests: host.requests,
    onRead: undefined,
    pulls: new Map(),
    checkRuns: [],
    onCheckRun: undefined,
    fault: undefined,
    gitRoot: undefined,
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
  } satisfies Omit<GithubAppHost, keyof GithubApps>);
  return app;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function drain(request: IncomingMessage): Promise<void> {
  for await (const _part of request) continue;
}

function send(response: ServerResponse, { status, body }: AppAnswer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(text);
}
