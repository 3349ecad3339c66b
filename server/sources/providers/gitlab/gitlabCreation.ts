/** New issues at GitLab: https://docs.gitlab.com/api/issues/#new-issue */
import { z } from "zod";
import type { NewIssue } from "../../../../contract/issues/issueWrites.ts";
import { message } from "../../../messages/messages.ts";
import { notOffered } from "../../connector/writeFaults.ts";
import { namedOption, plainText } from "../../connector/writerForms.ts";
import {
  SENT_BY,
  type CreationOffer,
  type PreparedWrite,
  type WriteTrace,
  madeReference,
} from "../../connector/writerTypes.ts";
import { HostNumber } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type GitlabWriteCalls, LabelName, AssignableUser } from "./GitlabWriteCalls.ts";
import { quickActionIn } from "./gitlabQuickActions.ts";

const MadeIssue = z.object({
  id: z.number().transform(String),
  iid: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  author: AssignableUser.nullish(),
});
type MadeIssue = z.infer<typeof MadeIssue>;

/** Issues of the account that are looked at, the newest first. */
const MAX_LOOKED_AT = 50;

const referenceOf = ({ id, iid }: MadeIssue): string => madeReference({ externalId: id, key: `#${iid}` });

/** @throws SourceError */
export async function offerNewIssue(calls: GitlabWriteCalls, signal: AbortSignal): Promise<CreationOffer> {
  const { path, project } = await calls.project(signal);
  const [account, labels] = await Promise.all([calls.whoIs(signal), calls.list(`${path}/labels`, LabelName, signal)]);
  return {
    account: account.username,
    reason: project.archived ? message("write.archived", { host: calls.host }) : null,
    types: [],
    labels: labels.map(({ name }) => namedOption(name)),
  };
}

/** @throws SourceError */
export async function prepareNewIssue(
  calls: GitlabWriteCalls,
  { title, body, labels }: NewIssue,
  signal: AbortSignal,
): Promise<PreparedWrite> {
  const { host } = calls;
  const command = quickActionIn(body);
  if (command !== null) throw new SourceError("not_offered", message("write.quick_action", { host, command }));
  // A label that does not exist would be made, and a comma separates two.
  const offered = new Set(labels.length === 0 ? [] : (await offerNewIssue(calls, signal)).labels.map(({ id }) => id));
  const other = labels.find((name) => !offered.has(name) || name.includes(","));
  if (other !== undefined) throw notOffered(host, other);
  const earlierIds = (await newestOf(calls, String((await calls.whoIs(signal)).id), signal)).map(({ id }) => id);
  return {
    trace: { known: earlierIds },
    send: async (sending) => {
      const { client } = await calls.project(sending);
      const issue = { title, description: body, labels: labels.join(",") };
      return referenceOf(client.read(MadeIssue, await calls.change("POST", "/issues", issue, sending)));
    },
  };
}

/** @throws SourceError */
export async function findNewIssue(
  calls: GitlabWriteCalls,
  { title, body }: NewIssue,
  trace: WriteTrace,
  signal: AbortSignal,
) {
  const author = String(trace[SENT_BY] ?? (await calls.whoIs(signal)).id);
  const matchingIssue = (await newestOf(calls, author, signal)).find(
    (issue) =>
      !trace["known"]?.includes(issue.id) &&
      issue.title.trim() === title &&
      plainText(issue.description ?? "") === plainText(body),
  );
  return matchingIssue ? { reference: referenceOf(matchingIssue) } : null;
}

async function newestOf(calls: GitlabWriteCalls, author: string, signal: AbortSignal): Promise<MadeIssue[]> {
  const { client, path } = await calls.project(signal);
  const newest = { author_id: author, scope: "all", order_by: "created_at", sort: "desc", per_page: MAX_LOOKED_AT };
  const { data } = await client.get(`${path}/issues${query(newest)}`, "page", signal);
  return client.read(z.array(MadeIssue), data).filter(({ author: by }) => String(by?.id) === author);
}
