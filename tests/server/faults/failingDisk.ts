// A disk that fails where a test says, for a server of its own: NODE_OPTIONS=--require=…/failingDisk.ts loads it into every thread.
// DISK_BELOW: the folder that it is about. DISK_CONTROL: a file that is read before each operation, see `Control`; "<control>.log" lists what
// was counted, and "<control>.fired" is there once an operation has failed.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve } from "node:path";
import { isMainThread, workerData } from "node:worker_threads";

/** `kind`: of operations, see `kindOf`; the `nth` of a thread, counted since the control was last changed, fails. */
export type Control =
  | { readonly mode: "off" }
  | { readonly mode: "count" }
  | { readonly mode: "fail"; readonly kind: string; readonly nth: number; readonly how: How; readonly stays: boolean };
/** An errno; `short`: half of the bytes, then no room; `torn`: done, but reported as failed. */
export type How = "ENOSPC" | "EIO" | "EROFS" | "short" | "torn";

const control = process.env["DISK_CONTROL"] ?? "";
const below = resolve(process.env["DISK_BELOW"] ?? "/nowhere");
const { readFileSync, appendFileSync, writeFileSync, existsSync, writeSync, openSync } = fs;
const thread = isMainThread ? "main" : Object.hasOwn(Object(workerData) as object, "isDurable") ? "database" : "thread";
const paths = new Map<number, string>();
const counts = new Map<string, number>();
let present = "";

/** The same for every file of one purpose: names made of a hash, an id or a number are one. */
function kindOf(operation: string, path: string): string {
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

/** What is to happen to this operation; undefined: nothing. */
function verdict(operation: string, path: unknown): How | undefined {
  if (control === "" || typeof path !== "string") return undefined;
  const whole = resolve(path);
  if (whole !== below && !whole.startsWith(`${below}/`)) return undefined;
  let text: string;
  try {
    text = readFileSync(control, "utf8");
  } catch {
    return undefined;
  }
  if (text !== present) {
    present = text;
    counts.clear();
  }
  const settings = JSON.parse(text) as Control;
  if (settings.mode === "off") return undefined;
  const kind = kindOf(operation, whole);
  if (settings.mode === "count") {
    appendFileSync(`${control}.log`, `${kind}\n`);
    return undefined;
  }
  if (kind !== settings.kind) return undefined;
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  const fired = `${control}.fired`;
  if (count < settings.nth || (!settings.stays && existsSync(fired))) return undefined;
  writeFileSync(fired, kind);
  return settings.how;
}

const failure = (how: How, operation: string): Error => {
  const code = how === "short" ? "ENOSPC" : how === "torn" ? "EIO" : how;
  const errno = { ENOSPC: -28, EIO: -5, EROFS: -30 }[code];
  return Object.assign(new Error(`${code}: the test's disk failed, ${operation}`), { code, errno, syscall: operation });
};

type Call = (...given: unknown[]) => unknown;
const isWriting = (flags: unknown): boolean =>
  typeof flags === "number"
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
    : typeof flags === "string" && flags !== "r";
const pathOf = (given: unknown): unknown => (typeof given === "number" ? paths.get(given) : given);
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
    Reflect.set(fs, name, (...given: unknown[]) => {
      const how = verdict(name, pathOf(given[0]));
      if (how === undefined) return original(...given);
      if (how === "torn") original(...given);
      if (how === "short" && name === "writeSync" && typeof given[3] === "number" && given[3] > 1) {
        return original(given[0], given[1], given[2], Math.floor(given[3] / 2), given[4]);
      }
      if (how === "short" && name === "writeFileSync") original(given[0], half(given[1]), given[2]);
      throw failure(how, name);
    });
  }
  Reflect.set(fs, "openSync", (path: string, flags: string | number = "r", mode?: number) => {
    const how = isWriting(flags) ? verdict("openSync", path) : undefined;
    if (how !== undefined) throw failure(how, "openSync");
    const fd = openSync(path, flags, mode);
    paths.set(fd, String(path));
    return fd;
  });
}

function wrapCallbacks(): void {
  for (const name of [...OPERATIONS, ...ON_OPEN, "open"]) {
    const original = Reflect.get(fs, name) as Call;
    Reflect.set(fs, name, (...given: unknown[]) => {
      const done = given.at(-1) as (error: Error | null, ...more: unknown[]) => void;
      const how = name === "open" && !isWriting(given[1]) ? undefined : verdict(name, pathOf(given[0]));
      if (how !== undefined && how !== "torn") {
        setImmediate(() => done(failure(how, name)));
        return;
      }
      const answered = (error: Error | null, ...more: unknown[]): void => {
        if (name === "open" && !error) paths.set(Number(more[0]), String(given[0]));
        done(how === "torn" ? failure(how, name) : error, ...more);
      };
      original(...given.slice(0, -1), answered);
    });
  }
}

function wrapPromises(): void {
  const { promises } = fs;
  for (const name of [...OPERATIONS, "writeFile", "appendFile"]) {
    const original = Reflect.get(promises, name) as (...given: unknown[]) => Promise<unknown>;
    Reflect.set(promises, name, async (...given: unknown[]) => {
      const how = verdict(name, given[0]);
      if (how === undefined) return original(...given);
      if (how === "torn") await original(...given);
      if (how === "short" && name === "writeFile") await original(given[0], half(given[1]), given[2]);
      throw failure(how, name);
    });
  }
  const { open } = promises;
  let isPatched = false;
  Reflect.set(promises, "open", async (path: string, flags?: string | number, mode?: number) => {
    const how = isWriting(flags) ? verdict("open", path) : undefined;
    if (how !== undefined) throw failure(how, "open");
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
    const original = Reflect.get(prototype, name) as (...given: unknown[]) => Promise<unknown>;
    Reflect.set(prototype, name, async function (this: { fd: number }, ...given: unknown[]) {
      const how = verdict(`handle.${name}`, paths.get(this.fd));
      if (how === undefined) return original.apply(this, given);
      if (how === "torn") await original.apply(this, given);
      if (how === "short" && name.startsWith("write")) writeSync(this.fd, half(given[0]));
      throw failure(how, name);
    });
  }
}

wrapSync();
wrapCallbacks();
wrapPromises();
syncBuiltinESMExports();
