/** A host that answers like GitHub's API, with a project whose members write to its first issue. */
import { expect, vi } from "vitest";
import { createSecrets } from "../../server/access/keys/secrets.ts";
import { createSources } from "../../server/sources/createSources.ts";
import { HeldWriteSender } from "../../server/features/issueWrites/HeldWriteSender.ts";
import type { IssueWritesDeps } from "../../server/features/issueWrites/service.ts";
import { WriteReconciler } from "../../server/features/issueWrites/WriteReconciler.ts";
import { type GithubHost, startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import type { HostCaller } from "../../server/demo/hosts/issueWriteCalls.ts";
import type { HostData, HostIssue } from "../../server/demo/hosts/hostData.ts";
import type { Engine } from "./testDb.ts";
import { KEY, type WriteStage, startWriteStage } from "./issueWriteStage.ts";

export const TIME = "2026-05-01T00:00:00Z";
/** After everything that a test writes. */
export const LATER = "2027-01-01T00:00:00Z";

const makeIssue = (number: number): HostIssue => ({
  number,
  title: `Search forgets word ${number}`,
  body: "Seen in `search.ts`.",
  author: "grace",
  assignees: [],
  labels: ["bug"],
  state: "open",
  createdAt: TIME,
  updatedAt: TIME,
  closedAt: null,
  comments: [],
});

/**
 * What happens to a request besides its answer: the host acts and its answer does not arrive (`lost`), the connection ends before it acts
 * (`dropped`), or another answer.
 */
export type Fault =
  | "lost"
  | "dropped"
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly acts?: boolean;
    }
  | undefined;

export interface GithubWriteStage extends WriteStage {
  readonly host: GithubHost;
  readonly data: HostData;
  readonly accounts: Record<string, HostCaller>;
  readonly issue: HostIssue;
  /** Fault of a request that changes something, `METHOD path`. */
  fault: (request: string) => Fault;
  /** Fault of a request that reads. */
  readFault: (request: string) => Fault;
  /** Called before a request is answered: another person acts at the tracker. */
  meanwhile: (request: string) => unknown;
  /** Changing requests since the last reset. */
  sent(): string[];
  /** Counts changing requests from now on. */
  forget(): void;
  reset(): Promise<void>;
  /** Looks for lost changes: with the accounts of the connections, or with that of a token. */
  reconcile(token?: string): Promise<void>;
  /** Runs the sender of another process once. */
  runSender(): Promise<void>;
  /** Sends what is held and due, and waits for what the server of the stage sends. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

export async function startGithubWriteStage(
  engine: Engine = "pglite",
  environment: Record<string, string> = {},
): Promise<GithubWriteStage> {
  const accounts: Record<string, HostCaller> = {};
  const data = makeData();
  const issue = makeIssue(1);
  data.issues.push(issue, makeIssue(2));
  const host = await startGithubHost({
    data,
    accounts,
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      const line = `${request.method} ${request.url}`;
      await stage.meanwhile(line);
      const found = request.method === "GET" ? stage.readFault(line) : stage.fault(line);
      if (found === "dropped") return void request.socket.destroy();
      if (found === undefined) return answer();
      const {
        status,
        headers,
        body,
        acts = false,
      } = found === "lost" ? { status: 0, headers: {}, body: null, acts: true } : found;
      if (acts) {
        const writeHead = response.writeHead.bind(response);
        const end = response.end.bind(response);
        response.writeHead = () => response;
        response.end = () => (found === "lost" ? response.destroy() : response);
        await answer();
        Object.assign(response, { writeHead, end });
      }
      if (found !== "lost")
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    },
  });
  const written = await startWriteStage(
    engine,
    {
      provider: "github",
      url: `${host.url}/ada/thread`,
      issue: { externalId: "770001", key: "#1", number: 1 },
    },
    environment,
  );
  const changes = () => host.requests.filter((request) => !request.startsWith("GET"));
  let seen = 0;
  /** The token of a connection, as it is stored. */
  const storedToken = async (connectionId: string): Promise<string> => {
    const { db } = stage.server;
    const row = await db
      .selectFrom("connections")
      .select("secret_id")
      .where("id", "=", connectionId)
      .executeTakeFirstOrThrow();
    return (await createSecrets(Buffer.from(KEY)).open(db, row.secret_id)).token;
  };
  /** Runs a task as another process of this server does. @param given a token in place of those of the connections */
  const inBackground = async (
    given: string | undefined,
    run: (deps: IssueWritesDeps, onError: (error: unknown) => void) => Promise<void>,
  ): Promise<void> => {
    const { db, dataDir } = stage.server;
    const sources = createSources({ dataDir, allowedNetworks: ["127.0.0.0/8"], allowedPaths: [] });
    const secrets = { openCredential: () => Promise.reject(new Error("no source has a token")) };
    const token = async (connectionId: string) => ({
      token: given ?? (await storedToken(connectionId)),
      isOauth: true,
      origin: host.url,
    });
    const sync = { refreshIssue: () => Promise.resolve(true) };
    const errors: unknown[] = [];
    await run({ db, sources, secrets, connections: { token, clientOf: () => undefined }, sync }, (error) =>
      errors.push(error),
    );
    await sources.close();
    if (errors.length > 0) throw new AggregateError(errors);
  };
  const stage: GithubWriteStage = {
    ...written,
    host,
    data,
    accounts,
    issue,
    fault: () => undefined,
    readFault: () => undefined,
    meanwhile: () => undefined,
    sent: () => changes().slice(seen),
    forget() {
      seen = changes().length;
    },
    async reset() {
      stage.fault = () => undefined;
      stage.readFault = () => undefined;
      stage.meanwhile = () => undefined;
      Object.assign(issue, makeIssue(1));
      delete issue.stateReason;
      delete issue.milestone;
      delete issue.isLocked;
      accounts["t-ada"] = { login: "ada", role: "write" };
      accounts["t-grace"] = { login: "grace", role: "read" };
      await stage.connect(stage.people.admin.id, "t-ada");
      await stage.server.db.deleteFrom("issue_writes").execute();
      await stage.server.db.deleteFrom("rate_limits").execute();
      await stage.allow(true);
      stage.forget();
    },
    reconcile: (given) => inBackground(given, (deps, onError) => new WriteReconciler(deps, onError).run()),
    runSender: () => inBackground(undefined, (deps, onError) => new HeldWriteSender(deps, onError, 0).run()),
    async send() {
      await stage.runSender();
      // The server of the stage sends too, and may have taken some of them.
      await vi.waitFor(async () => {
        const { db } = stage.server;
        const leased = db.selectFrom("issue_writes").select("id").where("leased_until", "is not", null);
        expect(await leased.execute()).toEqual([]);
      }, 10_000);
    },
    async stop() {
      await written.server.stop();
      await host.stop();
    },
  };
  return stage;
}

const makeData = (): HostData => ({
  repository: {
    id: 77,
    owner: "ada",
    name: "thread",
    description: null,
    language: "TypeScript",
    isPrivate: false,
    defaultBranch: "main",
    createdAt: TIME,
    updatedAt: TIME,
    pushedAt: TIME,
  },
  users: [
    { id: 1, login: "ada", name: "Ada", email: "ada@example.org" },
    { id: 2, login: "grace", name: null, email: null },
  ],
  labels: ["bug", "search", "docs"].map((name) => ({ name, color: "d73a4a", description: null })),
  milestones: ["v1", "v2"],
  issues: [],
});
