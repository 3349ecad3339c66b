import type { SourceValid } from "../../../contract/projects.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import type { Language } from "../../mail/letters.ts";
import { translate } from "../words/translate.ts";
import { projectFor } from "../../access/policy.ts";
import { actorOf, noteAudit, type Deed } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import type { GivenSource, Sources, ValidSource } from "../../sources/sources.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { readProject } from "../projects/readProjects.ts";
import type { Mount } from "../route.ts";
import { type AnySource, type ConnectionTokens, withConnection } from "./withConnection.ts";
import type { Caller } from "../../access/sessions.ts";
import { listPersons, mergePersons, projectOfMerge, undoMerge } from "../../engines/experts/persons.ts";
import { projectOfSource, readSourceDetail, readSourceDetails, setPaused } from "../../sources/sourceDetails.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createWebhook, removeWebhook } from "../webhooks/mountWebhooks.ts";
import { refusalOf } from "./refusalOf.ts";
import { renewAccess } from "./renewAccess.ts";

export interface SourcesDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "validateRepository" | "validateTracker" | "validateWiki">;
  readonly sync: Pick<SyncService, "requestProject" | "request" | "pause">;
  readonly secrets: Secrets;
  /** Where hosts reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Left out in tests that connect nobody's account. */
  readonly connections?: ConnectionTokens;
}

/** Answers whether a repository or a tracker can be linked, before somebody does; and copies a project's sources anew when asked. */
export function mountSources(mount: Mount, { db, sources, sync, secrets, publicUrl, connections }: SourcesDeps): void {
  const given = (user: Caller, body: AnySource): Promise<GivenSource> => withConnection(connections, user, body);
  mount("validateRepository", async ({ user, body }) =>
    valid(given(user, body).then(sources.validateRepository), user.language),
  );
  mount("validateTracker", async ({ user, body }) =>
    valid(given(user, body).then(sources.validateTracker), user.language),
  );
  mount("validateWiki", async ({ user, body }) => valid(given(user, body).then(sources.validateWiki), user.language));
  // Beside the projects' paths: the app leaves a project whose own calls fail, and these are only about how its sources stand.
  const ofSource = async (user: Caller, id: string) =>
    projectFor(db, user, await projectOfSource(db, id), "sources.change");
  const nameSource = async (transaction: Db, id: string): Promise<NonNullable<Deed["subject"]>> => {
    const { kind, url } = await transaction
      .selectFrom("sources")
      .select(["kind", "url"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { kind, id, name: url };
  };
  const pause = async (user: Caller, address: string, id: string, isPaused: boolean): Promise<string> => {
    const project = await ofSource(user, id);
    await db.transaction().execute(async (transaction) => {
      await setPaused(transaction, project.id, id, isPaused);
      await noteAudit(transaction, actorOf(user, address), {
        action: isPaused ? "source.paused" : "source.resumed",
        subject: await nameSource(transaction, id),
        after: { project: project.slug },
      });
    });
    return project.id;
  };
  mount("listSources", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return (await readSourceDetails(db, project.id)).map((detail) => inWords(detail, user.language));
  });
  mount("pauseSource", async ({ user, params, address }) => {
    const projectId = await pause(user, address, params.itemId, true);
    await sync.pause(params.itemId);
    return inWords(await readSourceDetail(db, projectId, params.itemId), user.language);
  });
  mount("resumeSource", async ({ user, params, address }) => {
    const projectId = await pause(user, address, params.itemId, false);
    await sync.request([params.itemId]);
    return inWords(await readSourceDetail(db, projectId, params.itemId), user.language);
  });
  mount("renewSourceAccess", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    const deps = { db, secrets, sources, sync, ...(connections && { connections }) };
    await renewAccess(deps, project, user, params.itemId, body, actorOf(user, address));
    return inWords(await readSourceDetail(db, project.id, params.itemId), user.language);
  });
  mount("createWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    return createWebhook({ db, secrets }, project, params.itemId, publicUrl(), async (transaction) =>
      noteAudit(transaction, actorOf(user, address), {
        action: "webhook.created",
        subject: await nameSource(transaction, params.itemId),
        after: { project: project.slug },
      }),
    );
  });
  mount("removeWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    await db.transaction().execute(async (transaction) => {
      if (!(await removeWebhook(transaction, project.id, params.itemId))) return;
      await noteAudit(transaction, actorOf(user, address), {
        action: "webhook.removed",
        subject: await nameSource(transaction, params.itemId),
        before: { project: project.slug },
      });
    });
  });
  mount("listPersons", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return listPersons(db, project.id, query.q ?? "");
  });
  mount("mergePersons", async ({ user, body }) => {
    const project = await projectFor(db, user, body.project, "sources.change");
    return mergePersons(db, project, user.id, body);
  });
  mount("undoPersonMerge", async ({ user, params }) => {
    const project = await projectFor(db, user, await projectOfMerge(db, params.mergeId), "sources.change");
    await undoMerge(db, project, params.mergeId);
  });
  mount("syncProject", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.sync");
    await sync.requestProject(project.id);
    return readProject(db, user, project.slug);
  });
}

const inWords = (detail: SourceDetail, language: Language): SourceDetail => ({
  ...detail,
  notes: detail.notes.map(({ code, text }) => ({ code, text: translate(text, language) })),
});

async function valid(asked: Promise<ValidSource>, language: Language): Promise<SourceValid> {
  try {
    const { name, visibility, defaultBranch, items, notes, account, missing, limitLeft, sample } = await asked;
    return {
      valid: true,
      name,
      visibility,
      ...(defaultBranch !== undefined && { default_branch: defaultBranch }),
      ...(items !== undefined && { items }),
      notes: notes.map((note) => translate(note, language)),
      ...(account !== undefined && { account }),
      ...(missing !== undefined && { missing_scopes: [...missing] }),
      ...(limitLeft !== undefined && { requests_left: limitLeft }),
      ...(sample !== undefined && { sample: [...sample] }),
    };
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}
