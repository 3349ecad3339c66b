/** Runs the commands in comments of an issue: each once, and only those of accounts that may write by the host's own answer. */
import {
  deleteReplyCommand,
  findIssueOfKey,
  insertReplyCommand,
  listCommandComments,
  updateLeasedReply,
  updateReplyFault,
} from "../../db/tables/chats/replies.ts";
import { message, serializeMessage } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { readFacts } from "./readFacts.ts";
import { type ReplyCommand, readCommands } from "./replyCommands.ts";
import type { ReplyWork } from "./writeReply.ts";

/** Comments that are looked at in one go. */
const MAX_COMMENTS = 10;

/** @returns whether one was run, so that the reply is to be written or edited */
export async function runCommands(work: ReplyWork): Promise<boolean> {
  const { deps, row, settings, issue, access, signal } = work;
  const { db } = deps;
  if (settings.enabled_at === null) return false;
  const comments = await listCommandComments(db, row.issue_id, { enabledAt: settings.enabled_at, limit: MAX_COMMENTS });
  const named = { externalId: issue.external_id, key: issue.key };
  let isRun = false;
  for (const { comment_id: id, body, external_id: externalId, login } of comments) {
    const commands = id === row.comment_id ? [] : readCommands(body);
    if (commands.length > 0) {
      const may = await access.use(({ replies }) => replies.mayWrite(named, { externalId, login }, signal));
      if (may === null) {
        const fault = message("reply.writers_unknown", { account: settings.account });
        await updateReplyFault(db, row.source_id, { fault: serializeMessage(fault) });
      }
      if (may === true) {
        // Stored first: of a process that ends here, another one writes the reply.
        await updateLeasedReply(db, row, { is_wanted: true });
        const isUnderstood = await runOnce(work, id, commands);
        isRun = true;
        await access.use(({ replies }) => replies.acknowledge(named, id, isUnderstood, signal)).catch(unlessHost);
      }
    }
    await insertReplyCommand(db, row.issue_id, id);
  }
  return isRun;
}

/** A reaction that the host does not take keeps no command from being run. */
function unlessHost(error: unknown): void {
  if (!(error instanceof SourceError)) throw error;
}

/**
 * A verdict moves the first place, so that the same commands again would judge the next one: these are noted before they are run, and only an
 * error takes the note back.
 */
async function runOnce(work: ReplyWork, commentId: string, commands: readonly ReplyCommand[]): Promise<boolean> {
  const { deps, row } = work;
  if (!commands.some((command) => command.do === "wrong" && command.path === null)) return runAll(work, commands);
  await insertReplyCommand(deps.db, row.issue_id, commentId);
  try {
    return await runAll(work, commands);
  } catch (error) {
    await deleteReplyCommand(deps.db, row.issue_id, commentId);
    throw error;
  }
}

/** @returns false where one was not understood */
async function runAll(work: ReplyWork, commands: readonly ReplyCommand[]): Promise<boolean> {
  let isUnderstood = true;
  for (const command of commands) isUnderstood = (await run(work, command)) && isUnderstood;
  return isUnderstood;
}

async function run(work: ReplyWork, command: ReplyCommand): Promise<boolean> {
  switch (command.do) {
    case "where":
      return true;
    case "duplicate":
      return noteDuplicate(work, command.of);
    case "wrong":
      return judgeWrong(work, command.path);
    case "unknown":
      return false;
  }
}

/** The analysis of the issue takes the two for duplicates from now on. Nothing is closed at the tracker. */
async function noteDuplicate({ deps: { db }, row }: ReplyWork, key: string): Promise<boolean> {
  const other = await findIssueOfKey(db, row.source_id, key);
  if (!other || other.id === row.issue_id) return false;
  return updateLeasedReply(db, row, { duplicate_of: other.id });
}

/** Stores a verdict on a place of the reply, as the member who turned replies on. Other files cannot be named. */
async function judgeWrong(
  { deps, row, settings, tracker, user, signal }: ReplyWork,
  path: string | null,
): Promise<boolean> {
  const { mentions, names_all: namesAll, language } = settings;
  const rules = { mentions, namesAll, language };
  const read = await readFacts(deps, { tracker, user, rules, issueId: row.issue_id, signal });
  const place = path === null ? read?.places[0] : read?.places.find((candidate) => candidate.path === path);
  if (!place) return false;
  await deps.invoke("giveFeedback", {
    user,
    params: { id: tracker.slug },
    body: { issue: row.issue_id, repository: place.repository, path: place.path, verdict: "wrong" },
    signal,
  });
  return true;
}
