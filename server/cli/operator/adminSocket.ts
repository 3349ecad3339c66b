/**
 * The running server's endpoint for the operator: HTTP on the loopback interface, with a token in a file that only the server's own user can
 * read. The embedded database belongs to one process, so that process has to execute the command.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import type { BackupTarget } from "../backup/BackupTarget.ts";
import { isForServer, backupInServer } from "../backup/backupCommands.ts";
import type { OperatorContext } from "./command.ts";
import { runCommand, type CommandOutcome } from "./runCommand.ts";

const FILE = "operator.json";
const HEARTBEAT_INTERVAL_MS = 10_000;
const FAILED: CommandOutcome = { status: 1, out: "", err: "The server could not do it. Its log says why.\n" };
const SocketFile = z.object({ port: z.number().int(), token: z.string().min(20) });
const AdminRequest = z.object({ args: z.array(z.string().max(10_000)).max(100) });
const AdminResponse = z
  .object({
    status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    out: z.string(),
    said: z.string(),
  })
  .transform(({ said: err, ...outcome }): CommandOutcome => ({ ...outcome, err }));
const encodeResponse = ({ err, ...outcome }: CommandOutcome): string => JSON.stringify({ ...outcome, said: err });

export interface AdminSocketOptions {
  readonly dataDir: string;
  readonly context: OperatorContext;
  /** What backups are made of, at the time of the command: a rotation replaces the key. */
  readonly backupTarget: () => BackupTarget;
  readonly onError: (error: unknown) => void;
}

/** Starts the endpoint. @returns what stops it */
export async function openAdminSocket({
  dataDir,
  context,
  backupTarget,
  onError,
}: AdminSocketOptions): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString("base64url");
  const expected = Buffer.from(`Bearer ${token}`);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = Buffer.from(request.headers.authorization ?? "");
    if (request.method !== "POST" || header.length !== expected.length || !timingSafeEqual(header, expected)) {
      response.writeHead(401).end();
      return;
    }
    const parsed = AdminRequest.safeParse(JSON.parse(await readText(request)));
    if (!parsed.success) {
      response.writeHead(400).end();
      return;
    }
    const { args } = parsed.data;
    response.writeHead(200, { "content-type": "application/json" });
    // A backup may take minutes: a blank now and then keeps the other side waiting.
    const heartbeat = setInterval(() => response.write(" "), HEARTBEAT_INTERVAL_MS);
    try {
      const outcome = isForServer(args) ? await backupInServer(backupTarget(), args) : await runCommand(context, args);
      response.end(encodeResponse(outcome));
    } catch (error) {
      onError(error);
      response.end(encodeResponse(FAILED));
    } finally {
      clearInterval(heartbeat);
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const path = join(dataDir, FILE);
  // Created again, so that the rights of an old file do not remain.
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ port, token }), { mode: 0o600 });
  return async () => {
    // Of two processes on one folder the later has written it.
    if (readSocketFile(path)?.token === token) rmSync(path, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Sends a command to the running server. @returns undefined when none runs on this data folder */
export async function sendToRunningServer(
  dataDir: string,
  args: readonly string[],
): Promise<CommandOutcome | undefined> {
  const socket = readSocketFile(join(dataDir, FILE));
  if (!socket) return undefined;
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${socket.port}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${socket.token}` },
      body: JSON.stringify({ args }),
    });
  } catch {
    // Left behind by a server that was killed.
    return undefined;
  }
  // Another program took the port of a server that was killed.
  if (response.status === 401) return undefined;
  if (!response.ok) return FAILED;
  const answer = AdminResponse.safeParse(await response.json());
  return answer.success ? answer.data : undefined;
}

function readSocketFile(path: string): z.output<typeof SocketFile> | undefined {
  try {
    return SocketFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
