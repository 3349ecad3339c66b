import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { feedbackTerms } from "../../engines/localize/features/feedback.ts";
import { questionOfText, storeFeedback } from "../../engines/localize/feedbackRows.ts";
import { readQuestion } from "../../engines/report/question.ts";
import { Invalid } from "../../errors.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../router.ts";
import { titled } from "./localizeIssue.ts";
import { openProjectIndex } from "./projectIndex.ts";
import { requireIssue } from "../issues/requireIssue.ts";

/** POST projects/{id}/localize/feedback/: right, wrong, or nothing any more, about one file of one answer. */
export function giveFeedback(db: Db, indexes: IndexCache): Handler<"giveFeedback"> {
  return async ({ user, params, body, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { repository, path, verdict } = body;
    const question =
      body.issue === null ? titled(body.title, body.text) : await requireIssue(db, project.id, body.issue);
    if (question.title === "" && question.body.trim() === "") throw new Invalid({ text: ["This field is required"] });
    const index = await openProjectIndex(db, indexes, project.id, log);
    const code = index.code.find(({ part }) => part.source === repository);
    // What was said may be taken back also when the file has gone since.
    if (verdict !== null && (!code || code.files.find(path) < 0)) {
      throw new Invalid({ path: ["The code has no such file. Load the page again."] });
    }
    await storeFeedback(db, {
      projectId: project.id,
      userId: user.id,
      question: body.issue ?? questionOfText(body.title, body.text),
      repository,
      path,
      verdict,
      terms: feedbackTerms(readQuestion(question.title, question.body).terms),
    });
  };
}
