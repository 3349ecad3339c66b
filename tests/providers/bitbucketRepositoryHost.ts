import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { makeRepository, temporaryFolder } from "../server/sources/gitFixture.ts";
import { BITBUCKET_CHECK, bitbucketAnswer } from "./bitbucketHost.ts";
import { isGitAllowed, serveGit } from "./gitHost.ts";
import { type RestHost, startRestHost } from "./restHost.ts";
import type { Work } from "./work.ts";

/** A linked Bitbucket repository: git and the REST API at one address. git also responds under the repository's former name. */
export async function startBitbucketRepositoryHost(work: Work): Promise<RestHost> {
  const folder = temporaryFolder();
  const repository = join(folder.path, work.path);
  mkdirSync(repository, { recursive: true });
  makeRepository(repository, [{ message: "Begin", files: { "README.md": "# Rocket\n" } }]);
  const host = await startRestHost(
    (request, url) => bitbucketAnswer(work, request, url),
    (request, response) => {
      if (request.url?.startsWith("/2.0/")) return false;
      if (isGitAllowed(request, work.token)) serveGit(folder.path, request, response, undefined);
      else response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return true;
    },
    BITBUCKET_CHECK,
  );
  const { stop } = host;
  return Object.assign(host, {
    async stop() {
      await stop();
      folder.remove();
    },
  });
}
