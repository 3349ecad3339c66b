/** The archive of all tables: the same files as those of the single calls, in one zip that is whole or refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPORT_TABLE_NAMES } from "../../../../contract/insights/exportTables.ts";
import { zipOfFiles } from "../../../../server/features/exports/zipOfFiles.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addRandomWork } from "../../insights/randomWork.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { readZip } from "./readZip.ts";

onOneDatabase("the archive of all tables", (engine) => {
  let server: TestServer;
  let admin: SignedInUser;
  let member: SignedInUser;
  let outsider: SignedInUser;
  let poor: SignedInUser;
  let companyId: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    member = await signedIn(server.db, { companyId, email: "member@example.org" });
    const other = await addCompany(server.db, { plan: "Enterprise" });
    outsider = await signedIn(server.db, { companyId: other, email: "outsider@example.org", role: "Admin" });
    const premium = await addCompany(server.db, { plan: "Premium" });
    poor = await signedIn(server.db, { companyId: premium, email: "poor@example.org", role: "Admin" });
    const projectId = await addProject(server.db, { companyId, ownerId: member.id, slug: "loom" });
    await addMember(server.db, projectId, admin.id, "Viewer");
    await addRandomWork(server.db, projectId, 5, 300);
    const hidden = await addProject(server.db, { companyId, ownerId: member.id, slug: "secret" });
    await addRandomWork(server.db, hidden, 6, 20);
  });
  afterAll(() => server.stop());

  const get = (caller: SignedInUser, path: string, signal?: AbortSignal) =>
    fetch(`${server.url}/api/v1/exports/${path}`, {
      headers: { authorization: `Token ${caller.token}` },
      ...(signal && { signal }),
    });
  const bytesOf = async (path: string): Promise<Buffer> => {
    const answer = await get(admin, path);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  test.each(["parquet", "csv", "jsonl"])(
    "has each table as its own call gives it in %s, and what it has",
    async (format) => {
      const files = readZip(await bytesOf(`?format=${format}`));
      expect([...files.keys()]).toEqual([...EXPORT_TABLE_NAMES.map((table) => `clew-${table}.${format}`), "clew.json"]);
      const manifest = JSON.parse(files.get("clew.json")?.toString() ?? "") as { rows: Record<string, number> };
      expect(manifest).toMatchObject({ version: 1, format, since: null, projects: ["loom"] });
      for (const table of EXPORT_TABLE_NAMES) {
        const single = await bytesOf(`${table}/?format=${format}`);
        expect([table, files.get(`clew-${table}.${format}`)?.equals(single)]).toEqual([table, true]);
        const lines = single.toString().split("\n").length - 1;
        expect(manifest.rows[table]).toBe(format === "jsonl" ? lines : manifest.rows[table]);
      }
      expect(manifest.rows["issues"]).toBe(300);
    },
  );

  test("is an Admin's, of the Enterprise plan, of the reader's projects alone, and an entry of the audit log", async () => {
    expect((await get(member, "?format=csv")).status).toBe(403);
    expect((await get(poor, "?format=csv")).status).toBe(402);
    expect((await get(admin, "?format=csv&project=secret")).status).toBe(404);
    expect((await get(outsider, "?format=csv&project=loom")).status).toBe(404);
    expect((await get(admin, "?format=xml")).status).toBe(400);
    const answer = await get(admin, "?format=csv&project=loom");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="clew-tables.zip"');
    await answer.arrayBuffer();
    const last = await server.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("company_id", "=", companyId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(last).toMatchObject({ action: "data.exported", after: { table: "all", projects: ["loom"] } });
  });

  test("counts as the one file of the company, and ends when the reader has gone", async () => {
    const leaving = new AbortController();
    const begun = await get(admin, "?format=csv", leaving.signal);
    leaving.abort();
    await expect(begun.arrayBuffer()).rejects.toThrow();
    await expect
      .poll(async () => {
        const answer = await get(admin, "people/?format=csv");
        await answer.text();
        return answer.status;
      })
      .toBe(200);
  });

  test("that fails is cut off and has no directory", async () => {
    const { id } = await server.db.selectFrom("issues").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    const { labels } = await server.db
      .selectFrom("issues")
      .select("labels")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await server.db.updateTable("issues").set({ labels: '"x"' }).execute();
    const cut = await get(admin, "?format=csv");
    const received: Buffer[] = [];
    await expect(async () => {
      for await (const part of cut.body ?? []) received.push(Buffer.from(part));
    }).rejects.toThrow("terminated");
    expect(() => readZip(Buffer.concat(received))).toThrow("no directory");
    await server.db
      .updateTable("issues")
      .set({ labels: JSON.stringify(labels) })
      .execute();
  });
});

test("a file is read only as fast as the archive is taken, and its sizes are those of the bytes", async () => {
  let made = 0;
  const part = Buffer.alloc(1 << 16, "abc ");
  async function* parts() {
    for (; made < 1000; made += 1) yield await Promise.resolve(part);
  }
  const zip = zipOfFiles([{ name: "ü.txt", bytes: parts(), level: 0 }], new Date("2026-11-29T10:00:00Z"));
  const first: Uint8Array[] = [];
  for (let count = 0; count < 3; count += 1) first.push((await zip.next()).value as Uint8Array);
  await new Promise((resolve) => setTimeout(resolve, 50));
  // 64 kB each: the rest waits.
  expect(made).toBeLessThan(20);
  for await (const bytes of zip) first.push(bytes);
  const files = readZip(Buffer.concat(first));
  expect(files.get("ü.txt")?.length).toBe(1000 * part.length);
});

test("an error of a file ends the archive", async () => {
  async function* failing() {
    yield await Promise.resolve(Buffer.from("a"));
    throw new Error("no more rows");
  }
  const zip = zipOfFiles([{ name: "a", bytes: failing(), level: 6 }], new Date());
  await expect(async () => {
    for await (const _ of zip);
  }).rejects.toThrow("no more rows");
});
