import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { SourceError } from "../SourceError.ts";

const NULL_DEVICE = process.platform === "win32" ? "NUL" : "/dev/null";

/** Configuration that every git process gets, whatever it does. Nothing of the machine's, the operator's or a repository's hooks counts. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ["protocol.allow", "never"],
  ["core.hooksPath", NULL_DEVICE],
  ["core.fsmonitor", "false"],
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
    ...ALWAYS,
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
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_SSH_COMMAND: access.sshCommand ?? "false",
    // Without them a proxy of the machine would be asked, and the pinned address would not count.
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
  readonly timeout?: number;
  /** Lines that git writes to its error stream, ended by a newline or a carriage return. */
  readonly onLine?: (line: string) => void;
}

export interface RunningGit {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Its exit: what it complained about and its status. Rejects with SourceError when it could not run or was stopped. */
  readonly ended: Promise<{ code: number; complaint: string }>;
  /** Kills the whole process group: git leaves helpers behind otherwise. Nothing happens once all of them have closed their output. */
  readonly kill: () => void;
}

const LONGEST_COMPLAINT = 8000;

/** Starts git in a process group of its own. Nothing is ever typed into a shell. */
export function startGit(args: readonly string[], run: GitRun = {}): RunningGit {
  const child = spawn("git", args, {
    env: gitEnvironment(run.access ?? NO_ACCESS),
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let isOver = false;
  const kill = (): void => {
    // The number of a group that is gone is given to another one sooner or later.
    if (child.pid === undefined || isOver) return;
    try {
      if (process.platform === "win32")
        spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { windowsHide: true });
      else process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended in the meantime.
    }
  };
  let complaint = "";
  let line = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    const lines = (line + text).split(/[\r\n]+/);
    line = (lines.pop() ?? "").slice(-LONGEST_COMPLAINT);
    for (const whole of lines) {
      run.onLine?.(whole);
      if (!isProgress(whole) && complaint.length < LONGEST_COMPLAINT) complaint += `${whole}\n`;
    }
  });
  child.stdin.on("error", () => undefined); // git may close its input early; its status says why

  let stoppedBy: SourceError | null = null;
  const stop = (why: SourceError): void => {
    stoppedBy ??= why;
    kill();
  };
  const onAbort = (): void => {
    stop(new SourceError("aborted", "Called off.", { cause: run.signal?.reason }));
  };
  if (run.signal?.aborted) onAbort();
  run.signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    run.timeout === undefined
      ? undefined
      : setTimeout(() => {
          stop(new SourceError("timeout", "git did not finish in time. Try again later."));
        }, run.timeout);

  const ended = new Promise<{ code: number; complaint: string }>((resolve, reject) => {
    const settle = (): void => {
      isOver = true;
      clearTimeout(timer);
      run.signal?.removeEventListener("abort", onAbort);
    };
    child.once("error", (error) => {
      settle();
      const isMissing = "code" in error && error.code === "ENOENT";
      reject(isMissing ? gitMissing(error) : error);
    });
    child.once("close", (code) => {
      settle();
      if (stoppedBy) reject(stoppedBy);
      else resolve({ code: code ?? 1, complaint: complaint + line });
    });
  });
  ended.catch(() => undefined); // read by whoever awaits it; never an unhandled rejection
  return { child, ended, kill };
}

const isProgress = (line: string): boolean => /^(?:remote: )?[A-Z][a-z]+ (?:objects|deltas).*\d+%/.test(line);

const gitMissing = (cause: unknown): SourceError =>
  new SourceError(
    "git_missing",
    "git is not installed on the server, so repositories cannot be read. The operator has to install git 2.37 or newer.",
    { cause },
  );

const MOST_OUTPUT = 64 << 20;

/** Runs git to its end and gives what it wrote. The status is the caller's to judge. */
export async function runGit(
  args: readonly string[],
  run: GitRun & { readonly input?: string } = {},
): Promise<{ code: number; output: Buffer; complaint: string }> {
  const git = startGit(args, run);
  git.child.stdin.end(run.input ?? "");
  const chunks: Buffer[] = [];
  let bytes = 0;
  git.child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_OUTPUT) chunks.push(chunk);
    else git.kill();
  });
  const { code, complaint } = await git.ended;
  if (bytes > MOST_OUTPUT) throw new SourceError("too_large", "git answered with more than this server reads.");
  return { code, output: Buffer.concat(chunks), complaint };
}

/** The installed git's version, "2.39.5". SourceError `git_missing`. */
export async function gitVersion(): Promise<string> {
  const { output } = await runGit(["--version"], { timeout: 5000 });
  return /\d+(?:\.\d+)+/.exec(output.toString())?.[0] ?? "unknown";
}
