import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { ok, type Result } from "../../../src/services/result.ts";
import { companyPlan, notification, user } from "../../fixtures/people.ts";
import { respond, failWith, type Handlers, type Handler, type HostCall } from "../../fixtures/handlers.ts";
import {
  failedSync,
  project,
  projectUsers,
  quotaWaitSync,
  repository,
  runningSync,
  sync,
  tracker,
  projectUser,
} from "../../fixtures/projects.ts";
import { codeResult, nothingFound, searchAnswer } from "../../fixtures/search.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const host: Handlers = {
  getProject: respond(project()),
  getOverview: () => new Promise(() => undefined),
  listProjectUsers: respond(projectUsers()),
  searchProject: respond(searchAnswer()),
};
const field = () => screen.findByRole("combobox", { name: "Search this project" });

/** A host whose responses to a search arrive when the test releases them. */
function slowSearch() {
  const requests: { call: HostCall<"searchProject">; answer: (answer: SearchAnswer) => void }[] = [];
  const search = (call: HostCall<"searchProject">) =>
    new Promise<Result<SearchAnswer>>((resolve) => {
      requests.push({ call, answer: (answer) => resolve(ok(answer)) });
    });
  return { requests, search };
}

test.each([
  ["/projects/atlas", "Overview · Atlas · Clew"],
  ["/projects/atlas/search", "Search · Atlas · Clew"],
  ["/projects/atlas/search?q=token", "token · Search · Atlas · Clew"],
  ["/projects/atlas/people", "People · Atlas · Clew"],
])("the browser's tab names the open part of the project at %s", async (path, title) => {
  await renderApp({ handlers: host, path });
  await waitFor(() => expect(document.title).toBe(title));
});

test.each(["insights", "documents", "experts"])("a plan without it explains the plan at /%s", async (tab) => {
  await renderApp({
    handlers: host,
    path: `/projects/atlas/${tab}`,
    as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }),
  });
  expect(await screen.findByRole("heading", { name: /is part of the .*Enterprise plans?$/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/support?topic=upgrade");
  const parts = within(screen.getByRole("navigation", { name: "Parts of the project" }));
  expect(parts.getByRole("link", { current: "page" })).toHaveAttribute("href", `/projects/atlas/${tab}`);
});

test.each([
  ["Owner" as const, true],
  ["Viewer" as const, false],
])("an address may ask for the form of a source: %s", async (role, isShown) => {
  await renderApp({
    handlers: { ...host, getProject: respond(project({ role })) },
    path: "/projects/atlas/sources?add=tracker",
  });
  await screen.findByRole("heading", { name: "Sources" });
  expect(screen.queryAllByRole("region", { name: "Add a tracker" })).toHaveLength(isShown ? 1 : 0);
});

test("without a connection another tab opens in what is known of the project, and comes by itself when the server is back", async () => {
  let isAway = false;
  const lost = failWith({ kind: "network", status: null });
  const away =
    <A,>(answer: () => Promise<A>) =>
    () =>
      isAway ? lost() : answer();
  const { store, router } = await renderApp({
    handlers: {
      getProject: away(respond(project())),
      listProjectUsers: away(respond(projectUsers())),
      searchProject: away(respond(searchAnswer())),
      listBacktests: away(respond([])),
    },
    path: "/projects/atlas/search?q=token",
  });
  await screen.findByText("61 results");
  isAway = true;
  for (const tab of ["people", "backtest"]) {
    await act(() => router.navigate(`/projects/atlas/${tab}`));
    expect(await screen.findByText(`The ${tab === "people" ? tab : "backtests"} could not be loaded`)).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Parts of the project" })).toBeVisible();
  }
  // What the project's own call brought is all that this tab needs.
  await act(() => router.navigate("/projects/atlas/sources"));
  expect(await screen.findByRole("heading", { name: "Sources" })).toBeVisible();
  await act(() => router.navigate("/projects/atlas/backtest"));
  await screen.findByText("The backtests could not be loaded");
  isAway = false;
  act(() => store.connectivity.noteReconnect());
  expect(await screen.findByText("No backtest has been run yet")).toBeVisible();
});

test("what the server itself refuses is not covered by what was known", async () => {
  const get = vi.fn<Handler<"getProject">>(respond(project()));
  const { router } = await renderApp({
    handlers: { ...host, getProject: get },
    path: "/projects/atlas/search?q=token",
  });
  await screen.findByText("61 results");
  get.mockImplementation(failWith());
  await act(() => router.navigate("/projects/atlas/people"));
  expect(await screen.findByText("The host is being restarted.")).toBeVisible();
  expect(screen.queryByRole("heading", { level: 1, name: "Atlas" })).toBeNull();
});

test("results that were found without a word name it, and one click searches for the intended word", async () => {
  const missing = [{ word: "refrehs", suggestion: "refresh" }];
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer({ missing })));
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search?q=refrehs+token",
  });
  expect(await screen.findByText("“refrehs” occurs nowhere; the results are without it.")).toBeVisible();
  search.mockImplementation(respond(searchAnswer()));
  await userEvent.click(screen.getByRole("button", { name: "Search for “refresh” instead" }));
  await waitFor(() => expect(screen.queryByText(/the results are without it/)).toBeNull());
  expect(address()).toBe("/projects/atlas/search?q=refresh+token");
});

