/** The real server on a free port, with an empty database, for tests that speak HTTP. */
import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { hashPassword } from "../../../server/access/passwords/passwords.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { readSettings } from "../../../server/settings.ts";
import { startServer } from "../../../server/startServer.ts";
import type { ServerOptions } from "../../../server/wire/ServerProcess.ts";
import { addCompany, addUser } from "../rows.ts";
import { requireShape } from "./answerShape.ts";
import { makeStorage, type Engine } from "../testDb.ts";

export interface Answer {
  readonly status: number;
  // Assertions of the test check the body.
  readonly body: unknown;
  readonly headers: Headers;
}

export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly dataDir: string;
  /** Output for the operator. */
  readonly said: string[];
  readonly log: string[];
  /** @param path relative to /api/v1/ */
  call(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: unknown; raw?: string; language?: string },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Record<string, string>;
  /** Milliseconds between the tries to send a mail. */
  readonly mailRetryDelaysMs?: readonly number[];
  /** What counts as now for Insights. */
  readonly now?: () => Date;
  readonly connections?: ServerOptions["connections"];
  readonly socketLimits?: ServerOptions["socketLimits"];
  /** Whether due work of rules, replies, checks, held changes and backups is looked for every `SOON_MS` instead of every few seconds. */
  readonly isWorkDueSoon?: boolean;
}

/** Each of these looks takes a few statements: 190 to 260 ms of processor time in each second, so only tests that wait for the work ask for it. */
const SOON_MS = 100;

export async function startTestServer(
  engine: Engine,
  { environment, mailRetryDelaysMs, now, connections, socketLimits, isWorkDueSoon = false }: TestServerOptions = {},
): Promise<TestServer> {
  const storage = await makeStorage(engine);
  const said: string[] = [];
  const log: string[] = [];
  const settings = readSettings({
    CLEW_DATA: storage.dataDir,
    DATABASE_URL: storage.databaseUrl,
    CLEW_DEMO: "off",
    CLEW_ALLOWED_PATHS: storage.dataDir,
    CLEW_DIST: `${storage.dataDir}/dist`,
    PORT: "0",
    NODE_ENV: "test",
    ...environment,
  });
  const server = await startServer(settings, {
    isDurable: false,
    connections,
    socketLimits,
    ...(now && { now }),
    ...(mailRetryDelaysMs && { mailRetryDelaysMs }),
    ...(isWorkDueSoon && { pollMs: SOON_MS }),
    logStream: { write: (line) => log.push(line) },
    say: (line) => said.push(line),
    onFatal: (error) => {
      throw error;
    },
  });
  return {
    url: server.url,
    app: server.app,
    db: server.database.db,
    dataDir: storage.dataDir,
    said,
    log,
    call: async (method, path, { token, body, raw, language } = {}) => {
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${server.url}/api/v1/${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(language !== undefined && { "accept-language": language }),
          ...(text !== undefined && { "content-type": "application/json" }),
        },
        ...(text !== undefined && { body: text }),
      });
      const answer = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      const { status, headers } = response;
      const read: unknown = isJson ? JSON.parse(answer) : answer;
      requireShape(method, path, status, read, headers);
      return { status, body: read, headers };
    },
    stop: async () => {
      await server.stop();
      await storage.remove();
    },
  };
}

export const PASSWORD = "correct horse";
const hash = hashPassword(PASSWORD);

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A user with a session. Their password is PASSWORD. */
export async function signedIn(
  db: Db,
  given: { readonly companyId: string | null; readonly email: string; readonly role?: "Admin" | "Member" },
): Promise<SignedInUser> {
  const id = await addUser(db, { ...given, name: given.email.replace(/@.*/, ""), passwordHash: await hash });
  return { id, email: given.email, token: await startSession(db, id) };
}

/** A company with an Admin and a Member, and a user of another company. */
export async function addPeople(db: Db, company: Parameters<typeof addCompany>[1] = {}) {
  const companyId = await addCompany(db, company);
  const otherCompanyId = await addCompany(db);
  const [admin, member, stranger] = await Promise.all([
    signedIn(db, { companyId, email: "admin@example.org", role: "Admin" }),
    signedIn(db, { companyId, email: "member@example.org" }),
    signedIn(db, { companyId: otherCompanyId, email: "stranger@example.org", role: "Admin" }),
  ]);
  return { companyId, otherCompanyId, admin, member, stranger };
}

export interface Heard {
  readonly messages: Record<string, unknown>[];
  readonly socket: WebSocket;
  /** The code that it was closed with. */
  readonly closed: Promise<number>;
}

/** Opens the notifications channel. */
export async function listen(server: TestServer, query: string): Promise<Heard> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws/notifications/?${query}`);
  const messages: Record<string, unknown>[] = [];
  socket.addEventListener("message", ({ data }) => messages.push(JSON.parse(String(data)) as Record<string, unknown>));
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => resolve(code));
  });
  await once(socket, "open");
  return { messages, socket, closed };
}

/** The statuses of answers that came in any order. */
export const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
