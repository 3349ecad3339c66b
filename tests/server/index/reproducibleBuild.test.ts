import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { TemporaryRepository } from "./temporaryRepository.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The hashes of all blobs that a build into an empty store refers to. */
async function hashesOf(repository: TemporaryRepository, commit: string): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "clew-reproducible-"));
  try {
    const context = plainContext(createFileBlobs(folder));
    const base = { gitDir: repository.gitDir, commit, source: "a", previous: null };
    const code = await buildSymbols({ part: await buildCode({ ...base, name: "a" }, context) }, context);
    const commits = await buildCommits(base, context);
    return { code: { ...code, builtAt: "" }, commits: { ...commits, builtAt: "" } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a build during which every look at the clock is a minute later writes the same bytes", async () => {
  const repository = new TemporaryRepository();
  try {
    const many = (shape: (at: number) => string): string =>
      Array.from({ length: 400 }, (_, at) => shape(at)).join("\n");
    const commit = repository.commit("feat: readers", {
      "src/reader.py": many(
        (at) => `class Reader${at}:\n    def read(self):\n        return [open(p) for p in self.paths]\n`,
      ),
      "src/reader.ts": many(
        (at) => `export class Reader${at} { read(): string { return [1, 2].map(String).join(); } }`,
      ),
      "src/broken.js": many((at) => `function read${at}( { return <<< ${at} }`),
    });
    const calm = await hashesOf(repository, commit);
    let minutes = 0;
    const start = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => start + 60_000 * ++minutes);
    vi.spyOn(performance, "now").mockImplementation(() => 60_000 * ++minutes);
    expect(await hashesOf(repository, commit)).toEqual(calm);
  } finally {
    repository.remove();
  }
});

/** Pauses of a process: how often it is stopped, and for how long. */
interface Pauses {
  readonly count: number;
  readonly stoppedMs: number;
  readonly runningMs: number;
}

/** The hashes of all blobs that a build in a process of its own stores; it is paused while it looks for symbols. */
async function hashesOfProcess(gitDir: string, commit: string, { count, stoppedMs, runningMs }: Pauses) {
  const folder = mkdtempSync(join(tmpdir(), "clew-paused-"));
  try {
    const child = spawn(process.execPath, [join(import.meta.dirname, "buildProcess.ts"), gitDir, commit, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    let pauses = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line !== "symbols") continue;
      while (pauses < count && child.exitCode === null) {
        await sleep(runningMs);
        if (!child.kill("SIGSTOP")) break;
        await sleep(stoppedMs);
        child.kill("SIGCONT");
        pauses++;
      }
    }
    return { hashes: (lines.at(-1) ?? "").split(" "), pauses };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a build that is stopped again and again while it parses stores the same blobs", async () => {
  const repository = new TemporaryRepository();
  try {
    // Near the largest size that is parsed, so that pauses fall into its parse.
    const large = Array.from(
      { length: 4200 },
      (_, at) => `export class Reader1x${at} {\n  read(path: string) {\n    return [path, ${at}].map(String);\n  }\n}`,
    ).join("\n");
    const commit = repository.commit("feat: readers", { "src/a.ts": large });
    const calm = await hashesOfProcess(repository.gitDir, commit, { count: 0, stoppedMs: 0, runningMs: 0 });
    const paused = await hashesOfProcess(repository.gitDir, commit, { count: 3, stoppedMs: 1700, runningMs: 200 });
    expect(calm.hashes.length).toBeGreaterThan(10);
    expect(paused.pauses).toBeGreaterThan(1);
    expect(paused.hashes).toEqual(calm.hashes);
  } finally {
    repository.remove();
  }
}, 60_000);
