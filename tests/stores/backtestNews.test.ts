import { expect, test } from "vitest";
import { createTestStore } from "../createTestStore.ts";

const message = (id: string, type: string, data: Record<string, unknown>) => ({
  id,
  type,
  title: "Atlas",
  body: null,
  project: "atlas",
  href: null,
  created_at: "2026-03-01T10:00:00Z",
  data,
});

test("a backtest's progress moves its bar and is no piece of news; its end is one", () => {
  const { notifications } = createTestStore();
  notifications.push(message("1", "backtest.progress", { state: "running", done: 3, total: 60 }));
  expect(notifications.backtests["atlas"]).toEqual({ state: "running", done: 3, total: 60, at: "" });
  expect([notifications.queue.length, notifications.unread]).toEqual([0, 0]);
  notifications.push(message("2", "backtest.finished", { state: "done", done: 60, total: 60 }));
  expect(notifications.backtests["atlas"]).toMatchObject({ state: "done", at: "2026-03-01T10:00:00Z" });
  expect([notifications.queue.length, notifications.unread]).toEqual([1, 1]);
  notifications.push(message("3", "backtest.finished", { state: "failed" }));
  expect(notifications.backtests["atlas"]?.state).toBe("failed");
});
