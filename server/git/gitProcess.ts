/**
 * The one place that starts git. Every process gets the same guards, for any repository: no configuration of the machine or the
 * user, no hooks, no prompts, no helpers, no transports but those named for this run.
 */
import { spawn } from "node:child_process";
import { availableParallelism, constants, getPriority, setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { isMainThread } from "node:worker_threads";
import { GitStoppedError } from "./gitErrors.ts";
import { watchMemory } from "./gitMemory.ts";
import { currentRelay } from "./gitRelayClient.ts";
import { message, verbatim } from "../messages/messages.ts";
import { BACKGROUND_NICE, MAX_NICE } from "../threads/lowerThreadPriority.ts";

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(MAX_NICE, getPriority() + BACKGROUND_NICE));
  } catch {
    // It has ended already, or this is not allowed: then all processes are alike.
  }
}

const NULL_DEVICE = process.platform === "win32" ? "NUL" : "/dev/null";

/** Configuration of every git process. It wins over the repository's own: each entry is a way for a repository to run a program or to read a file. */
const GIT_CONFIG: readonly (readonly [string, string])[] = [
  ["protocol.allow", "never"],
  ["core.hooksPath", NULL_DEVICE],
  ["core.fsmonitor", "false"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.askPass", "true"],
  ["core.alternateRefsCommand", "true"],
  ["core.attributesFile", NULL_DEVICE],
  ["core.excludesFile", NULL_DEVICE],
  ["diff.external", ""],
  ["diff.orderFile", NULL_DEVICE],
  ["gpg.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.x509.program", "false"],
  ["mailmap.file", NULL_DEVICE],
  // Signatures are read as they were written, and identities are resolved from the stored .mailmap (ADR 0054). No ref begins with a dot.
  ["mailmap.blob", ".none"],
  // The empty tree: from version 2.43 on, git reads the attributes of HEAD in a bare repository.
  ["attr.tree", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"],
  ["core.symlinks", "false"],
  ["core.quotepath", "off"],
  ["credential.helper", ""],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "60"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["transfer.fsckObjects", "true"],
  // Old, harmless flaws of real histories. What could do harm in a checkout stays refused, though nothing is ever checked out.
  ...[
    "zeroPaddedFilemode",
    "missingSpaceBeforeDate",
    "missingSpaceBeforeEmail",
    "missingEmail",
    "missingNameBeforeEmail",
  ].map(ignored),
  ...[
    "badTimezone",
    "badDate",
    "badDateOverflow",
    "zeroPaddedDate",
    "badEmail",
    "badName",
    "fullPathname",
    "badFilemode",
  ].map(ignored),
  ...[
    "nullSha1",
    "emptyName",
    "treeNotSorted",
    "duplicateEntries",
    "gitmodulesUrl",
    "gitmodulesName",
    "gitmodulesPath",
  ].map(ignored),
  ...["gitmodulesParse", "gitmodulesBlob", "gitmodulesUpdate", "gitmodulesLarge", "extraHeaderEntry"].map(ignored),
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["safe.directory", "*"],
  ["diff.renames", "false"],
  ["log.showSignature", "false"],
  ["i18n.logOutputEncoding", "UTF-8"],
  ["protocol.version", "2"],
  // By default a copy of a repository is unpacked on all cores.
  ["pack.threads", String(Math.max(1, availableParallelism() - 1))],
];

function ignored(id: string): readonly [string, string] {
  return [`fetch.fsck.${id}`, "ignore"];
}

export interface GitAccess {
  /** Transports that this one process may use. */
  readonly protocols: readonly ("https" | "http" | "ssh" | "file")[];
  /** Configuration for this one process: it travels in the environment, so a token is never in a list of processes. */
  readonly config: readonly (readonly [string, string])[];
  /** The ssh command, with its options. */
  readonly sshCommand?: string;
}
export const NO_ACCESS: GitAccess = { protocols: [], config: [] };

export function gitEnvironment(access: GitAccess): Record<string, string> {
  const config = [
    ...GIT_CONFIG,
    ...access.protocols.map((protocol): readonly [string, string] => [`protocol.${protocol}.allow`, "always"]),
    ...access.config,
  ];
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    LC_ALL: "C",
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: NULL_DEVICE,
    GIT_CONFIG_COUNT: String(config.length),
    GIT_ALLOW_PROTOCOL: access.protocols.join(":"),
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_SSH_COMMAND: access.sshCommand ?? "false",
    // Without them git would connect to a proxy of the machine and ignore the pinned address.
    no_proxy: "*",
    NO_PROXY: "*",
  };
  config.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  const systemRoot = process.env["SYSTEMROOT"];
  if (systemRoot) environment["SYSTEMROOT"] = systemRoot;
  return environment;
}

export interface GitRun {
  readonly access?: GitAccess;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole run; the process group is killed afterwards. */
  readonly timeoutMs?: number;
  /** Writes each packet of git's protocol to the error stream: shows whether the other side speaks it at all. */
  readonly tracesPackets?: boolean;
  /** No user waits for it: processes and threads that answer people get the core first. */
  readonly isBackground?: boolean;
  /** Lines that git writes to its error stream, ended by a newline or a carriage return. */
  readonly onLine?: (line: string) => void;
}

export interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Undefined where another thread or process has started it, and when git could not be started. */
  readonly pid: number | undefined;
  /** Exit status and error output. Rejects with GitStoppedError when git could not run, was cancelled or exceeded a limit. */
  readonly ended: Promise<{ code: number; stderr: string }>;
  /** Kills the whole process group; does nothing once git has ended. */
  readonly kill: () => void;
}

