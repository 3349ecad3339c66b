/**
 * A process that ends at any write to the disk, or before any git that it starts, leaves mirrors that the next one completes and no store that
 * no mirror reads. The end is simulated: from one call on, nothing that the process does has an effect.
 */
import childProcess from "node:child_process";
import { EventEmitter } from "node:events";
import { promises } from "node:fs";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSources } from "../../../server/sources/createSources.ts";
import type { Sources } from "../../../server/sources/sourceTypes.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";
import { isWholeRun } from "../../wholeRun.ts";

/** Calls until the end; negative: the process lives. */
const life = { left: -1, onEnd: (): void => undefined };
const isOver = (): boolean => {
  if (life.left === 0) {
    life.onEnd();
    return true;
  }
  if (life.left > 0) life.left -= 1;
  return false;
};
const { spawn } = childProcess;
const undoes: (() => void)[] = [];

function mortify(): void {
  for (const name of ["link", "rename", "rm", "writeFile", "mkdir", "copyFile"] as const) {
    const work = promises[name] as (...args: unknown[]) => Promise<unknown>;
    const mortal = (...args: unknown[]): Promise<unknown> => (isOver() ? new Promise(() => undefined) : work(...args));
    Object.assign(promises, { [name]: mortal });
    undoes.push(() => Object.assign(promises, { [name]: work }));
  }
  const nothing = () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    return Object.assign(new EventEmitter(), { stdin, stdout, stderr, pid: undefined });
  };
  const mortal = (...args: Parameters<typeof spawn>): unknown =>
    args[0] === "git" && isOver() ? nothing() : spawn(...args);
  Object.assign(childProcess, { spawn: mortal });
  undoes.push(() => Object.assign(childProcess, { spawn }));
  syncBuiltinESMExports();
}

const MANY = 1_000_000;
/** Ends of each scenario that the gate tests. */
const SAMPLE = 6;
const never = new AbortController().signal;
let folder: ReturnType<typeof temporaryFolder>;
let origin: string;
let moved: string;
let dataDir: string;

const sourcesOf = (): Sources => createSources({ dataDir, allowedNetworks: [], allowedPaths: [folder.path] });
const sync = async (sources: Sources, id: string, url = origin, companyId: string | undefined = "company") => {
  const access = { provider: "git", url };
  const { commit, branches } = await sources.updateMirror(id, access, {
    signal: never,
    ...(companyId && { companyId }),
  });
  const refs = new Map(
    [...branches].filter(([name]) => name !== "main").map(([name, hash]) => [`refs/heads/${name}`, hash]),
  );
  await sources.fetchListed(id, access, { head: commit ?? "", refs }, never);
  await sources.updateCommitGraph(id, never);
};
const mirror = (id: string): string => join(dataDir, "mirrors", `${id}.git`);
const stores = (): string[] => (existsSync(join(dataDir, "stores")) ? readdirSync(join(dataDir, "stores")) : []);
let changes = 0;
const push = (branch = "main"): void => {
  changes += 1;
  const files = { [`new${changes}.txt`]: `${changes}\n` };
  makeRepository(origin, [{ message: `new ${changes}`, files }], { branch, from: git(origin, "rev-parse", "main") });
};

beforeAll(() => {
  mortify();
  folder = temporaryFolder();
  origin = join(folder.path, "origin.git");
  moved = join(folder.path, "moved.git");
  const files = Array.from({ length: 6 }, (_, at) => ({
    message: `change ${at}`,
    files: { [`f${at}.txt`]: `${at}\n` },
  }));
  makeRepository(origin, files);
  push("topic");
  cpSync(origin, moved, { recursive: true });
});
afterAll(() => {
  for (const undo of undoes) undo();
  syncBuiltinESMExports();
  folder.remove();
});

interface Scenario {
  readonly name: string;
  /** What there is before. */
  readonly before: (sources: Sources) => Promise<void>;
  /** What is interrupted. */
  readonly work: (sources: Sources) => Promise<void>;
  /** Where the first mirror is read from afterwards; null: it is removed. */
  readonly url?: () => string | null;
}

