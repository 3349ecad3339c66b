import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { mountDocuments, mountDocumentStaleReferences } from "../../../../server/features/documents/routes.ts";
import { openMirrorsIn } from "../../../../server/git/MirrorReads.ts";
import { createApp } from "../../../../server/http/app.ts";
import { createRouter } from "../../../../server/http/router.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { documentSample } from "../../engines/documentSample.ts";
import { READ_SOURCE, addCompany, addManifest, addUser, issueRow } from "../../rows.ts";
import { type Engine, openTestDb } from "../../testDb.ts";

/** When everything of the project was written. */
export const now = new Date("2026-01-01T00:00:00Z");

export type DocumentServer = Awaited<ReturnType<typeof startDocumentServer>>;

/** The calls about documents, with the project `sample` (see documentSample) and its mirror. Ada is a member, Eve is of another project. */
export async function startDocumentServer(engine?: Engine) {
  const [sample, database] = await Promise.all([documentSample(), openTestDb(engine)]);
  const { db } = database;
  const companyId = await addCompany(db, { plan: "Premium" });
  const ids = {
    ada: await addUser(db, { companyId, email: "ada@example.org" }),
    eve: await addUser(db, { companyId, email: "eve@example.org" }),
  };
  for (const slug of ["sample", "other"]) {
    await db
      .insertInto("projects")
      .values({ id: `project-${slug}`, slug, name: slug, company_id: companyId, created_by: ids.ada, updated_at: now })
      .execute();
    await db
      .insertInto("project_members")
      .values({
        id: `member-${slug}`,
        project_id: `project-${slug}`,
        user_id: slug === "sample" ? ids.ada : ids.eve,
        email: "ada@example.org",
        role: "Viewer",
      })
      .execute();
  }
  const source = {
    ...READ_SOURCE,
    sync_finished_at: now,
    project_id: "project-sample",
  } as const;
  await db
    .insertInto("sources")
    .values([
      {
        ...source,
        id: "repository-1",
        kind: "repository",
        provider: "github",
        url: "https://github.com/acme/sample",
        name: "acme/sample",
      },
      { ...source, id: "wiki-1", kind: "wiki", provider: "confluence", url: "https://wiki.example", name: "Wiki" },
      {
        ...source,
        id: "tracker-1",
        kind: "tracker",
        provider: "github",
        url: "https://github.com/acme/sample",
        name: "issues",
      },
      {
        ...source,
        id: "repository-9",
        kind: "repository",
        provider: "git",
        url: "https://git.example/9",
        name: "nine",
        project_id: "project-other",
      },
    ])
    .execute();
  await db
    .insertInto("issues")
    .values(
      [1, 2, 3].map((number) =>
        issueRow({
          id: `issue-${number}`,
          source_id: "tracker-1",
          project_id: "project-sample",
          number,
          title: `Issue ${number} about sessions`,
          body: "The token of a session; see docs/guide.md",
          state: number === 1 ? "closed" : "open",
          url: `https://github.com/acme/sample/issues/${number}`,
          created_at: now,
        }),
      ),
    )
    .execute();
  await addManifest(db, "project-sample", sample.manifest, now);
  const mirrors = join(database.dataDir, "mirrors");
  mkdirSync(mirrors, { recursive: true });
  symlinkSync(sample.repository.gitDir, join(mirrors, "repository-1"));
  const app = await createApp({
    settings: { distDir: database.dataDir, logLevel: "warn" },
    logStream: { write: () => undefined },
  });
  const openMirror = openMirrorsIn((id) => join(mirrors, id));
  const authenticate = (name: string): Promise<Principal> =>
    Promise.resolve({
      id: name === "ada" ? ids.ada : ids.eve,
      name,
      email: `${name}@example.org`,
      language: "EN",
      companyId,
      companyRole: "Member",
      plan: name === "poor" ? "Standard" : "Premium",
      subscriptionStatus: "active",
      sessionHash: "",
    });
  const mount = createRouter(app, { authenticate, checkAnswers: true });
  mountDocuments(mount, { db, indexes: new IndexCache(sample.blobs), openMirror });
  mountDocumentStaleReferences(mount, db);
  const get = async (path: string, query: Record<string, string> = {}, who = "ada") => {
    const url = `/api/v1/projects/${path}/?${new URLSearchParams(query).toString()}`;
    const response = await app.inject({ method: "GET", url, headers: { authorization: `Token ${who}` } });
    return { status: response.statusCode, body: response.json<unknown>() };
  };
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
    sample.remove();
  };
  return { sample, database, mirrors, get, close };
}
