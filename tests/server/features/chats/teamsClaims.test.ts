/** A button of a card whose process ends before it has noted what it did. */
import fastify from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { EndpointName } from "../../../../contract/endpoints.ts";
import { mountTeamsActivities } from "../../../../server/features/teams/teamsActivities.ts";
import { pressInTeams } from "../../../../server/features/teams/teamsPress.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { MINUTE, invokerOf } from "../../chatStage.ts";
import { ADA, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onEachDatabase } from "../../testDb.ts";

const NEVER = new Promise<never>(() => undefined);

onEachDatabase("a card whose press was interrupted", (engine) => {
  let stage: TeamsStage;
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(async () => {
    await stage.resetTeams();
    await stage.setUp();
    const { admin } = stage.people;
    await stage.linkUp(admin, ADA);
    await stage.choose(admin);
    await stage.notify(admin, "k1");
    await stage.sendAt(2 * MINUTE);
  });

  /** Presses in a process that ends before or after it stores the change. */
  const interrupted = async (ends: "before" | "after"): Promise<{ message: string }> => {
    const { id: message } = await stage.db.selectFrom("chat_messages").select("id").executeTakeFirstOrThrow();
    const app = await stage.db.selectFrom("chat_apps").selectAll().executeTakeFirstOrThrow();
    const invoke = invokerOf(stage.stage, stage.people.admin, {
      [ends]: (name: EndpointName) => (name === "holdWrites" ? NEVER : undefined),
    });
    const deps = { ...stage.deps(0, createEgress({ allowed: ["127.0.0.0/8"] })), invoke };
    void pressInTeams(deps, app, {
      entraUserId: ADA,
      verb: "assign",
      place: { conversation: `a:${ADA}`, messageId: null },
      data: { message },
    });
    await vi.waitFor(async () => {
      const { results } = await stage.db.selectFrom("chat_messages").select("results").executeTakeFirstOrThrow();
      expect(results).toMatchObject([{ pending: { claimedUntil: expect.any(String) as string } }]);
      if (ends === "after") expect(await held()).toHaveLength(1);
    }, 10_000);
    return { message };
  };
  /** Presses at a server whose calls wait for `gate`. @returns the text of the answer, and what continues */
  const pressedSlowly = async (gate: Promise<void>) => {
    const { id: message } = await stage.db.selectFrom("chat_messages").select("id").executeTakeFirstOrThrow();
    const background: Promise<void>[] = [];
    const egress = createEgress({ allowed: ["127.0.0.0/8"] });
    const server = fastify();
    const invoke = invokerOf(stage.stage, stage.people.admin, { before: () => gate });
    const inBackground = (work: () => Promise<void>): void => void background.push(work());
    await mountTeamsActivities(server, { ...stage.deps(0, egress), invoke, inBackground, answerMs: 50 });
    const value = {
      action: { verb: "assign", data: { message } },
    };
    const answer = await server.inject({
      method: "POST",
      url: `/api/v1/teams/${stage.companyId}/activities/`,
      headers: { authorization: `Bearer ${await stage.teams.token()}` },
      payload: stage.activity({ type: "invoke", name: "adaptiveCard/action", value }),
    });
    return { answer: answer.body, ended: () => Promise.all(background) };
  };
  const held = () => stage.db.selectFrom("issue_writes").select("state").execute();

  test("of a change that was stored before the process ended, another press makes no second one", async () => {
    const data = await interrupted("after");
    await stage.pressed("assign", data);
    expect(await held()).toEqual([{ state: "held" }]);
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain("as ada. It is sent after");
    expect(stage.verbs()).toContain("undo_assign");
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    await stage.sendAt(2 * MINUTE);
    expect(stage.words()).toContain('as ada."');
  });

  test("a tracker that takes longer than Teams waits is answered with a text, and the card changes later", async () => {
    const gate = Promise.withResolvers<void>();
    const { answer, ended } = await pressedSlowly(gate.promise);
    expect(answer).toContain("has not answered yet");
    expect(stage.words()).not.toContain("It is sent after");
    gate.resolve();
    await ended();
    expect(stage.words()).toContain("as ada. It is sent after");
    expect(await held()).toEqual([{ state: "held" }]);
  });

  test("where the process ended before it stored anything, the button is free again after some minutes", async () => {
    const data = await interrupted("before");
    await stage.pressed("assign", data);
    expect(await held()).toEqual([]);
    await stage.sendAt(4 * MINUTE);
    expect(stage.words()).toContain("Not done: This did not work.");
    await stage.pressed("assign", data);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
  });
});
