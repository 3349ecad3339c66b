import type { z } from "zod";
import { MAX_MARKS } from "../../../contract/marks/markRules.ts";
import type { MarkedItem } from "../../../contract/marks/marks.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { type MarkedPlace, deleteMark, insertMark, listMarks } from "../../db/tables/issues/itemMarks.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { message } from "../../messages/messages.ts";
import { presentMark } from "../../project/presentMark.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import { requirePath } from "../../project/requirePath.ts";
import { requireRequest } from "../../project/requireRequest.ts";

/** Marks that members set and remove. No tracker is asked, so that neither an account nor the right to write there is needed. */
export function mountMarks(mount: RouteRegistrar, db: Db): void {
  mount("addMark", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "issues.write");
    const place = await placeOf(db, project.id, body.item);
    const folded = normalizeProse(body.text);
    const result = await db
      .transaction()
      .execute((tx) => insertMark(tx, project.id, place, { text: body.text, folded, rule: null, userId: user.id }));
    if (result === "full") throw new Conflict(message("mark.limit", { max: MAX_MARKS }));
    const row = (await listMarks(db, place)).find((mark) => mark.folded === folded);
    if (result === "gone" || !row) throw new NotFound(message("mark.item_not_found"));
    return presentMark(row);
  });
  mount("removeMark", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "issues.write");
    if (!(await deleteMark(db, project.id, params.markId))) throw new NotFound(message("mark.not_found"));
  });
}

/** The item by its id in the project. @throws NotFound, Conflict where several have the number */
async function placeOf(db: Db, projectId: string, item: z.output<typeof MarkedItem>): Promise<MarkedPlace> {
  switch (item.kind) {
    case "issue":
      return { kind: "issue", id: (await requireIssue(db, projectId, item.id)).id };
    case "request":
      return { kind: "request", id: (await requireRequest(db, projectId, item.id)).id };
    case "page":
      return { kind: "page", source: item.source, path: requirePath(item.path) };
  }
}