const MAX_STDERR_LENGTH = 8000;

/**
 * Starts git in its own process group, without a shell. In a worker thread the main thread starts it (see relayMessages.ts), because the parent of
 * a process has to outlive it, or the process stays defunct; for a server the helper process does (see GitHelper.ts).
 */
export function startGit(args: readonly string[], run: GitRun = {}): RunningGit {
  const relay = currentRelay();
  if (relay) return relay(args, run);
  if (!isMainThread) throw new Error("A thread that reads repositories needs a git relay.");
  return spawnGit(args, run);
}

/** Starts git as a child of this process. For the main thread of a process only. */
export function spawnGit(args: readonly string[], run: GitRun = {}): RunningGit {
  const child = spawn("git", args, {
    env: { ...gitEnvironment(run.access ?? NO_ACCESS), ...(run.tracesPackets && { GIT_TRACE_PACKET: "1" }) },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  if (run.isBackground === true && child.pid !== undefined) lowerPriority(child.pid);
  let isOver = false;
  const kill = (): void => {
    // A process id is reused by the system after the process has been reaped.
    if (child.pid !== undefined && !isOver) killGroup(child.pid);
  };
  const stderr = readErrors(child.stderr, run.onLine);
  child.stdin.on("error", () => undefined); // git may close its input early; its exit status has the reason

  let stoppedBy: GitStoppedError | null = null;
  const stop = (why: GitStoppedError): void => {
    stoppedBy ??= why;
    kill();
  };
  const onAbort = (): void => {
    stop(new GitStoppedError("aborted", verbatim("Cancelled."), run.signal?.reason));
  };
  if (run.signal?.aborted) onAbort();
  run.signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    run.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          stop(new GitStoppedError("timeout", message("git.timeout")));
        }, run.timeoutMs);
  const endWatch = watchMemory(child.pid, stop);
  child.once("exit", endWatch);

  const ended = new Promise<{ code: number; stderr: string }>((resolve, reject) => {
    const settle = (): void => {
      isOver = true;
      clearTimeout(timer);
      endWatch();
      run.signal?.removeEventListener("abort", onAbort);
    };
    child.once("error", (error) => {
      settle();
      const isMissing = "code" in error && error.code === "ENOENT";
      reject(isMissing ? gitMissing(error) : error);
    });
    child.once("close", (code, signal) => {
      settle();
      if (stoppedBy) reject(stoppedBy);
      // As a shell reports it: 128 and the number of the signal.
      else resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), stderr: stderr() });
    });
  });
  ended.catch(() => undefined); // the caller awaits it later; it must not be an unhandled rejection meanwhile
  return { stdin: child.stdin, stdout: child.stdout, pid: child.pid, ended, kill };
}

function killGroup(pid: number): void {
  try {
    if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** @returns the error output so far without lines of progress, cut to a bounded length */
function readErrors(stream: Readable, onLine: GitRun["onLine"]): () => string {
  let text = "";
  let line = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (line + chunk).split(/[\r\n]+/);
    line = (lines.pop() ?? "").slice(-MAX_STDERR_LENGTH);
    for (const fullLine of lines) {
      onLine?.(fullLine);
      if (!isProgress(fullLine) && text.length < MAX_STDERR_LENGTH) text += `${fullLine}\n`;
    }
  });
  return () => text + line;
}

const isProgress = (line: string): boolean => /^(?:remote: )?[A-Z][a-z]+ (?:objects|deltas).*\d+%/.test(line);

const gitMissing = (cause: unknown): GitStoppedError => new GitStoppedError("missing", message("git.missing"), cause);

const MAX_OUTPUT_BYTES = 64 << 20;

/** Runs git to its end and returns its output. An error status is not thrown. @throws GitStoppedError */
export async function runGit(
  args: readonly string[],
  run: GitRun & { readonly input?: string } = {},
): Promise<{ code: number; output: Buffer; stderr: string }> {
  const git = startGit(args, run);
  git.stdin.end(run.input ?? "");
  const chunks: Buffer[] = [];
  let bytes = 0;
  git.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_OUTPUT_BYTES) chunks.push(chunk);
    else git.kill();
  });
  const { code, stderr } = await git.ended;
  if (bytes > MAX_OUTPUT_BYTES) throw new GitStoppedError("output", message("git.too_much_output"));
  return { code, output: Buffer.concat(chunks), stderr };
}

/** The installed git's version, "2.39.5". @throws GitStoppedError `missing` */
export async function gitVersion(): Promise<string> {
  const { output } = await runGit(["--version"], { timeoutMs: 5000 });
  return /\d+(?:\.\d+)+/.exec(output.toString())?.[0] ?? "unknown";
}
