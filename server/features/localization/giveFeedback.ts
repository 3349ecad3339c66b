import { projectFor } from "../../access/policy.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteFeedback, upsertFeedback } from "../../db/tables/localizationFeedback.ts";
import { feedbackTerms } from "../../engines/localize/features/feedback.ts";
import { readQuestion } from "../../engines/report/question.ts";
import { Invalid } from "../../errors.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { questionOfText, titled } from "./localizeIssue.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { requireIssue } from "../issues/requireIssue.ts";
import { message } from "../../messages/messages.ts";

/** POST projects/{id}/localize/feedback/: right, wrong, or nothing any more, about one file of one answer. */
export function giveFeedback(db: Db, indexes: IndexCache): Handler<"giveFeedback"> {
  return async ({ user, params, body, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { repository, path, verdict } = body;
    const question =
      body.issue === null ? titled(body.title, body.text) : await requireIssue(db, project.id, body.issue);
    if (question.title === "" && question.body.trim() === "") throw new Invalid({ text: [message("field.required")] });
    const index = await openProjectIndex(db, indexes, project.id, log);
    const code = index.code.find(({ part }) => part.source === repository);
    // What was said may be taken back also when the file has gone since.
    if (verdict !== null && (!code || code.files.find(path) < 0)) {
      throw new Invalid({ path: [message("code.file_not_found")] });
    }
    const file = {
      projectId: project.id,
      userId: user.id,
      question: body.issue ?? questionOfText(body.title, body.text),
      repository,
      path,
    };
    if (verdict === null) {
      await deleteFeedback(db, file);
      return;
    }
    const terms = feedbackTerms(readQuestion(question.title, question.body).terms);
    await upsertFeedback(db, { ...file, id: newId(), verdict, terms });
  };
}
