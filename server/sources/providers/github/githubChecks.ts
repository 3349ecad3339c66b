/** Check runs of an app on pull requests (REST API, "Check Runs"). */
import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { HostCheck } from "../../connector/appTypes.ts";
import { wholeLines } from "../../connector/wholeLines.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";

const HostId = z.union([z.number().int().positive(), z.bigint()]).transform(String);
const Pull = z.object({ state: z.string(), head: z.object({ sha: z.string() }) });
const Runs = z.object({
  check_runs: z.array(
    z.object({ id: HostId, external_id: z.string().nullish(), app: z.object({ id: HostId }).nullish() }),
  ),
});
/** The name that branch rules of a repository refer to. */
const NAME = "Clew";
/** Characters of a summary, of which GitHub takes 65,535. */
const MAX_SUMMARY = 60_000;

/**
 * Makes the check run of a head, or changes the one that it has. GitHub has no key that makes the call repeatable, so that the runs of the app
 * are listed first: what a process made before it was killed is found again. The check run of a head that is in a fork belongs to this
 * repository, which has the commit as the head of the request; the fork is not asked.
 */
export async function publishGithubCheck(
  client: RestClient,
  appHostId: string,
  { repositoryUrl, number, head, externalId, title, summary, asksForAction, pageUrl, holds }: HostCheck,
  signal: AbortSignal,
): Promise<"reported" | "outdated"> {
  const [, owner, name] =
    /^\/([\w-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/.exec(new URL(repositoryUrl).pathname) ?? [];
  if (owner === undefined || name === undefined || !/^[0-9a-f]{40,64}$/.test(head))
    throw new SourceError("address", message("address.github"));
  const repository = `/repos/${owner}/${name}`;
  const pull = client.read(Pull, (await client.get(`${repository}/pulls/${number}`, "item", signal)).data);
  if (pull.state !== "open" || pull.head.sha !== head) return "outdated";
  const listed = await client.get(
    `${repository}/commits/${head}/check-runs?check_name=${NAME}&filter=all&per_page=100`,
    "page",
    signal,
  );
  const existing = client
    .read(Runs, listed.data)
    .check_runs.find((run) => run.external_id === externalId && run.app?.id === appHostId);
  const body = {
    name: NAME,
    external_id: externalId,
    details_url: pageUrl,
    status: "completed",
    conclusion: asksForAction ? "action_required" : "neutral",
    output: { title, summary: wholeLines(summary, MAX_SUMMARY) },
  };
  if (!(await holds())) return "outdated";
  if (existing) await client.change("PATCH", `${repository}/check-runs/${existing.id}`, body, "item", signal);
  else await client.change("POST", `${repository}/check-runs`, { ...body, head_sha: head }, "item", signal);
  return "reported";
}
