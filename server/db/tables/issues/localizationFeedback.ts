import type { Db } from "../../openDb.ts";

/** Verdicts of a project that are looked at, the newest ones. */
const MAX_VERDICTS = 500;

/** The verdicts of a project's members on files, newest first. */
export const listFeedback = (db: Db, projectId: string) =>
  db
    .selectFrom("localization_feedback")
    .select(["repository_id as repository", "path", "verdict", "terms"])
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .limit(MAX_VERDICTS)
    .execute();

/** A user's verdicts on a question: `question` is an issue's id or the hash of a text. */
export interface FeedbackKey {
  readonly projectId: string;
  readonly userId: string;
  readonly question: string;
}

/** One user's verdicts on the files of one question. */
export const listVerdictsOf = (db: Db, { projectId, userId, question }: FeedbackKey) =>
  db
    .selectFrom("localization_feedback")
    .select(["repository_id", "path", "verdict"])
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .where("question", "=", question)
    .execute();

/** A file of an answer to a question. */
export interface FeedbackFile extends FeedbackKey {
  readonly repository: string;
  readonly path: string;
}

export async function deleteFeedback(
  db: Db,
  { projectId, userId, question, repository, path }: FeedbackFile,
): Promise<void> {
  await db
    .deleteFrom("localization_feedback")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .where("question", "=", question)
    .where("repository_id", "=", repository)
    .where("path", "=", path)
    .execute();
}

/** Stores one user's verdict on one file of one question; a later verdict replaces it. */
export async function upsertFeedback(
  db: Db,
  {
    id,
    projectId,
    userId,
    question,
    repository,
    path,
    verdict,
    terms,
  }: FeedbackFile & {
    readonly id: string;
    readonly verdict: "right" | "wrong";
    readonly terms: readonly (readonly [string, number])[];
  },
): Promise<void> {
  await db
    .insertInto("localization_feedback")
    .values({
      id,
      project_id: projectId,
      user_id: userId,
      question,
      repository_id: repository,
      path,
      verdict,
      terms: JSON.stringify(terms),
    })
    .onConflict((conflict) =>
      conflict.constraint("localization_feedback_unique").doUpdateSet({ verdict, terms: JSON.stringify(terms) }),
    )
    .execute();
}
