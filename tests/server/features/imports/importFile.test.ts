/** A file that is imported in the app, sent to a real server: counts, repetition, interruption, and refused rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomSource, ImportBatch, ImportMapping } from "../../../../contract/sources/imports.ts";
import { draftOf, mappingOf } from "../../../../contract/importing/draftMapping.ts";
import { openImportFile } from "../../../../contract/importing/openImportFile.ts";
import { ImportStopped, type SendBatch, sendFile, sentBefore } from "../../../../src/importing/sendFile.ts";
import { surveyFile } from "../../../../contract/importing/surveyFile.ts";
import { errorText } from "../../../../src/services/errorText.ts";
import { addProject } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
let path: string;
let sent: ImportBatch[] = [];

beforeAll(async () => {
  server = await startTestServer("pglite");
  people = await addPeople(server.db, { plan: "Enterprise" });
  await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
  await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "loom" });
  const body = {
    kind: "custom",
    name: "Helpdesk",
    link_template: "https://help.example.org/t/{id}",
    holds: ["issue", "request"],
  };
  const made = await server.call("POST", "projects/loom/sources/", { token: people.admin.token, body });
  path = `sources/${(made.body as CustomSource).id}`;
});
afterAll(() => server.stop());

const state = async () =>
  (await server.call("GET", `${path}/import/`, { token: people.admin.token })).body as CustomSource;
const send: SendBatch = async (body) => {
  sent.push(body);
  const { status, body: answer } = await server.call("PUT", `${path}/items/`, { token: people.admin.token, body });
  if (status === 200) return { data: answer as never, error: null };
  return { data: null, error: { status, ...errorText(answer) } };
};
const open = async (content: string) => {
  const file = await openImportFile(new File([content], "issues.csv", { lastModified: 1 }));
  const survey = await surveyFile(file);
  const { mapping } = mappingOf(survey, draftOf(survey, ["issue", "request"], null));
  return { file, mapping };
};
const run = async (content: string, with_: { send?: SendBatch; signal?: AbortSignal } = {}) => {
  sent = [];
  const { file, mapping } = await open(content);
  const { cursor } = await state();
  return sendFile(file, { mapping, isOwnFormat: false, send, cursor, sleep: () => Promise.resolve(), ...with_ });
};
const table = (count: number, title = "Ticket") =>
  `id,title,created,status\n${Array.from({ length: count }, (_, at) => `${at + 1},${title} ${at + 1},2026-11-20 09:00,Open\n`).join("")}`;

test("a file is imported once: the same one again changes nothing, and a changed row is changed", async () => {
  expect((await run(table(1200))).counts).toMatchObject({ new: 1200, changed: 0 });
  expect(sent.map(({ items }) => items?.length)).toEqual([500, 500, 200, 0]);
  expect((await run(table(1200))).counts).toMatchObject({ new: 0, changed: 0, unchanged: 1200 });
  const changed = table(1200).replace("Ticket 7,", "Renamed,");
  expect((await run(changed)).counts).toMatchObject({ new: 0, changed: 1, unchanged: 1199 });
  expect((await state()).items.issue).toBe(1200);
});

test("an import that was stopped continues after the last batch that is stored, also after a lost answer", async () => {
  const content = table(1400, "Second");
  let batches = 0;
  const losing: SendBatch = async (batch) => {
    batches += 1;
    const answer = await send(batch);
    if (batches === 2) return { data: null, error: { status: null, text: "lost", fields: {} } };
    if (batches >= 4) return { data: null, error: { status: 403, text: "No longer allowed", fields: {} } };
    return answer;
  };
  const stopped = await run(content, { send: losing }).catch((error: unknown) => error);
  expect(stopped).toBeInstanceOf(ImportStopped);
  expect(stopped).toMatchObject({ refusal: { text: "No longer allowed" } });
  const { file, mapping } = await open(content);
  expect(sentBefore(file, mapping, (await state()).cursor)).toBe(1400);
  const again = await run(content);
  expect(again.skipped).toBe(1400);
  // Once it is finished, the same file is sent as a whole.
  expect((await state()).cursor).toBeNull();
  const { cursor } = await state();
  expect(sentBefore(file, mapping, cursor)).toBe(0);
});

test("a user stops it between two batches; what was sent is stored", async () => {
  const stop = new AbortController();
  const stopping: SendBatch = async (batch) => {
    const answer = await send(batch);
    stop.abort();
    return answer;
  };
  const stopped = await run(table(1200, "Third"), { send: stopping, signal: stop.signal }).catch(
    (error: unknown) => error,
  );
  expect(stopped).toMatchObject({ refusal: null, progress: { counts: { changed: 500 } } });
  const rest = await run(table(1200, "Third"));
  expect([rest.skipped, rest.counts.changed]).toEqual([500, 700]);
});

test("refused rows keep no other row from being imported: those of the file and those of the server", async () => {
  const rows = [
    "id,key,title,created,status",
    "a1,K-1,One,2026-11-20,Open",
    ",K-2,No id,2026-11-20,Open",
    "a1,K-3,Again,2026-11-20,Open",
    "a4,K-1,The same key,2026-11-20,Open",
    "a5,K-5,No day,soon,Open",
    "a6,K-6,Six,2026-11-20,Open",
  ];
  const { counts, refused, refusedCount } = await run(`${rows.join("\n")}\n`);
  expect([counts.new, refusedCount]).toEqual([2, 4]);
  const codes = new Map(refused.map(({ record, faults }) => [record.place, faults[0]?.code]));
  expect([...codes].toSorted(([a], [b]) => a - b)).toEqual([
    [3, "missing"],
    [4, "repeated"],
    [5, "server"],
    [6, "date"],
  ]);
  expect(refused.find(({ record }) => record.place === 5)?.faults[0]?.value).toContain("K-1");
});

test("a mapping is kept for the source, by who may change its sources", async () => {
  const mapping: ImportMapping = {
    kind: "issue",
    columns: [
      { column: "Nr", field: "id" },
      { column: "Was", field: "title" },
    ],
    day_order: "day_first",
    states: [{ value: "Fertig", state: "closed" }],
  };
  const keep = (token: string) => server.call("PUT", `${path}/import-mapping/`, { token, body: mapping });
  expect((await keep(people.member.token)).status).toBe(404);
  expect((await keep(people.admin.token)).status).toBe(204);
  expect((await state()).mapping).toEqual(mapping);
  const file = await openImportFile(new File(["Nr;Was;Wann;Datum\n1;a;Fertig;20.11.2026\n"], "b.csv"));
  const draft = draftOf(await surveyFile(file), ["issue"], (await state()).mapping);
  expect(draft).toMatchObject({ isStored: true, columns: mapping.columns, states: { Fertig: "closed" } });
});
