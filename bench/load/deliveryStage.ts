import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sendSigned, startAppHost } from "./appHost.ts";
import { callApi, sendRequest } from "./callApi.ts";
import { type LoadedServer, startLoadedServer } from "./loadedServer.ts";
import { makePeople, makeTracker, type Tracker, type Visitor } from "./seedLoadData.ts";

/** Where deliveries are sent. */
export const ENDPOINTS = ["source", "app"] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** A server with a tracker that is linked with a webhook, and a project whose trackers are read by an app. */
export interface DeliveryStage {
  readonly server: LoadedServer;
  /** The requests that the host has had. */
  readonly hostRequests: readonly string[];
  /** Sends a delivery about a change of an issue, as GitHub does; each hundredth follows changes in the tracker. */
  deliver(endpoint: Endpoint, at: number): Promise<Response>;
  /** Opens the list of issues of the project with the webhook. */
  visit(): Promise<Response>;
  /** Milliseconds until the lists have as many comments as the trackers; null: they never had. */
  settle(timeoutMs: number): Promise<number | null>;
  stop(): Promise<void>;
}

export interface DeliveryStageOptions {
  /** Number of issues in each tracker. */
  readonly issues: number;
  /** Repositories that the app is installed on. */
  readonly repositories: number;
  /** The clone whose server it is; this one when left out. */
  readonly root?: string | undefined;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
}

const SLUGS: Readonly<Record<Endpoint, string>> = { source: "deliveries", app: "installed" };

export async function startDeliveryStage(options: DeliveryStageOptions): Promise<DeliveryStage> {
  const { issues, repositories, root, nodeArguments } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "clew-deliveries-"));
  const trackers = Array.from({ length: repositories + 1 }, (_, at) => makeTracker(issues, 0, `load-${at}`, 9900 + at));
  const host = await startAppHost(trackers.map(({ data }) => data));
  const admin = await makeAdmin(dataDir, root);
  const environment = { CLEW_ALLOWED_NETWORKS: new URL(host.url).host };
  const server = await startLoadedServer(dataDir, environment, nodeArguments, root);
  const [hooked, ...installed] = trackers as [Tracker, ...Tracker[]];
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    callApi(server, admin, method, path, body);
  const urlOf = ({ data: { repository } }: Tracker): string => `${host.url}/${repository.owner}/${repository.name}`;

  const app = await host.join(server, admin);
  const link = (name: string, trackers: readonly object[]): Promise<unknown> =>
    call("POST", "projects/", { name, repositories: [], trackers });
  const [hookedSource, ...installedSources] = trackers.map((tracker) => ({ provider: "github", url: urlOf(tracker) }));
  await link(SLUGS.source, hookedSource ? [hookedSource] : []);
  await link(
    SLUGS.app,
    installedSources.map((source) => ({ ...source, installation_id: app.installationId })),
  );
  const sourceId = await readSources(call, server);
  const hook = await call<{ url: string; secret: string }>("POST", `sources/${sourceId}/webhook/`);
  const address = server.url + new URL(hook.url).pathname;

  return {
    server,
    hostRequests: host.requests,
    async deliver(endpoint, at) {
      const tracker = (endpoint === "source" ? hooked : installed[at % installed.length]) ?? hooked;
      if (at % 100 === 0) tracker.touch();
      const number = (at % issues) + 1;
      const body = { action: "edited", issue: issueOf(tracker, number), sender: { login: "person-1" } };
      if (endpoint === "app") return app.deliver("issues", tracker.data.repository, body);
      return sendSigned(address, "issues", hook.secret, body);
    },
    visit: () => sendRequest(server, admin, "GET", `projects/${SLUGS.source}/issues/?state=open&limit=50`),
    async settle(timeoutMs) {
      const startedAt = performance.now();
      const target = {
        source: hooked.comments(),
        app: installed.reduce((sum, tracker) => sum + tracker.comments(), 0),
      };
      while (performance.now() - startedAt < timeoutMs) {
        const stored = await Promise.all(ENDPOINTS.map((endpoint) => storedComments(call, SLUGS[endpoint])));
        if (ENDPOINTS.every((endpoint, at) => stored[at] === target[endpoint])) return performance.now() - startedAt;
        await sleep(500);
      }
      return null;
    },
    async stop() {
      await server.stop();
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** By the migrations of the clone whose server opens the database. */
async function makeAdmin(dataDir: string, root: string | undefined): Promise<Visitor> {
  const module = root === undefined ? { makePeople } : await import(join(resolve(root), "bench/load/seedLoadData.ts"));
  const [person] = await (module as { makePeople: typeof makePeople }).makePeople(dataDir, undefined, 1);
  if (!person) throw new Error("The database has no user.");
  return person;
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function issueOf({ data }: Tracker, number: number): object {
  const issue = data.issues.find((row) => row.number === number);
  return { id: number, number, title: issue?.title, updated_at: new Date().toISOString() };
}

/** Waits for the first syncs of both projects. @returns the id of the source with the webhook */
async function readSources(call: Call, server: LoadedServer): Promise<string> {
  interface Listed {
    readonly trackers: readonly { readonly id: string; readonly sync: { state: string; error: string | null } }[];
  }
  for (;;) {
    const projects = await Promise.all(
      ENDPOINTS.map((endpoint) => call<Listed>("GET", `projects/${SLUGS[endpoint]}/`)),
    );
    const sources = projects.flatMap(({ trackers }) => trackers);
    const failed = sources.find(({ sync }) => sync.state === "failed");
    if (failed) throw new Error(`A tracker could not be read: ${failed.sync.error}`);
    const isSettled = !/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics());
    if (isSettled && sources.every(({ sync }) => sync.state === "ready")) return projects[0]?.trackers[0]?.id ?? "";
    await sleep(500);
  }
}

async function storedComments(call: Call, slug: string): Promise<number> {
  let sum = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { results: { comments: number }[]; next: string | null } = await call(
      "GET",
      `projects/${slug}/issues/?limit=200${after}`,
    );
    for (const { comments } of page.results) sum += comments;
    cursor = page.next;
  }
  return sum;
}
