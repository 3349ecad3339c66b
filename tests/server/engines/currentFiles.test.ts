import { afterEach, expect, test, vi } from "vitest";
import { currentFiles } from "../../../server/engines/ranking/commits.ts";
import { FileTable } from "../../../server/index/tables/fileTable.ts";
import { projectIndex } from "./projectIndex.ts";

afterEach(() => void vi.restoreAllMocks());

const FOLDERS = 120;
const named = (root: string, text: string | null): Record<string, string | null> =>
  Object.fromEntries(Array.from({ length: FOLDERS }, (_, at) => [`${root}/case${at}/input.js`, text]));

test("a path that is gone is the file of its name where only one has it, and costs no look at every file of a frequent name", async () => {
  const { index, remove } = await projectIndex(
    [
      { message: "Old", files: { ...named("old", "let a = 1;\n"), "old/loom.js": "let loom;\n", "kept.js": "1;\n" } },
      {
        message: "New",
        files: {
          ...named("old", null),
          ...named("new", "let b = 1;\n"),
          "old/loom.js": null,
          "new/loom.js": "let loom;\n",
        },
      },
    ],
    () => [],
  );
  try {
    const [code] = index.code;
    const [commits] = index.commits;
    if (!code || !commits) throw new Error("The index is empty.");
    code.files.named("");
    const reads = vi.spyOn(FileTable.prototype, "path");
    const files = currentFiles(code, commits);
    const { paths } = commits.table;
    // Two files are enough to see that a name is no file's own.
    expect(reads.mock.calls.length).toBeLessThan(3 * paths.length);
    reads.mockRestore();
    const today = Object.fromEntries(
      Array.from(files, (file, path) => [paths.at(path), file < 0 ? null : code.files.path(file)]),
    );
    expect(today).toMatchObject({
      "kept.js": "kept.js",
      "old/loom.js": "new/loom.js",
      "new/case7/input.js": "new/case7/input.js",
      "old/case7/input.js": null,
    });
  } finally {
    remove();
  }
});
