/** Every call of a source answers one code for an id that is unknown, malformed, or of a source of another company. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../../../contract/endpoints.ts";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import { newId } from "../../../../server/db/newId.ts";
import { BODIES } from "../../http/callInputs.ts";
import { type TestServer, addPeople, startTestServer } from "../../http/testServer.ts";
import { addSource, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const names = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
  endpoints[name].path.startsWith("sources/:itemId/"),
);

/** Bodies that `BODIES` does not have. */
const OWN_BODIES: Partial<Record<EndpointName, unknown>> = {
  renameSource: { name: "A" },
  chooseRestricted: { role: null },
  chooseRefs: { patterns: ["main"] },
  chooseFolders: { folders: ["src"] },
  chooseFields: { custom_fields: [] },
};
const QUERIES: Partial<Record<EndpointName, string>> = { getAppRights: "?use=comment" };

onOneDatabase("a source that is not there", (engine) => {
  let server: TestServer;
  let token: string;
  let foreign: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    const { db } = server;
    const people = await addPeople(db, { plan: "Enterprise" });
    await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "own" });
    const project = await addProject(db, { companyId: people.otherCompanyId, ownerId: people.stranger.id });
    foreign = await addSource(db, project, "https://example.org/a.git");
    token = await startSession(db, people.admin.id);
  });
  afterAll(() => server.stop());

  test.each(names)("%s", async (name) => {
    const { method, path } = endpoints[name];
    for (const id of [foreign, newId(), "none"]) {
      const body = BODIES[name] ?? OWN_BODIES[name];
      const address = path.replace(":itemId", id) + (QUERIES[name] ?? "");
      const answer = await server.call(method, address, { token, ...(body !== undefined && { body }) });
      expect(answer, id).toMatchObject({ status: 404, body: { code: "source.not_found" } });
    }
  });
});
