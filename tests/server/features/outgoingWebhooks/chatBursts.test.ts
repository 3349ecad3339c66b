/** Many events in a short time: a chat gets one message that counts them. */
import { expect, test } from "vitest";
import { onOneDatabase } from "../../testDb.ts";
import { useOutgoingStage } from "./outgoingStage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onOneDatabase("bursts of events in a chat", (engine) => {
  const stage = useOutgoingStage(engine);
  const { call, create, remove, log, state, tell, sendAt } = stage;

  test.each(["slack", "teams"] as const)(
    "an import of ten thousand events is one message of %s that counts them by type",
    async (kind) => {
      const made = await create(`/burst-${kind}`, { kind, events: ["issue.closed", "issue.opened"] });
      const closed = Array.from({ length: 9_970 }, (_, n) => ({ key: `closed in ${kind} ${n}` }));
      const opened = Array.from({ length: 30 }, (_, n) => ({
        key: `opened in ${kind} ${n}`,
        event: "issue.opened" as const,
      }));
      await tell([...closed, ...opened]);
      await sendAt(() => new Date(Date.now() + MINUTE));
      const [message, ...others] = stage.receiver.at(`/burst-${kind}`).map(({ body }) => body);
      expect(others).toEqual([]);
      expect(message).toContain("10,000 events:");
      expect(message).toContain("Closed issues: 9,970");
      expect(message).toContain("Opened issues: 30");
      expect(message).toMatch(/https:\/\/clew\.example\/projects\/atlas\/issues["|]/);
      expect(message?.length).toBeLessThan(4000);
      // All of them are in the log, each with the reason why it had no line of its own.
      const entries = await stage.fixture.server.db
        .selectFrom("webhook_deliveries")
        .select(["state", "attempts", "error"])
        .where("webhook_id", "=", made.webhook.id)
        .execute();
      expect(entries).toHaveLength(10_000);
      expect(entries.filter(({ state: of, attempts }) => of !== "sent" || attempts !== 1)).toEqual([]);
      const [entry] = await log(made);
      expect(entry?.error).toBe("Sent as part of one message that counts 10,000 events.");
      // One of them can be sent by itself.
      await call(stage.fixture.users.grace, "POST", `webhook-deliveries/${entry?.id}/replay/`);
      await sendAt(() => new Date(Date.now() + 10 * MINUTE));
      expect(stage.receiver.at(`/burst-${kind}`).at(-1)?.body).toContain("Opened: #1");
      await remove(made);
    },
  );

  test("events that follow a message wait for the end of its window where they would be too many lines", async () => {
    const made = await create("/window", { kind: "slack" });
    const some = (name: string, length: number) => tell(Array.from({ length }, (_, n) => ({ key: `${name} ${n}` })));
    const bodies = () => stage.receiver.at("/window").map(({ body }) => body);
    await some("first", 15);
    await sendAt(() => new Date(Date.now() + MINUTE));
    await some("within", 5);
    await sendAt(() => new Date(Date.now() + 2 * MINUTE));
    expect(bodies().map((body) => body.split("Closed: #1").length - 1)).toEqual([16, 6]);
    for (let page = 0; page < 4; page += 1) {
      await some(`page ${page}`, 100);
      await sendAt(() => new Date(Date.now() + 3 * MINUTE));
    }
    expect(bodies()).toHaveLength(2);
    expect((await state(made))?.waiting).toBe(400);
    await sendAt(() => new Date(Date.now() + 7 * MINUTE + 1000));
    expect(bodies().slice(2).join()).toContain("400 events:");
    expect(bodies()).toHaveLength(3);
    await remove(made);
  });

  test("a count that was not taken is sent again as a whole", async () => {
    const made = await create("/refusing", { kind: "slack" });
    stage.receiver.answer("/refusing", 503);
    await tell(Array.from({ length: 60 }, (_, n) => ({ key: `refused ${n}` })));
    await sendAt(() => new Date(Date.now() + MINUTE));
    expect((await state(made))?.waiting).toBe(60);
    stage.receiver.answer("/refusing", 200);
    await sendAt(() => new Date(Date.now() + HOUR));
    expect(stage.receiver.at("/refusing").map(({ body }) => body.includes("60 events:"))).toEqual([true, true]);
    expect((await state(made))?.waiting).toBe(0);
    await remove(made);
  });
});