test("as one types the newest question is asked once, and the address holds it", async () => {
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer()));
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search",
  });
  // In one call, so that a slow machine adds no pause.
  const typed = await field();
  for (const value of ["t", "tok", "token"]) fireEvent.change(typed, { target: { value } });
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token"));
  expect(await screen.findByText("61 results")).toBeInTheDocument();
  expect(search).toHaveBeenCalledTimes(1);
  expect(search).toHaveBeenCalledWith(
    expect.objectContaining({ query: expect.objectContaining({ q: "token", limit: 20 }) }),
  );
});

test("a newer question aborts the older one, whose late answer changes nothing", async () => {
  const { requests, search } = slowSearch();
  await renderApp({ handlers: { ...host, searchProject: search }, path: "/projects/atlas/search?q=old" });
  await waitFor(() => expect(requests).toHaveLength(1));
  await userEvent.type(await field(), "er{Enter}");
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[0]?.call.signal?.aborted).toBe(true);
  expect(requests[1]?.call.query).toMatchObject({ q: "older" });
  await act(async () => requests[1]?.answer(searchAnswer({ total: 2 })));
  expect(await screen.findByText("2 results")).toBeInTheDocument();
  await act(async () => requests[0]?.answer(searchAnswer({ total: 9 })));
  expect(screen.getByText("2 results")).toBeInTheDocument();
});

test("the last answer stays while a newer one is on its way, and when that fails", async () => {
  const { requests, search } = slowSearch();
  let isDown = false;
  const { router } = await renderApp({
    handlers: { ...host, searchProject: (call) => (isDown ? failWith()() : search(call)) },
    path: "/projects/atlas/search?q=token",
  });
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => requests[0]?.answer(searchAnswer()));
  await screen.findByText("61 results");
  await act(() => router.navigate("/projects/atlas/search?q=tokens"));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(screen.getByText("61 results")).toBeInTheDocument();
  isDown = true;
  await act(() => router.navigate("/projects/atlas/search?q=other"));
  expect(await screen.findByText("The host is being restarted.")).toBeInTheDocument();
  expect(screen.getByText("61 results")).toBeInTheDocument();
  expect(await field()).toHaveValue("other");
});

test("keeps facets in the address as repeated keys, and removes them again", async () => {
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer()));
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search?q=token&language=SQL",
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: /TypeScript/ }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token&language=SQL&language=TypeScript"));
  await waitFor(() =>
    expect(search).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ language: ["SQL", "TypeScript"] }) }),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token"));
});

