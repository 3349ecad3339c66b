/** Rules of a company that goes to a smaller plan and back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { onOneDatabase } from "../../testDb.ts";
import { type RuleServer, startRuleServer } from "./ruleServer.ts";

onOneDatabase("rules of a plan", (engine) => {
  let stage: RuleServer;
  beforeAll(async () => {
    stage = await startRuleServer(engine);
  });
  afterAll(() => stage.stop());

  test("a rule does not act while the plan lacks rules, is kept as it was, and acts again with the plan before", async () => {
    await stage.reset();
    const rule = await stage.enable({ actions: [{ do: "comment", text: "Seen." }] });
    await stage.db.updateTable("companies").set({ plan: "Standard" }).execute();
    stage.openIssue(181);
    await stage.sync();
    await stage.waitForRules();
    await stage.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    expect(stage.issue(181).comments).toEqual([]);
    expect(await stage.runs(rule)).toEqual([]);
    stage.openIssue(182);
    await stage.sync();
    await stage.waitForRules();
    expect(stage.issue(182).comments.map(({ body }) => body)).toEqual(["Seen."]);
    expect(stage.issue(181).comments).toEqual([]);
  });
});
