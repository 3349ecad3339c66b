/**
 * A process that validates and reads sources at the given host, four at the same time, and prints the growth of its resident memory over
 * the state after well-formed responses.
 *
 *     node tests/server/sources/hostileProcess.ts URL
 *
 * Each line on stdin is validated at every provider; "end" is answered with `{"grownMb":…, "failures":[…]}` on stdout, where the failures
 * are the errors that are not reported as the host's fault.
 */
import { createInterface } from "node:readline";
import { sourceFieldErrors } from "../../../server/features/sources/sourceFieldErrors.ts";
import { createSources } from "../../../server/sources/createSources.ts";

const [, , url = "", dataDir = ""] = process.argv;
const AT_ONCE = 4;
const sources = createSources({
  dataDir,
  allowedNetworks: ["127.0.0.0/8"],
  allowedPaths: [],
  validateTimeoutMs: 2000,
  retryDelayMs: 1,
});
const credential = { token: "right", username: "ada@example.org" };
const given = (provider: string, page: string) => ({ provider, url: `${url}${page}`, credential });
const CALLS = [
  () => sources.validateTracker(given("github", "/acme/rocket")),
  () => sources.validateTracker(given("gitlab", "/acme/rocket")),
  () => sources.validateTracker(given("jira", "/browse/ROCKET")),
  () => sources.validateWiki(given("confluence", "/wiki/spaces/ROCKET")),
  async () => {
    for await (const page of sources
      .openTracker(given("gitlab", "/acme/rocket"))
      .changes(null, new AbortController().signal))
      if (page.done > 1000) return;
  },
];
const failures: string[] = [];
let most = 0;
const look = (): void => {
  most = Math.max(most, process.memoryUsage.rss());
};
setInterval(look, 10);
let before = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "end") break;
  for (const call of CALLS) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        call().then(
          () => failures.push(`${line}: taken for right`),
          (error: unknown) => sourceFieldErrors(error) ?? failures.push(`${line}: ${String(error)}`),
        ),
      ),
    );
  }
  look();
  // The first line is an answer as any host gives it.
  if (before === 0) before = most;
  process.stdout.write("done\n");
}
process.stdout.write(`${JSON.stringify({ grownMb: (most - before) / 1e6, failures })}\n`);
process.exit(0);
