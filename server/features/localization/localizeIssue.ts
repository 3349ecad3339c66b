import { createHash } from "node:crypto";
import type { Localization } from "../../../contract/localization.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { type FeedbackKey, listFeedback, listVerdictsOf } from "../../db/tables/localizationFeedback.ts";
import { listRepositoryNames } from "../../db/tables/sources.ts";
import { type LocalizeQuestion, localize } from "../../engines/localize/localize.ts";
import { Invalid } from "../../errors.ts";
import type { IndexCache, OpenedIndex } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { memoizePerIndex } from "../search/memoizePerIndex.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { requireIssue } from "../issues/requireIssue.ts";
import { message } from "../../messages/messages.ts";

const localizations = memoizePerIndex<ReturnType<typeof localize>>();

/** GET projects/{id}/issues/{issueId}/localization/ */
export function localizeIssue(db: Db, indexes: IndexCache): Handler<"localizeIssue"> {
  return async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const issue = await requireIssue(db, project.id, params.issueId);
    const index = await openProjectIndex(db, indexes, project.id, log);
    // What happened after the report, its own fix first of all, is no evidence for where it belongs.
    const asked = { title: issue.title, body: issue.body, before: issue.created_at.getTime() };
    const of = { projectId: project.id, userId: user.id, question: params.issueId };
    return answer(db, index, asked, of);
  };
}

/** POST projects/{id}/localize/: a report or a stack trace that is in no tracker. */
export function localizeText(db: Db, indexes: IndexCache): Handler<"localizeText"> {
  return async ({ user, params, body: { title, text }, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    if (title.trim() === "" && text.trim() === "") throw new Invalid({ text: [message("field.required")] });
    const index = await openProjectIndex(db, indexes, project.id, log);
    const of = { projectId: project.id, userId: user.id, question: questionOfText(title, text) };
    return answer(db, index, { ...titled(title, text), before: null }, of);
  };
}

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

async function answer(
  db: Db,
  index: OpenedIndex,
  asked: Omit<LocalizeQuestion, "feedback">,
  of: FeedbackKey,
): Promise<Localization> {
  const [feedback, own] = await Promise.all([listFeedback(db, of.projectId), listVerdictsOf(db, of)]);
  const verdicts = new Map(own.map((row) => [`${row.repository_id}:${row.path}`, row.verdict]));
  const question = { ...asked, feedback };
  const found = localizations(index, question, () => localize(index, question));
  return {
    ...found,
    files: found.files.map((file) => ({ ...file, verdict: verdicts.get(`${file.repository}:${file.path}`) ?? null })),
    repositories: await repositories(db, of.projectId, found),
  };
}

/** Every repository of the project, also one that the index does not have yet. */
async function repositories(db: Db, projectId: string, found: Localization): Promise<Localization["repositories"]> {
  const rows = await listRepositoryNames(db, projectId);
  const indexed = new Map(found.repositories.map((repository) => [repository.id, repository]));
  return rows.map(({ id, name }) => ({
    id,
    name,
    commit: indexed.get(id)?.commit ?? null,
    indexed_at: indexed.get(id)?.indexed_at ?? null,
  }));
}
