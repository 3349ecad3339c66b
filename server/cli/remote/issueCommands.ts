/** `clew issue`: changes of issues at their trackers, by the session of a member. */
import { randomUUID } from "node:crypto";
import { text as readText } from "node:stream/consumers";
import type { IssueWriteAnswer, NewIssueAnswer } from "../../../contract/issues/issueWrites.ts";
import { MAX_COMMENT_LENGTH, MAX_NEW_TITLE_LENGTH } from "../../../contract/issues/issueActions.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import { ISSUE_VERBS, type IssueVerb } from "../issueVerbs.ts";
import { didYouMean } from "../parseArguments.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import { accent, complain, shown, strong } from "../terminal.ts";
import { serverAddressOf } from "./ClewServer.ts";
import { actionOf, changeOf, newIssueOf, offerOf, optionNamed, requireOpen } from "./issueChanges.ts";
import { type KeptChange, KeptChangeFile } from "./keptChanges.ts";
import { requireSession } from "./openServer.ts";
import type { ProjectAddress } from "./remoteAnswers.ts";

const AGAIN = "Give the same command again: the change is made once.";

/** The outcome of a change, as it is printed. */
interface ChangedIssue {
  readonly issue: string | null;
  readonly action: string;
  readonly state: IssueWriteAnswer["state"];
  readonly account: string;
  readonly text: string | null;
  readonly url: string | null;
}

/** @throws CliError for each refusal, in the tracker's words, and for a change of which the end is not known */
export async function runIssueCommand(
  place: ProjectAddress,
  request: RequestOf<"issue">,
  environment: NodeJS.ProcessEnv,
  format: Format,
): Promise<Status> {
  requireSession(place.server);
  const [verb, ...words] = request.words;
  if (!isVerb(verb)) {
    const near = verb === undefined ? "" : didYouMean(verb, ISSUE_VERBS);
    throw wrong(`clew issue ${ISSUE_VERBS.join(" | ")}: one of them.${near}`);
  }
  const text = await textOf(verb, words, request);
  const { removed, state, labels, issueType, tracker } = request;
  const options = { removed, state, labels, issueType, tracker };
  const file = new KeptChangeFile(environment, [
    serverAddressOf(place.server.url),
    place.slug,
    verb,
    words,
    text,
    options,
  ]);
  const earlier = file.read();
  if (earlier) complain("The answer to this command was lost before: the same change is continued.");
  const change = earlier ?? (await makeChange(place, verb, words, text, request));
  if ("nothing" in change) return printChanged(change.nothing, verb, format);
  if (!earlier) file.write(change);
  const changed = await send(place, change, file, earlier !== null);
  return printChanged(changed, verb, format);
}

const isVerb = (text: string | undefined): text is IssueVerb => ISSUE_VERBS.some((verb) => verb === text);

/** The text of a comment, or of a new issue; empty for other changes. */
async function textOf(verb: IssueVerb, words: readonly string[], { body }: RequestOf<"issue">): Promise<string> {
  if (verb === "create") return limited(body === "-" ? await readText(process.stdin) : (body ?? ""));
  if (verb !== "comment") return "";
  const argument = words.slice(1).join(" ").trim();
  if (argument === "" && process.stdin.isTTY)
    throw wrong("Give the text of the comment, or write it to standard input.");
  const text = limited(argument === "" ? await readText(process.stdin) : argument);
  if (text === "") throw wrong("The comment has no text.");
  return text;
}

function limited(comment: string): string {
  const text = comment.trim();
  if (text.length > MAX_COMMENT_LENGTH) throw wrong(`The text has more than ${MAX_COMMENT_LENGTH} characters.`);
  return text;
}

/** What is sent; `nothing` where the tracker has it already. */
async function makeChange(
  { server, slug }: ProjectAddress,
  verb: IssueVerb,
  words: readonly string[],
  text: string,
  request: RequestOf<"issue">,
): Promise<KeptChange | { readonly nothing: ChangedIssue }> {
  if (verb === "create") return { issue: null, body: await makeNewIssue({ server, slug }, words, text, request) };
  const [name, ...names] = words;
  if (name === undefined) throw wrong(`Say which issue: clew issue ${verb} '#12'`);
  const issue = await server.call("getIssue", { params: { id: slug, issueId: name } });
  const params = { id: slug, issueId: issue.id };
  const actions = await server.call("issueActions", { params });
  const action = actionOf(verb);
  const offer = offerOf(actions, action);
  const account = actions.account ?? "";
  const change =
    verb === "comment"
      ? ({ action: "comment", body: text } as const)
      : changeOf(verb, names, request, issue, { offer, account });
  const { id, key, url } = issue;
  if (change) return { issue: { id, key, url }, body: { key: randomUUID(), account, change } };
  return { nothing: { issue: key, action, state: "done", account, text: "Nothing to change.", url } };
}

