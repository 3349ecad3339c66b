import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
