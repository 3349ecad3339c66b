import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { message } from "../../messages/messages.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { localizeReport, questionOfText, saveFeedback, titled } from "./service.ts";

/** Where in the code an issue or a pasted text belongs, and verdicts on the results. */
export function mountLocalization(
  mount: RouteRegistrar,
  { db, indexes }: { readonly db: Db; readonly indexes: IndexCache },
): void {
  mount("localizeIssue", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { id, title, body, created_at } = await requireIssue(db, project.id, params.issueId);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const of = { projectId: project.id, userId: user.id, question: id };
    return localizeReport(db, index, { title, body, beforeMs: created_at.getTime() }, of);
  });

  mount("localizeText", async ({ user, params, body: { title, text }, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    if (title.trim() === "" && text.trim() === "") throw new Invalid({ text: [message("field.required")] });
    const index = await openProjectIndex(db, indexes, project.id, log);
    const of = { projectId: project.id, userId: user.id, question: questionOfText(title, text) };
    return localizeReport(db, index, { ...titled(title, text), beforeMs: null }, of);
  });

  mount("giveFeedback", async ({ user, params, body, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { issue, repository, path, verdict } = body;
    const issueRow = issue === null ? null : await requireIssue(db, project.id, issue);
    const report = issueRow ?? titled(body.title, body.text);
    if (report.title === "" && report.body.trim() === "") throw new Invalid({ text: [message("field.required")] });
    const question = issueRow?.id ?? questionOfText(body.title, body.text);
    const index = await openProjectIndex(db, indexes, project.id, log);
    await saveFeedback(db, index, report, {
      projectId: project.id,
      userId: user.id,
      question,
      repository,
      path,
      verdict,
    });
  });
}