test("the keyboard goes from the field through the results and back", async () => {
  await renderApp({ handlers: host, path: "/projects/atlas/search?q=token" });
  await screen.findByText("61 results");
  await userEvent.keyboard("/");
  expect(await field()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("link", { name: /^src.session.refreshToken\.ts/ })).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  expect(await field()).toHaveFocus();
});

test("a result that is an issue leads to its page", async () => {
  await renderApp({ handlers: host, path: "/projects/atlas/search?q=token" });
  expect(await screen.findByRole("link", { name: /^#118/ })).toHaveAttribute("href", "/projects/atlas/issues/i-118");
});

test("a result in code opens the code page at its line", async () => {
  await renderApp({ handlers: host, path: "/projects/atlas/search?q=token" });
  expect(await screen.findByRole("link", { name: /^src.session.refreshToken\.ts/ })).toHaveAttribute(
    "href",
    "/projects/atlas/code/r-atlas/-/src/session/refreshToken.ts#L42",
  );
});

test("reports a mistake of the query at its column, and corrects it with one click", async () => {
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer()));
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search?q=token+lnag%3Ago",
  });
  expect(await screen.findByText("Column 7:")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Use lang:" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token+lang%3Ago"));
  expect(screen.queryByText("Column 7:")).toBeNull();
});

test("reports mistakes that only the server detects", async () => {
  const mistake = {
    code: "badRegex",
    at: 0,
    end: 7,
    found: "/(a)\\1/",
    fix: null,
    detail: "no back references",
  } as const;
  await renderApp({
    handlers: { ...host, searchProject: respond(searchAnswer({ mistakes: [mistake] })) },
    path: `/projects/atlas/search?q=${encodeURIComponent("/(a)\\1/")}`,
  });
  expect(await screen.findByText(/is not valid; its words are searched/)).toBeInTheDocument();
});

