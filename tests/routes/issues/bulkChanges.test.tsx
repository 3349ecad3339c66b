/** Changes of several issues from the list: ranges of rows, one call to the server, undo, and what was refused after a reload. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { err, ok } from "../../../src/services/result.ts";
import { type Handler, type Handlers, apiError, respond } from "../../fixtures/handlers.ts";
import { storedWrite, writeBatch } from "../../fixtures/issueWrites.ts";
import { issuePage, issueRows } from "../../fixtures/issues.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  await import("../../../src/routes/issues/IssuesRoute.tsx");
  await import("../../../src/routes/issues/BulkChangeSection.tsx");
  await import("../../../src/routes/issue/StoredWritesSection.tsx");
  await import("../../../src/components/ui/LayerButton.tsx");
});
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const HELD = writeBatch({ held: 4 }, { action: "state", send_in_ms: 9500 });
const rows = issueRows(6).map((row) => ({ ...row, tracker: "t-1" }));

async function open(search: string, handlers: Handlers = {}) {
  const { router } = await renderApp({
    path: `/projects/atlas/issues${search}`,
    handlers: {
      getProject: respond(issueProject()),
      listIssues: respond(issuePage({ results: rows, count: 6, next: null })),
      ...handlers,
    },
  });
  await screen.findByRole("grid");
  const selected = () => new URLSearchParams(router.state.location.search).getAll("selected");
  return { user: userEvent.setup(), selected };
}

const chooseClosing = async (user: ReturnType<typeof userEvent.setup>) => {
  const bar = await screen.findByRole("region", { name: "Change the selected issues" });
  await user.click(await within(bar).findByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: "Close as completed" }));
  return bar;
};

test("Shift selects every row on the way: with the mouse, with X and with the arrows", async () => {
  const { user, selected } = await open("");
  const box = (index: number) => screen.getByRole("checkbox", { name: `Select ${rows[index]?.key}` });
  await user.click(box(1));
  await waitFor(() => expect(selected()).toEqual(["i-1"]));
  await user.keyboard("{Shift>}");
  await user.click(box(3));
  await user.keyboard("{/Shift}");
  await waitFor(() => expect(selected()).toEqual(["i-1", "i-2", "i-3"]));
  document.querySelector<HTMLElement>("[data-index='3']")?.focus();
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await waitFor(() => expect(selected()).toEqual(["i-1", "i-2", "i-3", "i-4"]));
});

test("the selected issues are one call, which can be taken back", async () => {
  const hold = vi.fn<Handler<"holdWrites">>(() => Promise.resolve(ok(HELD)));
  const undo = vi.fn<Handler<"undoWrites">>(() => Promise.resolve(ok(writeBatch({}))));
  let batches = [HELD];
  const { user } = await open("?selected=i-1&selected=i-2", {
    holdWrites: hold,
    undoWrites: (call) => {
      batches = [writeBatch({}, { action: "state" })];
      return undo(call);
    },
    listStoredWrites: () => Promise.resolve(ok({ batches: hold.mock.calls.length > 0 ? batches : [], writes: [] })),
  });
  await chooseClosing(user);
  await waitFor(() => expect(hold).toHaveBeenCalledTimes(1));
  expect(hold.mock.calls[0]?.[0].body).toMatchObject({
    account: "ada",
    issues: ["i-1", "i-2"],
    change: { action: "state", from: null, to: "completed" },
  });
  const progress = await screen.findByRole("region", { name: "Changes of several issues" });
  expect(progress).toHaveTextContent("in 10 seconds");
  await user.click(within(progress).getByRole("button", { name: "Undo" }));
  expect(undo.mock.calls[0]?.[0].body).toEqual({ batch: HELD.id });
  expect(await screen.findByText(/nothing was sent/)).toBeInTheDocument();
});

test("a call without an answer is repeated with its key, so that nothing is changed twice", async () => {
  const keys: string[] = [];
  const { user } = await open("?selected=i-1", {
    holdWrites: ({ body }) => {
      keys.push(body.key);
      return Promise.resolve(keys.length === 1 ? err(apiError()) : ok(HELD));
    },
  });
  const bar = await chooseClosing(user);
  await user.click(await within(bar).findByRole("button", { name: "Send again" }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
  await waitFor(() => expect(within(bar).queryByRole("alert")).toBeNull());
});

test("after a reload what was refused is shown again, with its words, and can be repeated or discarded", async () => {
  let writes = [storedWrite({ id: "w-1" }), storedWrite({ id: "w-2", issue: { id: "i-1", key: "#2", title: "B" } })];
  const gone = (id: string) => {
    writes = writes.filter((write) => write.id !== id);
  };
  const retry = vi.fn<Handler<"retryWrite">>(({ params }) => {
    gone(params.writeId);
    return Promise.resolve(ok({ state: "done", text: null }));
  });
  const { user } = await open("", {
    listStoredWrites: () => Promise.resolve(ok({ batches: [], writes })),
    retryWrite: retry,
    discardWrite: ({ params }) => {
      gone(params.writeId);
      return Promise.resolve(ok(null));
    },
  });
  const list = await screen.findByRole("region", { name: /not at the tracker/ });
  expect(within(list).getAllByText(/Must have admin rights/)).toHaveLength(2);
  await user.click(within(list).getByRole("button", { name: "Repeat the change of #418" }));
  expect(retry.mock.calls[0]?.[0]).toMatchObject({ params: { writeId: "w-1" }, body: { account: "ada" } });
  await user.click(await screen.findByRole("button", { name: "Discard the change of #2" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: /not at the tracker/ })).toBeNull());
});

test("who only reads sees no actions, and asks for nothing", async () => {
  const stored = vi.fn<Handler<"listStoredWrites">>(() => Promise.resolve(ok({ batches: [], writes: [] })));
  await open("?selected=i-1", {
    getProject: respond({ ...issueProject(), role: "Viewer" }),
    listStoredWrites: stored,
  });
  expect(screen.getByText("1 selected")).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Change the selected issues" })).toBeNull();
  expect(stored).not.toHaveBeenCalled();
});

describe("from the palette", () => {
  const type = async (user: ReturnType<typeof userEvent.setup>, typed: string) => {
    await screen.findByRole("region", { name: "Change the selected issues" });
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Go to a page or run a command" }), typed);
  };

  test.each([
    ["> priority", "Set the priority of 2 selected issues…", "menuitem", "High", { to: "High", replaces: true }],
    ["> close", "Close or reopen 2 selected issues…", "menuitem", "Close as completed", { to: "completed" }],
    ["> milestone", "Set the milestone of 2 selected issues…", "menuitem", "v2", { add: ["v2"], replaces: true }],
  ] as const)("%s opens the control of the bar", async (typed, name, role, choice, change) => {
    const hold = vi.fn<Handler<"holdWrites">>(() => Promise.resolve(ok(HELD)));
    const { user } = await open("?selected=i-1&selected=i-2", { holdWrites: hold });
    await screen.findByRole("button", { name: "State" });
    await type(user, typed);
    await user.click(await screen.findByRole("option", { name }));
    expect(hold).not.toHaveBeenCalled();
    await user.click(await screen.findByRole(role, { name: choice }));
    await waitFor(() => expect(hold).toHaveBeenCalledTimes(1));
    expect(hold.mock.calls[0]?.[0].body).toMatchObject({ issues: ["i-1", "i-2"], change });
  });

  test("names are chosen in the list of the bar, which has the focus", async () => {
    const { user } = await open("?selected=i-1");
    await screen.findByRole("button", { name: "Assign" });
    await type(user, "> assign");
    await user.click(await screen.findByRole("option", { name: "Assign 1 selected issue…" }));
    const list = await screen.findByRole("dialog", { name: "Assign" });
    await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
    expect(within(list).getByRole("checkbox", { name: "grace" })).toBeVisible();
  });

  test("nothing is offered without a selection, and for issues of several trackers", async () => {
    const { user } = await open("?selected=i-1&selected=i-2", {
      listIssues: respond(
        issuePage({ results: rows.map((row, at) => ({ ...row, tracker: `t-${at}` })), count: 6, next: null }),
      ),
    });
    await screen.findByText(/several trackers/);
    await type(user, "> selected");
    expect(await screen.findByText("No match")).toBeVisible();
  });
});
