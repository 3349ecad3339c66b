/** Rules of a repository: read from its head, off when they are new or changed, and with the mistakes of the file by line. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rule, Rules } from "../../../contract/integrations/rules.ts";
import { RULES_FILE } from "../../../contract/integrations/ruleKinds.ts";
import { storeRules } from "../../../server/sync/repository/storeRules.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";
import { addProject, addSource } from "../rows.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";

let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
let source: { readonly id: string; readonly projectId: string };
const folder = temporaryFolder();
let head = "";
beforeAll(async () => {
  server = await startTestServer("pglite");
  people = await addPeople(server.db, { plan: "Enterprise" });
  const projectId = await addProject(server.db, {
    companyId: people.companyId,
    ownerId: people.admin.id,
    slug: "maze",
  });
  source = { id: await addSource(server.db, projectId), projectId };
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

/** Commits the file, and reads it as a sync does. */
async function push(text: string | null): Promise<void> {
  head = makeRepository(folder.path, [{ message: "Rules", files: { [RULES_FILE]: text } }], { from: head });
  await storeRules(server.db, source, { folder: folder.path, head, signal: AbortSignal.timeout(30_000) });
}

const list = async (): Promise<Rules> =>
  (await server.call("GET", "rules/?project=maze", { token: people.admin.token })).body as Rules;
const post = (path: string, body: object) => server.call("POST", path, { token: people.admin.token, body });

const FILE = `version: 1
rules:
  - name: Failed syncs
    when: sync.failed
    actions: [{ notify: admin@example.org }]
  - name: Bad
    when: sync.failed
    actions: [{ label: x }]
`;

test("a file's rules are shown with its mistakes, and one that it changes acts as no user until it is turned on again", async () => {
  await push(FILE);
  const { rules, files } = await list();
  const [rule] = rules;
  expect(rules.map(({ definition, is_enabled: isOn }) => [definition.name, isOn])).toEqual([["Failed syncs", false]]);
  expect(files).toMatchObject([
    { source: source.id, errors: [{ line: 8, text: expect.stringContaining("Only rules") }] },
  ]);
  const { id } = rule as Rule;
  const changed = await server.call("PUT", `rules/${id}/`, {
    token: people.admin.token,
    body: { rule: (rule as Rule).definition },
  });
  expect(changed.status).toBe(409);
  await post(`rules/${id}/dry-run/`, { cursor: null });
  expect((await post(`rules/${id}/switch/`, { enabled: true, revision: 1 })).status).toBe(200);
  // A comment changes no rule.
  await push(`# Ours\n${FILE}`);
  expect((await list()).rules).toMatchObject([{ id, is_enabled: true }]);
  await push(FILE.replace("admin@", "attacker@"));
  expect((await list()).rules).toMatchObject([
    { id, is_enabled: false, is_checked: false, paused_reason: expect.stringContaining("The file has changed") },
  ]);
  expect((await post(`rules/${id}/switch/`, { enabled: true, revision: 2 })).status).toBe(409);
  await post(`rules/${id}/dry-run/`, { cursor: null });
  // Pushed after the member has read the rule: the dry run was one of a rule that the member has not seen.
  const unseen = await post(`rules/${id}/switch/`, { enabled: true, revision: 1 });
  expect([unseen.status, JSON.stringify(unseen.body)]).toEqual([409, expect.stringContaining("changed meanwhile")]);
  expect((await post(`rules/${id}/switch/`, { enabled: true, revision: 2 })).status).toBe(200);
});

test("a file that stores nothing fails no sync", async () => {
  await push("[".repeat(10_000));
  const { rules, files } = await list();
  expect([rules, files]).toMatchObject([[], [{ errors: [{ line: 1, text: expect.stringContaining("nested") }] }]]);
  await push(FILE.replace("Failed syncs", '"Failed\\0 syncs\\uD800"'));
  expect((await list()).rules.map(({ definition }) => definition.name)).toEqual(["Failed syncs\uFFFD"]);
});

test("a file that is too large or gone has no rules", async () => {
  await push(`${FILE}#${"x".repeat(70_000)}`);
  const large = await list();
  expect([large.rules, large.files[0]?.errors.map(({ text }) => text)]).toEqual([
    [],
    [expect.stringContaining("64 KB")],
  ]);
  await push(null);
  expect((await list()).files).toEqual([]);
});
