import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Notification } from "../../../contract/notices/notifications.ts";
import { backtest } from "../../fixtures/backtests.ts";
import { respond, type Handlers, pending, failWith, type Handler } from "../../fixtures/handlers.ts";
import { modelOrderRun, modelOrderState, orderSample } from "../../fixtures/modelOrder.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const open = async (part: Handlers = {}, role: "Maintainer" | "Viewer" = "Maintainer", locale?: "tr") => {
  const host = {
    getProject: vi.fn<Handler<"getProject">>(respond(project({ role }))),
    listBacktests: vi.fn<Handler<"listBacktests">>(respond([backtest()])),
    ...part,
  };
  const view = await renderApp({ handlers: host, path: "/projects/atlas/backtest", locale });
  return { ...view, host };
};
// The first test of the file waits for the screen's code as well.
const SOON = { timeout: 10_000 };
const RUNNING = { state: "running", finished_at: null, result: null, done: 3, total: 48 } as const;

const backtestEvent = (type: "backtest.progress" | "backtest.finished", data: Notification["data"]): Notification => ({
  id: `n-${type}-${JSON.stringify(data)}`,
  type,
  title: "Backtest",
  body: null,
  project: "atlas",
  href: null,
  created_at: "2026-03-02T09:00:00Z",
  data,
});

test("shows the figures next to those of plain word counting", async () => {
  await open();
  const where = await screen.findByRole("table", { name: "Where in the code" }, SOON);
  expect(where).toHaveTextContent("52");
  expect(where).toHaveTextContent("35");
  expect(screen.getByRole("link", { name: /Second sync fetches every comment again/ })).toHaveAttribute(
    "href",
    "/projects/atlas/issues/i-3",
  );
  expect(screen.getByRole("button", { name: "Run it again" })).toBeEnabled();
});

test("while the runs are on their way nothing is claimed", async () => {
  await open({ listBacktests: pending });
  expect(await screen.findByText("Loading", {}, SOON)).toHaveAttribute("role", "status");
  expect(screen.queryByRole("button", { name: /Run it again|Start a backtest/ })).toBeNull();
  expect(screen.queryByText("No backtest has been run yet")).toBeNull();
});