const both = async (sources: Sources): Promise<void> => {
  await sync(sources, "one");
  await sync(sources, "two");
};
const SCENARIOS: readonly Scenario[] = [
  { name: "the first link", before: () => Promise.resolve(), work: (sources) => sync(sources, "one") },
  {
    name: "the second link",
    before: (sources) => sync(sources, "two"),
    work: (sources) => sync(sources, "one"),
  },
  {
    name: "a fetch with a new branch, and one that is gone",
    before: async (sources) => {
      await both(sources);
      push();
      push(`topic${changes}`);
    },
    work: (sources) => sync(sources, "one"),
  },
  {
    name: "the takeover of two mirrors of the previous release",
    before: async (sources) => {
      for (const id of ["one", "two"]) await sync(sources, id, origin, "");
      push();
      for (const id of ["one", "two"]) await sync(sources, id, origin, "");
    },
    work: async (sources) => {
      for (const id of ["one", "two", "one", "two"]) await sync(sources, id);
    },
  },
  {
    name: "another address",
    before: both,
    work: async (sources) => {
      await sync(sources, "one", moved);
      await sync(sources, "one", moved);
    },
    url: () => moved,
  },
  {
    name: "the removal of one",
    before: both,
    work: (sources) => sources.removeMirror("one"),
    url: () => null,
  },
  {
    name: "damage",
    before: both,
    work: async (sources) => {
      await sources.retireShared("one");
      await sources.removeMirror("one");
      await both(sources);
    },
  },
];

/** How many calls the work makes when nothing interrupts it. */
async function callsOf(template: string, work: Scenario["work"]): Promise<number> {
  dataDir = join(folder.path, "counted");
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(template, dataDir, { recursive: true });
  const sources = sourcesOf();
  life.left = MANY;
  await work(sources);
  const calls = MANY - life.left;
  life.left = -1;
  await sources.close();
  return calls;
}

/** In the gate some that are spread over the work. */
const pointsOf = (total: number): number[] =>
  isWholeRun
    ? Array.from({ length: total }, (_, at) => at)
    : [...new Set(Array.from({ length: SAMPLE }, (_, at) => Math.floor((at * total) / SAMPLE)))];

test.each(SCENARIOS)("killed at each step: $name", { timeout: 300_000 }, async ({ before, work, url }) => {
  dataDir = join(folder.path, "template");
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  const first = sourcesOf();
  await before(first);
  await first.close();
  const template = dataDir;
  const total = await callsOf(template, work);
  expect(total).toBeGreaterThan(3);
  for (const ends of pointsOf(total)) {
    dataDir = join(folder.path, `${ends}`);
    cpSync(template, dataDir, { recursive: true });
    const { promise: end, resolve } = Promise.withResolvers<"ended">();
    life.onEnd = () => resolve("ended");
    life.left = ends;
    const killed = sourcesOf();
    expect([ends, await Promise.race([work(killed).then(() => "whole" as const), end])]).toEqual([ends, "ended"]);
    life.left = -1;
    // The kernel ends the lock of a process that ends.
    rmSync(join(dataDir, "stores.lock"), { force: true });
    const next = sourcesOf();
    const from = url ? url() : origin;
    // Whatever it was, the other mirror can be read at once.
    const flaws = existsSync(mirror("two")) ? git(mirror("two"), "fsck", "--connectivity-only", "--no-dangling") : "";
    expect([ends, flaws]).toEqual([ends, ""]);
    for (let turn = 0; turn < 2; turn++) {
      if (from === null) await next.removeMirror("one");
      else await sync(next, "one", from);
      await sync(next, "two");
    }
    for (const [id, read] of [
      ["one", from],
      ["two", origin],
    ] as const) {
      if (read === null) continue;
      expect([ends, id, git(mirror(id), "fsck", "--connectivity-only", "--no-dangling")]).toEqual([ends, id, ""]);
      expect(git(mirror(id), "rev-parse", "refs/clew/head")).toBe(git(read, "rev-parse", "main"));
      expect(git(mirror(id), "log", "--format=%H", "--all")).toBe(
        git(mirror(id), "-c", "core.commitGraph=false", "log", "--format=%H", "--all"),
      );
    }
    expect(from === origin ? await next.sharersOf("one") : ["two"]).toEqual(["two"]);
    await next.removeUnshared();
    expect([ends, stores().length]).toEqual([ends, from === moved ? 2 : 1]);
    for (const id of ["one", "two"]) await next.removeMirror(id);
    expect([ends, stores()]).toEqual([ends, []]);
    await next.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
