import { afterEach, expect, test } from "vitest";
import { losslessTexts } from "../../../server/db/migrations/0119_losslessTexts.ts";
import { ContractStage } from "../../providers/ContractStage.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { PEOPLE, makeWork, workPage } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();
let stage: ContractStage;
afterEach(() => stage.close());
const db = () => stages.server.database.db;

async function open(name: string, work: ReturnType<typeof makeWork>): Promise<void> {
  const row = CONTRACT_PROVIDERS.find((provider) => provider.name === name);
  if (!row) throw new Error(`There is no provider ${name}.`);
  stage = await ContractStage.open({ ...row, make: () => work }, stages.server);
}
const bodies = async () =>
  (await db().selectFrom("pages").select("body").orderBy("external_id").execute()).map(({ body }) => body);

test("a page of Confluence Cloud names whom it mentions", async () => {
  const mention = (id: string) => `<ac:link><ri:user ri:account-id="${id}" /></ac:link>`;
  const body = `<p>Ask ${mention("acc-1")}, ${mention("acc-0")} or ${mention("gone")}.</p>`;
  await open("Confluence", { ...makeWork(0), pages: [workPage(1, { body }), workPage(2, { body })] });
  expect(await stage.sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  const text = `Ask @${PEOPLE[1]}, @${PEOPLE[0]} or @unknown.`;
  expect(await bodies()).toEqual([text, text]);
});

test("what an earlier version has stored of pages is read again by the next sync, and only once", async () => {
  await open("Confluence", {
    ...makeWork(0),
    pages: [workPage(1, { body: "<p>one</p>" }), workPage(2, { body: "<p>two</p>" })],
  });
  await stage.sync();
  await db().updateTable("pages").set({ body: "lost" }).execute();
  await losslessTexts.up(db() as never);
  expect(await stage.sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(await bodies()).toEqual(["one", "two"]);
  stage.host.requests.length = 0;
  await stage.sync();
  expect(stage.host.requests.filter((request) => /\/pages\/\d+\?/.test(request))).toEqual([]);
});

test("and so are descriptions of issues of Jira", async () => {
  const work = makeWork(3);
  await open("Jira", work);
  await stage.sync();
  const stored = () => db().selectFrom("issues").select(["key", "body"]).orderBy("key").execute();
  const before = await stored();
  await db().updateTable("issues").set({ body: "lost" }).execute();
  await losslessTexts.up(db() as never);
  expect(await stage.sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(await stored()).toEqual(before);
});