test("reports runs that could not be loaded, and Retry requests them again", async () => {
  const list = vi.fn<Handler<"listBacktests">>(respond([backtest()])).mockImplementationOnce(failWith());
  await open({ listBacktests: list });
  expect(await screen.findByText("The backtests could not be loaded", {}, SOON)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Run it again" })).toBeInTheDocument();
  expect(screen.queryByText("The backtests could not be loaded")).toBeNull();
  expect(list).toHaveBeenCalledTimes(2);
});

test("a Maintainer starts the first one, and it is shown as running", async () => {
  const list = vi.fn<Handler<"listBacktests">>(
    respond([backtest({ ...RUNNING, state: "queued", done: 0, total: null })]),
  );
  list.mockImplementationOnce(respond([]));
  const start = vi.fn<Handler<"startBacktest">>(
    respond(backtest({ ...RUNNING, state: "queued", done: 0, total: null })),
  );
  await open({ listBacktests: list, startBacktest: start });
  await userEvent.click(await screen.findByRole("button", { name: "Start a backtest" }, SOON));
  expect(await screen.findByText("Waiting for its turn")).toBeInTheDocument();
  expect(start).toHaveBeenCalledTimes(1);
  const again = screen.getByRole("button", { name: "Run it again" });
  expect(again).toHaveAttribute("aria-disabled", "true");
  expect(again).toHaveFocus();
});

test("reports a refused start and allows another attempt", async () => {
  const start = vi.fn<Handler<"startBacktest">>(failWith());
  const { store } = await open({ listBacktests: respond([]), startBacktest: start });
  const button = await screen.findByRole("button", { name: "Start a backtest" }, SOON);
  await userEvent.click(button);
  await waitFor(() => expect(store.notifications.snackbar?.color).toBe("error"));
  await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
  expect(button).toHaveFocus();
});

test("offers no start to a user with read access", async () => {
  await open({ listBacktests: respond([]) }, "Viewer");
  expect(await screen.findByText("No backtest has been run yet", {}, SOON)).toBeInTheDocument();
  expect(screen.getByText("An Owner or Maintainer of the project can start one.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /backtest/i })).toBeNull();
});

test("progress comes with its messages, and the end brings the figures", async () => {
  const list = vi.fn<Handler<"listBacktests">>(respond([backtest(RUNNING)]));
  const { store } = await open({ listBacktests: list });
  expect(await screen.findByText("3 of 48 fixed issues", {}, SOON)).toBeInTheDocument();
  act(() => store.receive(backtestEvent("backtest.progress", { done: 31, total: 48 })));
  expect(await screen.findByText("31 of 48 fixed issues")).toBeInTheDocument();
  // A message that comes late does not turn it back.
  act(() => store.receive(backtestEvent("backtest.progress", { done: 2, total: 48 })));
  expect(screen.getByRole("progressbar", { name: "The backtest is running" })).toBeInTheDocument();
  list.mockImplementation(respond([backtest()]));
  act(() => store.receive(backtestEvent("backtest.finished", { state: "done", done: 48, total: 48 })));
  expect(await screen.findByRole("table", { name: "Where in the code" })).toBeInTheDocument();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("a failed run shows the reason, above the last successful one", async () => {
  const failed = backtest({ id: "b-2", state: "failed", result: null, error: "The index is being rebuilt." });
  await open({ listBacktests: respond([failed, backtest()]) });
  expect(await screen.findByText("The last backtest failed", {}, SOON)).toBeInTheDocument();
  expect(screen.getByText("The index is being rebuilt.")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Where in the code" })).toBeInTheDocument();
});

test("it speaks the reader's language", async () => {
  await open({ listBacktests: respond([]) }, "Maintainer", "tr");
  expect(await screen.findByRole("heading", { name: "Henüz test yapılmadı" }, SOON)).toBeInTheDocument();
});

test("the order by the model is asked for by a click, estimated, started and turned on by a Maintainer alone", async () => {
  const refusal = "Run the backtest first.";
  const state = vi.fn<Handler<"getModelOrder">>(respond(modelOrderState({ run: null, refusal })));
  const turn = vi.fn<Handler<"setModelOrder">>(respond(modelOrderState({ is_on: true })));
  const start = vi.fn<Handler<"startModelOrderRun">>(() => {
    state.mockImplementation(respond(modelOrderState()));
    return respond(modelOrderRun({ state: "queued", result: null, finished_at: null }))();
  });
  const estimate = {
    cases: 60,
    requests: 60,
    tokens: 252_000,
    answer_tokens: 12_000,
    cost: 0.624,
    sample: orderSample(),
  };
  await open({
    getModelOrder: state,
    setModelOrder: turn,
    startModelOrderRun: start,
    estimateModelOrder: respond(estimate),
  });
  const show = await screen.findByRole("button", { name: "Show" }, SOON);
  expect(state).not.toHaveBeenCalled();
  await userEvent.click(show);
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(screen.getByRole("switch")).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Estimate a backtest" }));
  await userEvent.click(await screen.findByText("One of these requests"));
  await userEvent.click(screen.getByText(/^File 1 ·/));
  expect(screen.getByText("src/sync/comments.ts")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Start the backtest" }));
  expect(await screen.findByRole("table", { name: "Files, 60 cases" })).toBeVisible();
  await userEvent.click(screen.getByRole("switch"));
  await waitFor(() => expect(turn.mock.lastCall?.[0].body).toEqual({ project: "atlas", is_on: true }));
});

test("a reader sees whether the model orders files, and changes nothing", async () => {
  await open({ getModelOrder: respond(modelOrderState({ is_on: true })) }, "Viewer");
  await userEvent.click(await screen.findByRole("button", { name: "Show" }, SOON));
  expect(await screen.findByText("Likely files of an issue are also ordered by “loom-7b”.")).toBeVisible();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.queryByRole("button", { name: /Estimate|Start the backtest/ })).toBeNull();
});
