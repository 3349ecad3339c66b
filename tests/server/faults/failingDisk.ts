// Makes operations of a server's disk fail: NODE_OPTIONS=--require=…/failingDisk.ts loads it into each thread of the process.
// DISK_BELOW: the folder whose files fail. DISK_CONTROL: a file with a `Control`, read before each operation. "<control>.log" lists the
// operations of the mode "count", and "<control>.fired" exists once an operation has failed.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve } from "node:path";
import { isMainThread, workerData } from "node:worker_threads";

/**
 * The `nth` operation of a `kind` (see `operationKind`) in a thread fails, counted since the control was last changed. A persistent fault also
 * fails each later operation of the kind.
 */
export type Control =
  | { readonly mode: "off" }
  | { readonly mode: "count" }
  | {
      readonly mode: "fail";
      readonly kind: string;
      readonly nth: number;
      readonly fault: Fault;
      readonly isPersistent: boolean;
    };
/** An errno; `short`: half of the bytes are written, then ENOSPC; `torn`: the operation succeeds, but reports EIO. */
export type Fault = "ENOSPC" | "EIO" | "EROFS" | "short" | "torn";

const control = process.env["DISK_CONTROL"] ?? "";
const below = resolve(process.env["DISK_BELOW"] ?? "/nowhere");
const { readFileSync, appendFileSync, writeFileSync, existsSync, writeSync, openSync } = fs;
const thread = isMainThread ? "main" : Object.hasOwn(Object(workerData) as object, "isDurable") ? "database" : "thread";
const paths = new Map<number, string>();
const counts = new Map<string, number>();
let lastControl = "";

/** Thread, operation and path, in which hashes, ids and numbers are replaced: the same for all files of one purpose. */
function operationKind(operation: string, path: string): string {
  const name = relative(below, path)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replaceAll(/[0-9a-f]{20,}/gi, "HASH")
    .replaceAll(/(^|\/)[0-9a-f]{2}(?=\/|$)/g, "$1XX")
    .replaceAll(/\d+/g, "N")
    .replace(/copy-\w+/, "copy")
    // Of the database's files, and of those that a backup copies, one folder is one purpose.
    .replace(/copy\/database\/.*/, "copy/database")
    .replace(/^(database\/\w+)\/.*/, "$1");
  if (thread === "main" && /^(?:copyFile|mkdir|chmod)/.test(operation) && name.startsWith("database")) {
    return `main ${operation} database`;
  }
  return `${thread} ${operation} ${name}`;
}

/** The fault of an operation; undefined for none. */
function faultFor(operation: string, path: unknown): Fault | undefined {
  if (control === "" || typeof path !== "string") return undefined;
  const absolute = resolve(path);
  if (absolute !== below && !absolute.startsWith(`${below}/`)) return undefined;
  let text: string;
  try {
    text = readFileSync(control, "utf8");
  } catch {
    return undefined;
  }
  if (text !== lastControl) {
    lastControl = text;
    counts.clear();
  }
  const settings = JSON.parse(text) as Control;
  if (settings.mode === "off") return undefined;
  const kind = operationKind(operation, absolute);
  if (settings.mode === "count") {
    appendFileSync(`${control}.log`, `${kind}\n`);
    return undefined;
  }
  if (kind !== settings.kind) return undefined;
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  const fired = `${control}.fired`;
  if (count < settings.nth || (!settings.isPersistent && existsSync(fired))) return undefined;
  writeFileSync(fired, kind);
  return settings.fault;
}

const failure = (fault: Fault, operation: string): Error => {
  const code = fault === "short" ? "ENOSPC" : fault === "torn" ? "EIO" : fault;
  const errno = { ENOSPC: -28, EIO: -5, EROFS: -30 }[code];
  return Object.assign(new Error(`${code}: the test's disk failed, ${operation}`), { code, errno, syscall: operation });
};

type Call = (...args: unknown[]) => unknown;
const isWriting = (flags: unknown): boolean =>
  typeof flags === "number"
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
    : typeof flags === "string" && flags !== "r";
const pathOf = (target: unknown): unknown => (typeof target === "number" ? paths.get(target) : target);
const half = (bytes: unknown): Uint8Array => {
  const whole = typeof bytes === "string" ? Buffer.from(bytes) : ArrayBuffer.isView(bytes) ? bytes : Buffer.alloc(0);
  return Buffer.from(whole.buffer, whole.byteOffset, Math.floor(whole.byteLength / 2));
};

