import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRemoteHead } from "../../../server/sources/git/remote.ts";
import { startGitHost } from "../../providers/gitHost.ts";
import { git, temporaryFolder } from "./gitFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

describe("a remote over HTTP", () => {
  const webAddress = (url: string) => ({ kind: "web", url: new URL(url), host: "127.0.0.1", port: 0 }) as const;
  const access = { protocols: ["http"] as const, config: [] };

  test.each(["null", "[{},{},{}]", "", "{}".repeat(10_000)])(
    "a short answer that is no git (%j) is no empty repository",
    async (body) => {
      const host = await startGitHost({ root: folder.path, faults: () => ({ status: 200, body }) });
      await expect(readRemoteHead(webAddress(`${host.url}/any.git`), access)).rejects.toMatchObject({
        code: "not_a_repository",
      });
      await host.stop();
    },
  );
  test("a repository without a commit is one", async () => {
    git(folder.path, "init", "--quiet", "--bare", "empty.git");
    const host = await startGitHost({ root: folder.path });
    expect(await readRemoteHead(webAddress(`${host.url}/empty.git`), access)).toMatchObject({ commit: null });
    await host.stop();
  });
});