test("nothing found: the filter that removed the rest is taken out of the query or the address", async () => {
  const removed = [
    { filter: "lang", value: "go", at: 7, results: 3 },
    { filter: "folder", value: "src/", at: null, results: 1 },
  ];
  const search = vi.fn<Handler<"searchProject">>(respond(nothingFound({ filtered_by: removed })));
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search?q=token+-lang%3Ago&folder=src%2F",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Search without lang:go" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token&folder=src%2F"));
  // The router knows the address before the screen shows it, and the next step starts from what is shown.
  await waitFor(async () => expect(await field()).toHaveValue("token"));
  await userEvent.click(screen.getByRole("button", { name: "Search without folder:src/" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=token"));
});

test("an address that only a script could have is no link", async () => {
  const answer = searchAnswer({ results: [codeResult({ url: "javascript:alert(1)" })] });
  await renderApp({
    handlers: { ...host, searchProject: respond(answer) },
    path: "/projects/atlas/search?q=token",
  });
  await screen.findByRole("link", { name: /^src.session.refreshToken\.ts/ });
  expect(screen.queryByRole("link", { name: /Open at the host/ })).toBeNull();
});

test("nothing found offers the nearest word", async () => {
  const search = vi.fn<Handler<"searchProject">>(
    respond(nothingFound({ missing: [{ word: "refrehs", suggestion: "refresh" }] })),
  );
  const { address } = await renderApp({
    handlers: { ...host, searchProject: search },
    path: "/projects/atlas/search?q=refrehs+token",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Search for “refresh” instead" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=refresh+token"));
  expect(await field()).toHaveValue("refresh token");
});

test("bars follow the socket without a request, and the end of a sync reloads the project", async () => {
  const running = project({
    repositories: [repository({ sync: runningSync({ done: 100, total: 1000 }) })],
    trackers: [],
  });
  const get = vi.fn<Handler<"getProject">>(respond(running));
  const { store } = await renderApp({ handlers: { ...host, getProject: get }, path: "/projects/atlas" });
  const status = () => screen.findByRole("button", { name: "1 source is syncing · 10%" });
  // Until the code of the panel is there, another button is in its place.
  await waitFor(async () => expect(await status()).toHaveClass("bp6-popover-target"));
  await userEvent.click(await status());
  const panel = await screen.findByRole("dialog", { name: "State of the sources" });
  await waitFor(() => expect(panel).toHaveTextContent("100 of 1,000"));
  const source = { kind: "repository", id: "r-atlas" };
  const tell = (type: string, id: string, state: ReturnType<typeof sync>) =>
    act(async () => store.receive(notification({ id, type, data: { project: "atlas", source, sync: state } })));
  await tell("sync.progress", "1", runningSync({ done: 640, total: 1000 }));
  expect(panel).toHaveTextContent("640 of 1,000");
  expect(get).toHaveBeenCalledTimes(1);
  get.mockImplementation(respond(project({ trackers: [] })));
  await tell("sync.finished", "2", sync());
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole("button", { name: /^Synced/ })).toBeVisible();
  expect(screen.getByRole("dialog", { name: "State of the sources" })).toHaveTextContent("Up to date");
});

test("a requested sync of a source that waits for the quota of its host shows until when", async () => {
  const waiting = project({ trackers: [tracker({ sync: quotaWaitSync() })] });
  const start = vi.fn<Handler<"syncProject">>(respond(waiting));
  await renderApp({
    handlers: { ...host, getProject: respond(waiting), syncProject: start },
    path: "/projects/atlas/sources",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sync now" }));
  expect(
    await screen.findByText(/^github\.com grants no request until .+ The sync then continues by itself\.$/),
  ).toBeVisible();
  expect(start).toHaveBeenCalledTimes(1);
});

test("offers the retry of a failed sync only to users with the right", async () => {
  const failed = project({ trackers: [tracker({ sync: failedSync() })] });
  const start = vi.fn<Handler<"syncProject">>(respond(failed));
  const { unmount } = await renderApp({
    handlers: { ...host, getProject: respond(failed), syncProject: start },
    path: "/projects/atlas",
  });
  await userEvent.click(await screen.findByRole("button", { name: "1 source failed" }));
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  unmount();
  await renderApp({
    handlers: { ...host, getProject: respond({ ...failed, role: "Viewer" }) },
    path: "/projects/atlas",
  });
  await userEvent.click(await screen.findByRole("button", { name: "1 source failed" }));
  expect(await screen.findByRole("link", { name: "Details of the sources" })).toHaveAttribute(
    "href",
    "/projects/atlas/sources",
  );
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("a sync that was not started shows why below the header, and is tried again from there", async () => {
  const start = vi.fn<Handler<"syncProject">>(failWith());
  await renderApp({ handlers: { ...host, syncProject: start }, path: "/projects/atlas" });
  await userEvent.click(await screen.findByRole("button", { name: /^Synced/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Sync now" }));
  expect(await screen.findByText("The sync was not started")).toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: "State of the sources" })).toHaveTextContent(
    "The host is being restarted.",
  );
  await userEvent.keyboard("{Escape}");
  start.mockImplementation(respond(project()));
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText("The sync was not started")).toBeNull());
  expect(start).toHaveBeenCalledTimes(2);
});

test("a project that is removed elsewhere leads back to the list", async () => {
  const { store, address } = await renderApp({
    handlers: { ...host, listProjects: respond([]) },
    path: "/projects/atlas",
  });
  await screen.findByRole("heading", { level: 1, name: "Atlas" });
  await act(async () => store.receive(notification({ id: "9", type: "project.removed" })));
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(store.notifications.snackbar?.message).toBe("This project was removed");
});

test("people: an Owner adds, changes and removes; a Developer reads", async () => {
  const add = vi.fn<Handler<"addProjectUsers">>(respond([]));
  const change = vi.fn<Handler<"changeProjectUser">>(respond(projectUser()));
  const remove = vi.fn<Handler<"removeProjectUsers">>(respond(null));
  const { unmount } = await renderApp({
    handlers: {
      ...host,
      addProjectUsers: add,
      changeProjectUser: change,
      removeProjectUsers: remove,
    },
    path: "/projects/atlas/people",
  });
  await userEvent.type(await screen.findByRole("textbox", { name: "Email addresses" }), "new@acme.example{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Add 1 person" }));
  await waitFor(() =>
    expect(add).toHaveBeenCalledWith(expect.objectContaining({ body: { emails: ["new@acme.example"] } })),
  );
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role of Bora Yılmaz" }), "Viewer");
  await waitFor(() => expect(change).toHaveBeenCalledWith(expect.objectContaining({ body: { role: "Viewer" } })));
  await userEvent.click(screen.getByRole("button", { name: "Remove Cem Öz" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() =>
    expect(remove).toHaveBeenCalledWith(expect.objectContaining({ body: { emails: ["cem@acme.example"] } })),
  );
  unmount();

  await renderApp({
    handlers: { ...host, getProject: respond(project({ role: "Developer" })) },
    path: "/projects/atlas/people",
  });
  const page = within(await screen.findByRole("main"));
  expect(await page.findByText("Bora Yılmaz")).toBeInTheDocument();
  expect(page.queryByRole("textbox")).toBeNull();
  expect(page.queryByRole("combobox")).toBeNull();
  expect(page.queryByRole("button", { name: /^(?:Add|Remove)/ })).toBeNull();
});

test("sources: adding validates first, removing asks first", async () => {
  const validate = vi.fn<Handler<"validateRepository">>(
    respond({ valid: true, name: "acme/two", visibility: "public" }),
  );
  const add = vi.fn<Handler<"addRepository">>(respond(repository({ id: "r-two" })));
  const remove = vi.fn<Handler<"removeProjectUsers">>(respond(null));
  const get = vi.fn<Handler<"getProject">>(respond(project()));
  await renderApp({
    handlers: {
      ...host,
      getProject: get,
      validateRepository: validate,
      addRepository: add,
      removeTracker: remove,
    },
    path: "/projects/atlas/sources",
  });
  await chooseFromMenu(await screen.findByRole("button", { name: "Add a source" }), "Add a repository");
  // The focus moves into the form, and back to the button when the form closes.
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Provider" })).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a source" })).toHaveFocus());
  await chooseFromMenu(screen.getByRole("button", { name: "Add a source" }), "Add a repository");
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/two{Enter}");
  await waitFor(() =>
    expect(add).toHaveBeenCalledWith(
      expect.objectContaining({ body: { provider: "github", url: "https://github.com/acme/two" } }),
    ),
  );
  expect(validate).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  const trackers = await screen.findByRole("region", { name: "Trackers" });
  await chooseFromMenu(within(trackers).getByRole("button", { name: "Actions for acme/atlas" }), "Remove");
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(remove).toHaveBeenCalledTimes(1));
});