async function makeNewIssue(
  { server, slug }: ProjectAddress,
  words: readonly string[],
  body: string,
  request: RequestOf<"issue">,
) {
  const title = words.join(" ").trim();
  if (title === "") throw wrong("Give the title of the new issue.");
  if (title.length > MAX_NEW_TITLE_LENGTH) throw wrong(`The title has more than ${MAX_NEW_TITLE_LENGTH} characters.`);
  const { trackers } = await server.call("getProject", { params: { id: slug } });
  const [only, second] = trackers;
  if (!only) throw new CliError(STATUS.notFound, "The project has no tracker.");
  if (request.tracker === undefined && second) {
    const names = trackers.map(({ name }) => shown(name)).join(", ");
    throw wrong(`Say in which tracker, --tracker NAME. There are: ${names}`);
  }
  const tracker = request.tracker === undefined ? only : optionNamed(request.tracker, trackers);
  const form = await server.call("newIssueForm", { query: { project: slug, tracker: tracker.id } });
  requireOpen(form);
  const issue = newIssueOf(title, body, request, form);
  return { key: randomUUID(), account: form.account ?? "", tracker: tracker.id, issue };
}

/** Sends a change. The file is removed once the end is known. @throws CliError */
async function send(
  place: ProjectAddress,
  change: KeptChange,
  file: KeptChangeFile,
  isRepeated: boolean,
): Promise<ChangedIssue> {
  const answer = await sendOnce(place, change).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    if (error.status === STATUS.unreachable || error.status === STATUS.serverFailed) {
      const message = `${error.message} It is not known whether the change was made. ${AGAIN}`;
      throw new CliError(STATUS.unknown, message, { cause: error });
    }
    // A refusal of the server comes before the tracker is asked: of a repetition it says nothing about what was sent before.
    if (!isRepeated) file.remove();
    throw error;
  });
  if (answer.state !== "unknown") file.remove();
  const { state, text } = answer;
  const { account } = change.body;
  if (change.issue) {
    const { key, url } = change.issue;
    return { issue: key, action: change.body.change.action, state, account, text, url };
  }
  const issue = "address" in answer ? await madeIssue(place, answer) : null;
  return { issue: issue?.key ?? null, action: "create", state, account, text, url: issue?.url ?? null };
}

function sendOnce({ server, slug }: ProjectAddress, change: KeptChange): Promise<IssueWriteAnswer | NewIssueAnswer> {
  if (change.issue === null) return server.call("createIssue", { params: { id: slug }, body: change.body });
  return server.call("writeIssue", { params: { id: slug, issueId: change.issue.id }, body: change.body });
}

/** Null where the tracker does not show the new issue to the source yet, or this server fails then: it was made. */
async function madeIssue({ server, slug }: ProjectAddress, { address }: NewIssueAnswer) {
  if (address === null) return null;
  return server.call("getIssue", { params: { id: slug, issueId: address } }).catch((error: unknown) => {
    if (error instanceof CliError) return null;
    throw error;
  });
}

/** @throws CliError for a change that the tracker does not have, after it was printed for programs */
async function printChanged(changed: ChangedIssue, verb: IssueVerb, format: Format): Promise<Status> {
  const { issue, state, account, text, url } = changed;
  if (state === "done" || format !== "text") {
    const words = text === null ? DONE[verb] : shown(text);
    const key = issue === null ? "" : `${strong(shown(issue))} `;
    const where = url === null ? "" : ` ${accent(shown(url))}`;
    const lines = [`${key}${words} (${shown(account)})${where}`];
    await printAnswer(format, "issue", { data: changed, rows: [changed], lines });
  }
  if (state === "done") return STATUS.ok;
  const why = shown(text ?? "");
  throw state === "refused" ? new CliError(STATUS.nothing, why) : new CliError(STATUS.unknown, `${why} ${AGAIN}`);
}

const DONE: Readonly<Record<IssueVerb, string>> = {
  comment: "commented",
  label: "labels changed",
  assign: "assignees changed",
  milestone: "milestone changed",
  priority: "priority changed",
  duplicate: "linked as a duplicate",
  close: "closed",
  reopen: "reopened",
  create: "created",
};
