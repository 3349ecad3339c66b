/**
 * Runs programs for fixtures in a small process and waits for each of them. A fork copies the page tables of its parent: from a process of
 * the tests, which is a gigabyte large, each start of git takes 40 to 100 ms of processor time.
 */
import { execFileSync, spawn, type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnSyncOptions, "cwd" | "env" | "input">;
}

export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const HEADER_BYTES = 4;
const MAX_OUTPUT_BYTES = 1 << 28;

/** Sends a message with its length before it, over a pipe that blocks. */
export function sendMessage(pipe: number, message: unknown): void {
  const body = serialize(message);
  const bytes = Buffer.alloc(HEADER_BYTES + body.length);
  bytes.writeUInt32LE(body.length);
  bytes.set(body, HEADER_BYTES);
  for (let at = 0; at < bytes.length;) at += writeSync(pipe, bytes, at);
}

/** Waits for a message; undefined at the end of the pipe. */
export function receiveMessage(pipe: number): unknown {
  const header = receiveBytes(pipe, HEADER_BYTES);
  const body = header && receiveBytes(pipe, header.readUInt32LE());
  return body && deserialize(body);
}

function receiveBytes(pipe: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const read = readSync(pipe, bytes, at, length - at, null);
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

export function runCall({ program, args, options }: ProgramCall): ProgramResult {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, maxBuffer: MAX_OUTPUT_BYTES });
  if (error) return { status: null, stdout: Buffer.alloc(0), stderr: Buffer.from(error.message) };
  return { status, stdout, stderr };
}

let pipes: { readonly calls: number; readonly results: number } | undefined;

function openPipes(): NonNullable<typeof pipes> {
  const folder = mkdtempSync(join(tmpdir(), "clew-pipes-"));
  const [calls, results] = [join(folder, "calls"), join(folder, "results")];
  execFileSync("mkfifo", [calls, results]);
  const child = spawn(process.execPath, [join(import.meta.dirname, "smallProcessMain.ts"), calls, results], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  child.unref();
  // Each waits for the other end to be opened.
  const opened = { calls: openSync(calls, "w"), results: openSync(results, "r") };
  rmSync(folder, { recursive: true });
  return opened;
}

/** As `spawnSync`, without an exception for any status. */
export function tryProgram(
  program: string,
  args: readonly string[],
  options: ProgramCall["options"] = {},
): ProgramResult {
  const call = { program, args, options };
  if (process.platform === "win32") return runCall(call);
  pipes ??= openPipes();
  sendMessage(pipes.calls, call);
  const { status, stdout, stderr } = receiveMessage(pipes.results) as ProgramResult;
  return { status, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** As `execFileSync`: its output. @throws with the error output for any status but 0 */
export function runProgram(program: string, args: readonly string[], options: ProgramCall["options"] = {}): Buffer {
  const { status, stdout, stderr } = tryProgram(program, args, options);
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status}: ${stderr.toString()}`);
  return stdout;
}
