import { createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createGithubApps, type GithubApps, type AppManifest } from "../../server/demo/hosts/githubApps.ts";
import { type GithubHost, startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../server/demo/hosts/hostData.ts";
import type { HostCaller } from "../../server/demo/hosts/issueWriteCalls.ts";
import { callApi } from "./callApi.ts";
import type { LoadedServer } from "./loadedServer.ts";
import type { Visitor } from "./seedLoadData.ts";

/** A GitHub with an app of a company that is installed on all of its repositories. */
export interface AppHost extends Pick<GithubHost, "url" | "requests"> {
  /** Registers the app and installs it, as an Admin does in the browser. */
  join(server: Pick<LoadedServer, "url">, admin: Visitor, writes?: readonly string[]): Promise<AppAtServer>;
  stop(): Promise<void>;
}

/** The app at one server. */
export interface AppAtServer {
  /** The login as which the app writes. */
  readonly login: string;
  /** The id of the installation at the server. */
  readonly installationId: string;
  /** Sends a delivery of an event, signed with the secret of the app. */
  deliver(
    event: string,
    repository: HostData["repository"],
    body: Readonly<Record<string, unknown>>,
  ): Promise<Response>;
}

/** Answers a request to a repository's git address. */
export type ServeGit = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * @param repositories all of one account
 * @param serveGit answers where a token of the app is sent
 */
export async function startAppHost(repositories: readonly HostData[], serveGit?: ServeGit): Promise<AppHost> {
  const [first, ...others] = repositories;
  if (!first) throw new Error("A host has a repository.");
  const accounts: Record<string, HostCaller> = {};
  const apps = createGithubApps(() => host.url, accounts);
  const host = await startGithubHost({
    data: first,
    others,
    accounts,
    rateLimit: 100_000_000,
    intercept: async (request, response, answer) => {
      const path = new URL(request.url ?? "/", "http://host").pathname.replace(/^\/api\/v3(?=\/)/, "");
      const token = tokenOf(request);
      if (serveGit && /\/(?:info\/refs|git-upload-pack)$/.test(path)) {
        if (apps.valid.has(token)) return serveGit(request, response);
        return void response.writeHead(401, { "www-authenticate": 'Basic realm="GitHub"' }).end();
      }
      if (apps.valid.has(token)) accounts[token] ??= { login: `${apps.apps[0]?.slug ?? ""}[bot]`, role: "read" };
      const isOfApps = path === "/app" || path.startsWith("/app/") || path.startsWith("/app-manifests/");
      if (!isOfApps) return answer();
      const result = apps.answerOf(request.method ?? "GET", path, token, await readJson(request));
      if (!result) return answer();
      const { status, body } = result;
      response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
    },
  });
  return {
    url: host.url,
    requests: host.requests,
    join: (server, admin, writes) => joinServer(host.url, apps, first.repository.owner, server, admin, writes),
    stop: () => host.stop(),
  };
}

/** The registration by a manifest and the installation, with the requests that a browser makes. */
async function joinServer(
  hostUrl: string,
  apps: GithubApps,
  owner: string,
  server: Pick<LoadedServer, "url">,
  admin: Visitor,
  writes: readonly string[] = [],
): Promise<AppAtServer> {
  const { company } = await callApi<{ company: { id: string } }>(server, admin, "GET", "users/me/");
  const base = `companies/${company.id}/apps/`;
  const begun = await beginStep(server, admin, base, { provider: "github", url: hostUrl, organization: owner, writes });
  const page = await (await fetch(server.url + begun.url, { headers: { cookie: begun.cookie } })).text();
  const { action, manifest } = formOf(page);
  await returnTo(server, apps.createApp(action, manifest), begun.cookie);
  const app = apps.apps.at(-1);
  const [stored] = await callApi<{ id: string }[]>(server, admin, "GET", base);
  if (!app || !stored) throw new Error("The app was not registered.");
  const step = await beginStep(server, admin, `${base}${stored.id}/install/`, {});
  const { back, installation } = apps.install(step.url);
  await returnTo(server, back, step.cookie);
  const [usable] = await callApi<{ id: string }[]>(server, admin, "GET", "app-installations/");
  if (!usable) throw new Error("The app was not installed.");
  const address = server.url + new URL(manifest.hook_attributes?.url ?? server.url).pathname;
  return {
    login: `${app.slug}[bot]`,
    installationId: usable.id,
    deliver: (event, repository, body) => {
      const fullName = `${repository.owner}/${repository.name}`;
      return sendSigned(address, event, app.webhookSecret, {
        ...body,
        repository: { id: repository.id, full_name: fullName, html_url: `${hostUrl}/${fullName}` },
        installation: { id: installation.id },
      });
    },
  };
}

/** A delivery as GitHub sends it. */
export function sendSigned(address: string, event: string, secret: string, body: object): Promise<Response> {
  const text = JSON.stringify(body);
  return fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
    },
    body: text,
  });
}

async function beginStep(
  server: Pick<LoadedServer, "url">,
  { token }: Visitor,
  path: string,
  body: object,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  const { url } = (await answer.json()) as { url: string };
  return { url, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

async function returnTo(server: Pick<LoadedServer, "url">, back: URL, cookie: string): Promise<void> {
  const answer = await fetch(server.url + back.pathname + back.search, { redirect: "manual", headers: { cookie } });
  const to = answer.headers.get("location") ?? "";
  if (!/outcome=(?:registered|installed)$/.test(to)) throw new Error(`The server answered ${answer.status} ${to}.`);
}

function formOf(page: string): { readonly action: string; readonly manifest: AppManifest } {
  const unescape = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const [, action = ""] = /action="([^"]*)"/.exec(page) ?? [];
  const [, manifest = "null"] = /name="manifest" value="([^"]*)"/.exec(page) ?? [];
  return { action: unescape(action), manifest: JSON.parse(unescape(manifest)) as AppManifest };
}

/** The token of a call of the API, or of a request of git. */
function tokenOf({ headers: { authorization = "" } }: IncomingMessage): string {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  if (basic !== undefined)
    return Buffer.from(basic, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
  return /^(?:bearer|token) (.+)$/i.exec(authorization)?.[1] ?? "";
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
