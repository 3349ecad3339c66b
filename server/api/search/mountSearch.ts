import type { Db } from "../../db/openDb.ts";
import type { IndexStore } from "../../index/indexStore.ts";
import type { Mount } from "../route.ts";
import { giveFeedback } from "./giveFeedback.ts";
import { localizeIssue, localizeText } from "./localizeIssue.ts";
import { searchAll } from "./searchAll.ts";
import { searchProject } from "./searchProject.ts";

/** The endpoints that ask the engines. */
export function mountSearch(mount: Mount, { db, indexes }: { db: Db; indexes: IndexStore }): void {
  mount("searchAll", searchAll(db, indexes));
  mount("searchProject", searchProject(db, indexes));
  mount("localizeIssue", localizeIssue(db, indexes));
  mount("localizeText", localizeText(db, indexes));
  mount("giveFeedback", giveFeedback(db, indexes));
}
