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

test("the progress of a backtest is stored and is no notification; its end is one", () => {
  const { notifications, progress, receive } = createTestStore();
  receive(message("1", "backtest.progress", { state: "running", done: 3, total: 60 }));
  expect(progress.backtests["atlas"]).toEqual({ state: "running", done: 3, total: 60, at: "" });
  expect([notifications.queue.length, notifications.unread]).toEqual([0, 0]);
  receive(message("2", "backtest.finished", { state: "done", done: 60, total: 60 }));
  expect(progress.backtests["atlas"]).toMatchObject({ state: "done", at: "2026-03-01T10:00:00Z" });
  expect([notifications.queue.length, notifications.unread]).toEqual([1, 1]);
  receive(message("3", "backtest.finished", { state: "failed" }));
  expect(progress.backtests["atlas"]?.state).toBe("failed");
});
