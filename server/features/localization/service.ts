import { createHash } from "node:crypto";
import type { Localization } from "../../../contract/issues/localization.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteFeedback,
  type FeedbackKey,
  listFeedback,
  listVerdictsOf,
  upsertFeedback,
} from "../../db/tables/issues/localizationFeedback.ts";
import { hasModelOrder } from "../../db/tables/insights/modelOrders.ts";
import { listRepositoryNames } from "../../db/tables/sources/sources.ts";
import { feedbackTerms } from "../../engines/localize/features/feedback.ts";
import { type LocalizeQuestion, localize } from "../../engines/localize/localize.ts";
import { readQuestion } from "../../engines/question/question.ts";
import { Invalid } from "../../errors.ts";
import { codeOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { message } from "../../messages/messages.ts";
import { memoizePerIndex } from "../../project/memoizePerIndex.ts";

const localizations = memoizePerIndex<ReturnType<typeof localize>>();

/** Names a question that is no issue: the same text is the same question. */
export function questionOfText(title: string, text: string): string {
  return `text:${createHash("sha256").update(`${title.trim()}\n${text.trim()}`).digest("hex")}`;
}

/** A text without a title is titled by its first line of prose. */
export function titled(title: string, text: string): { title: string; body: string } {
  if (title.trim() !== "") return { title: title.trim(), body: text };
  const lines = text.split("\n").map((line) => line.trim());
  const isTrace = (line: string): boolean => /^(Traceback|File "|at |Caused by|goroutine |\d+: )/.test(line);
  const errors = lines.filter((line) => /^[\w.]{2,80}(Error|Exception)\b|^(panic|fatal):/i.test(line));
  const first = errors.at(-1) ?? lines.find((line) => line !== "" && !isTrace(line)) ?? "";
  return { title: first.slice(0, 300), body: text };
}

/**
 * Where a report belongs, with the caller's verdicts on files of the same question.
 * @param report `beforeMs`: milliseconds since 1970; later events, its own fix first of all, are no evidence
 */
export async function localizeReport(
  db: Db,
  index: OpenedIndex,
  report: Omit<LocalizeQuestion, "feedback">,
  of: FeedbackKey,
): Promise<Localization> {
  const [feedback, ownVerdicts] = await Promise.all([listFeedback(db, of.projectId), listVerdictsOf(db, of)]);
  const verdicts = new Map(ownVerdicts.map((row) => [`${row.repository_id}:${row.path}`, row.verdict]));
  const question = { ...report, feedback };
  const localization = localizations(index, question, () => localize(index, question));
  return {
    ...localization,
    files: localization.files.map((file) => ({
      ...file,
      verdict: verdicts.get(`${file.repository}:${file.path}`) ?? null,
    })),
    repositories: await repositories(db, of.projectId, localization),
    ...((await hasModelOrder(db, of.projectId)) && { is_ordered: true }),
  };
}

/** Every repository of the project, also one that the index does not have yet. */
async function repositories(
  db: Db,
  projectId: string,
  localization: Localization,
): Promise<Localization["repositories"]> {
  const rows = await listRepositoryNames(db, projectId);
  const indexed = new Map(localization.repositories.map((repository) => [repository.id, repository]));
  return rows.map(({ id, name }) => ({
    id,
    name,
    commit: indexed.get(id)?.commit ?? null,
    indexed_at: indexed.get(id)?.indexed_at ?? null,
  }));
}

/** A verdict on one file of a localization; null takes an earlier one back. */
export interface FeedbackOnFile extends FeedbackKey {
  readonly repository: string;
  readonly path: string;
  readonly verdict: NonNullable<Localization["files"][number]["verdict"]> | null;
}

/** @throws Invalid when the index has no such file; a verdict on a file that has gone can still be taken back */
export async function saveFeedback(
  db: Db,
  index: OpenedIndex,
  report: { readonly title: string; readonly body: string },
  { verdict, ...file }: FeedbackOnFile,
): Promise<void> {
  if (verdict === null) return deleteFeedback(db, file);
  const code = codeOf(index, file.repository);
  if (!code || code.files.find(file.path) < 0) throw new Invalid({ path: [message("code.file_not_found")] });
  const terms = feedbackTerms(readQuestion(report.title, report.body).terms);
  await upsertFeedback(db, { ...file, id: newId(), verdict, terms });
}