test("every member but the last Owner may leave, and is asked first", async () => {
  const remove = vi.fn<Handler<"removeProjectUsers">>(respond(null));
  const { address } = await renderApp({
    handlers: {
      ...host,
      listProjects: respond([]),
      getProject: respond(project({ role: "Developer" })),
      removeProjectUsers: remove,
    },
    path: "/projects/atlas/people",
    as: user({ name: "Cem Öz", email: "cem@acme.example" }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(remove).toHaveBeenCalledWith(expect.objectContaining({ body: { emails: ["cem@acme.example"] } }));
});

test("values of a filter come from the project, for the filter that is typed", async () => {
  const filterValues = vi.fn<Handler<"filterValues">>(
    respond({ filter: "label", values: [{ value: "good first issue", count: 4 }] }),
  );
  await renderApp({ handlers: { ...host, filterValues }, path: "/projects/atlas" });
  await userEvent.type(await field(), "label:");
  expect(await screen.findByRole("option", { name: /good first issue/ })).toBeVisible();
  expect(filterValues.mock.lastCall?.[0].query).toMatchObject({ filter: "label", text: "" });
  // Values of one filter are not those of another.
  await userEvent.type(await field(), "x author:");
  await waitFor(() => expect(filterValues.mock.lastCall?.[0].query).toMatchObject({ filter: "author" }));
  expect(screen.queryByRole("option")).toBeNull();
});