/** Operations by name, and whether half of them can be done. */
const OPERATIONS = [
  "mkdir",
  "rename",
  "unlink",
  "rm",
  "rmdir",
  "copyFile",
  "cp",
  "utimes",
  "link",
  "truncate",
  "chmod",
];
const ON_OPEN = ["write", "writev", "fsync", "fdatasync", "ftruncate"];

function wrapSync(): void {
  for (const name of [...OPERATIONS, ...ON_OPEN, "writeFile", "appendFile"].map((base) => `${base}Sync`)) {
    const original = Reflect.get(fs, name) as Call;
    Reflect.set(fs, name, (...args: unknown[]) => {
      const fault = faultFor(name, pathOf(args[0]));
      if (fault === undefined) return original(...args);
      if (fault === "torn") original(...args);
      if (fault === "short" && name === "writeSync" && typeof args[3] === "number" && args[3] > 1) {
        return original(args[0], args[1], args[2], Math.floor(args[3] / 2), args[4]);
      }
      if (fault === "short" && name === "writeFileSync") original(args[0], half(args[1]), args[2]);
      throw failure(fault, name);
    });
  }
  Reflect.set(fs, "openSync", (path: string, flags: string | number = "r", mode?: number) => {
    const fault = isWriting(flags) ? faultFor("openSync", path) : undefined;
    if (fault !== undefined) throw failure(fault, "openSync");
    const fd = openSync(path, flags, mode);
    paths.set(fd, String(path));
    return fd;
  });
}

function wrapCallbacks(): void {
  for (const name of [...OPERATIONS, ...ON_OPEN, "open"]) {
    const original = Reflect.get(fs, name) as Call;
    Reflect.set(fs, name, (...args: unknown[]) => {
      const done = args.at(-1) as (error: Error | null, ...more: unknown[]) => void;
      const fault = name === "open" && !isWriting(args[1]) ? undefined : faultFor(name, pathOf(args[0]));
      if (fault !== undefined && fault !== "torn") {
        setImmediate(() => done(failure(fault, name)));
        return;
      }
      const answered = (error: Error | null, ...more: unknown[]): void => {
        if (name === "open" && !error) paths.set(Number(more[0]), String(args[0]));
        done(fault === "torn" ? failure(fault, name) : error, ...more);
      };
      original(...args.slice(0, -1), answered);
    });
  }
}

function wrapPromises(): void {
  const { promises } = fs;
  for (const name of [...OPERATIONS, "writeFile", "appendFile"]) {
    const original = Reflect.get(promises, name) as (...args: unknown[]) => Promise<unknown>;
    Reflect.set(promises, name, async (...args: unknown[]) => {
      const fault = faultFor(name, args[0]);
      if (fault === undefined) return original(...args);
      if (fault === "torn") await original(...args);
      if (fault === "short" && name === "writeFile") await original(args[0], half(args[1]), args[2]);
      throw failure(fault, name);
    });
  }
  const { open } = promises;
  let isPatched = false;
  Reflect.set(promises, "open", async (path: string, flags?: string | number, mode?: number) => {
    const fault = isWriting(flags) ? faultFor("open", path) : undefined;
    if (fault !== undefined) throw failure(fault, "open");
    const handle = await open(path, flags, mode);
    paths.set(handle.fd, String(path));
    if (!isPatched) {
      isPatched = true;
      wrapHandles(Object.getPrototypeOf(handle) as object);
    }
    return handle;
  });
}

function wrapHandles(prototype: object): void {
  for (const name of ["write", "writev", "writeFile", "appendFile", "sync", "datasync", "truncate"]) {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => Promise<unknown>;
    Reflect.set(prototype, name, async function (this: { fd: number }, ...args: unknown[]) {
      const fault = faultFor(`handle.${name}`, paths.get(this.fd));
      if (fault === undefined) return original.apply(this, args);
      if (fault === "torn") await original.apply(this, args);
      if (fault === "short" && name.startsWith("write")) writeSync(this.fd, half(args[0]));
      throw failure(fault, name);
    });
  }
}

wrapSync();
wrapCallbacks();
wrapPromises();
syncBuiltinESMExports();
