/** New issues at GitHub: https://docs.github.com/rest/issues/issues#create-an-issue */
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
import { readAnswer } from "./githubApi.ts";
import { type GithubWriteCalls, LabelName, Login } from "./GithubWriteCalls.ts";

const MadeIssue = z.object({
  id: z.union([z.number(), z.bigint()]).transform(String),
  number: HostNumber,
  title: z.string(),
  body: z.string().nullish(),
  user: Login.nullish(),
  pull_request: z.unknown().optional(),
});
type MadeIssue = z.infer<typeof MadeIssue>;

/** Issues of the account that are looked at, the newest first. */
const MAX_LOOKED_AT = 50;

const referenceOf = ({ id, number }: MadeIssue): string => madeReference({ externalId: id, key: `#${number}` });

/** @throws SourceError */
export async function offerNewIssue(calls: GithubWriteCalls, signal: AbortSignal): Promise<CreationOffer> {
  const { api, host } = calls;
  const repository = await api.repository(signal, null);
  const path = await api.path(signal);
  // What an account without permission sets is left out without a word.
  const mayLabel = calls.mayTriage(repository);
  const [account, labels] = await Promise.all([
    calls.account(signal),
    mayLabel ? calls.list(`${path}/labels`, LabelName, signal) : [],
  ]);
  return {
    account,
    reason: repository.archived === true ? message("write.archived", { host }) : null,
    types: [],
    labels: labels.map(({ name }) => namedOption(name)),
  };
}

/** @throws SourceError */
export async function prepareNewIssue(
  calls: GithubWriteCalls,
  { title, body, labels }: NewIssue,
  signal: AbortSignal,
): Promise<PreparedWrite> {
  const { api, host } = calls;
  // A label that does not exist would be made.
  const offered = labels.length === 0 ? [] : (await offerNewIssue(calls, signal)).labels;
  const other = labels.find((name) => !offered.some(({ id }) => id === name));
  if (other !== undefined) throw notOffered(host, other);
  const earlierIds = (await newestOf(calls, await calls.account(signal), signal)).map(({ id }) => id);
  return {
    trace: { known: earlierIds },
    send: async (sending) => {
      const made = await calls.send(`POST ${await api.path(sending)}/issues`, { title, body, labels }, sending);
      return referenceOf(readAnswer(MadeIssue, made, host));
    },
  };
}

/** @throws SourceError */
export async function findNewIssue(
  calls: GithubWriteCalls,
  { title, body }: NewIssue,
  trace: WriteTrace,
  signal: AbortSignal,
) {
  const author = String(trace[SENT_BY] ?? (await calls.account(signal)));
  const matchingIssue = (await newestOf(calls, author, signal)).find(
    (issue) =>
      !trace["known"]?.includes(issue.id) &&
      issue.title.trim() === title &&
      plainText(issue.body ?? "") === plainText(body),
  );
  return matchingIssue ? { reference: referenceOf(matchingIssue) } : null;
}

async function newestOf(calls: GithubWriteCalls, login: string, signal: AbortSignal): Promise<MadeIssue[]> {
  const { api, host } = calls;
  const newest = { creator: login, state: "all", sort: "created", direction: "desc", per_page: MAX_LOOKED_AT };
  const { data } = await api.request(`GET ${await api.path(signal)}/issues`, "page", newest, signal);
  return readAnswer(z.array(MadeIssue), data, host).filter(
    ({ user, pull_request: isRequest }) => user?.login === login && !isRequest,
  );
}
