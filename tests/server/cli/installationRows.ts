/** An installation with something in it that is hard to carry: every type of column, letters of every kind, numbers that were given out. */
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { newId } from "../../../server/db/newId.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { publish } from "../../../server/events/publish.ts";
import { emptyManifest, encodeManifest, MANIFEST_FORMAT } from "../../../server/index/manifest.ts";
import type { Blobs } from "../../../server/index/blobs/blobs.ts";
import { checkMasterKey } from "../../../server/access/keys/masterKeyFingerprint.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { verbatim } from "../../../server/messages/messages.ts";

export const KEY = Buffer.alloc(32, 7);
const HOSTILE = [
  'quo"te',
  "back\\slash",
  "{curly}",
  "İıŞğ 😀 مرحبا",
  "line\nbreak\ttab",
  "other\u2028ends\u2029of\u0085lines",
  "'; drop table users; --",
  "null",
  "\\x00",
  "",
];

export async function fillInstallation(
  db: Db,
  blobs: Blobs,
): Promise<{ projectId: string; secretId: string; hashes: string[] }> {
  await checkMasterKey(db, KEY);
  const companyId = await addCompany(db, { trialEndsAt: new Date("2026-02-28T23:59:59.123Z") });
  const userId = await addUser(db, { companyId, name: HOSTILE.join(" ") });
  const projectId = await addProject(db, { companyId, ownerId: userId });
  const sourceId = await addSource(db, projectId);
  const secretId = await createSecrets(KEY).store(db, companyId, { token: "t0ken", username: "ü" });
  await db
    .updateTable("sources")
    .set({ secret_id: secretId, cursor: JSON.stringify({ head: null, deep: { a: [1, 0.1, "ü", null, true] } }) })
    .where("id", "=", sourceId)
    .execute();
  await insertRows(
    db,
    "git_paths",
    [...HOSTILE, ...Array.from({ length: 1200 }, (_, n) => `src/${n}.ts`)].map((path) => ({
      source_id: sourceId,
      path,
    })),
  );
  await insertRows(
    db,
    "issues",
    HOSTILE.map((text, n) => ({
      id: newId(),
      source_id: sourceId,
      project_id: projectId,
      external_id: String(n),
      number: n,
      key: `#${n}`,
      title: text,
      body: text.repeat(2000),
      state: "open" as const,
      url: "https://example.org",
      author_id: null,
      labels: JSON.stringify([text]),
      comments_count: 0,
      created_at: new Date(0),
      updated_at: new Date(),
      closed_at: null,
    })),
  );
  await publish(db, { projectId, type: "sync.finished", title: verbatim("done"), data: { n: 2 ** 53 - 1 } });
  await db
    .insertInto("backtests")
    .values({ id: newId(), project_id: projectId, started_by: userId, state: "queued" })
    .execute();
  const hashes = [await blobs.put(Buffer.alloc(50_000, "table")), await blobs.put(Buffer.from("segment"))];
  await blobs.put(Buffer.from("unreferenced blob"));
  const [table = "", segment = ""] = hashes;
  const manifest = encodeManifest({
    ...emptyManifest(),
    issues: {
      builtAt: new Date().toISOString(),
      issues: HOSTILE.length,
      table,
      segment,
      content: [],
      filters: segment,
    },
  });
  await db
    .insertInto("artifacts")
    .values({ project_id: projectId, generation: 3, format_version: MANIFEST_FORMAT, manifest, updated_at: new Date() })
    .execute();
  return { projectId, secretId, hashes };
}
