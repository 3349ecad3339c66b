import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import { newId } from "../../db/newId.ts";
import type { Feedback } from "./features/feedback.ts";

/** Verdicts of a project that are looked at, the newest ones. */
const MAX_VERDICTS = 500;

/** Names a question that is no issue: the same text is the same question. */
export function questionOfText(title: string, text: string): string {
  return `text:${createHash("sha256").update(`${title.trim()}\n${text.trim()}`).digest("hex")}`;
}

/** What people of a project have said, the newest first. */
export async function readFeedback(db: Db, projectId: string): Promise<Feedback[]> {
  const rows = await db
    .selectFrom("localization_feedback")
    .select(["repository_id", "path", "verdict", "terms"])
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .limit(MAX_VERDICTS)
    .execute();
  return rows.map((row) => ({
    repository: row.repository_id,
    path: row.path,
    verdict: row.verdict,
    terms: row.terms,
  }));
}

/** What one person has said about the files of one question, by `repository:path`. */
export async function ownVerdicts(
  db: Db,
  of: { readonly projectId: string; readonly userId: string; readonly question: string },
): Promise<Map<string, "right" | "wrong">> {
  const rows = await db
    .selectFrom("localization_feedback")
    .select(["repository_id", "path", "verdict"])
    .where("project_id", "=", of.projectId)
    .where("user_id", "=", of.userId)
    .where("question", "=", of.question)
    .execute();
  return new Map(rows.map((row) => [`${row.repository_id}:${row.path}`, row.verdict]));
}

export interface GivenFeedback extends Omit<Feedback, "verdict"> {
  readonly projectId: string;
  readonly userId: string;
  readonly question: string;
  /** Null takes back what was said. */
  readonly verdict: "right" | "wrong" | null;
}

/** Keeps what one person says about one file of one question; saying it again replaces it. */
export async function storeFeedback(db: Db, given: GivenFeedback): Promise<void> {
  const { projectId, userId, question, repository, path, verdict, terms } = given;
  if (verdict === null) {
    await db
      .deleteFrom("localization_feedback")
      .where("project_id", "=", projectId)
      .where("user_id", "=", userId)
      .where("question", "=", question)
      .where("repository_id", "=", repository)
      .where("path", "=", path)
      .execute();
    return;
  }
  await db
    .insertInto("localization_feedback")
    .values({
      id: newId(),
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
