import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { QuerySent } from "../../../contract/callTypes.ts";
import type { IssuePage } from "../../../contract/issues/issues.ts";
import { linkedSources } from "../../../src/domain/linkedSources.ts";
import { PREVIEW_DEBOUNCE_MS } from "../../../src/routes/lists/usePreviewQuery.ts";
import { type Result, err, ok } from "../../../src/services/result.ts";
import { issue, issuePage, issueRows, noFacets } from "../../fixtures/issues.ts";
import { localization } from "../../fixtures/localization.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { type Handler, type Handlers, apiError, failWith, pending, respond } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

type Query = QuerySent<"listIssues">;

// A grid is costly to question by roles, and two small cores may be busy with other files.

beforeAll(async () => {
  await import("../../../src/routes/issues/IssuesRoute.tsx"); // or the first test would wait for its compilation
});
beforeEach(() => {
  // A virtual list draws what fits into its height, a table the columns that fit into its width, and jsdom gives nothing a size.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1600);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Calls for rows, without those of one row that count for the strip. */
const listCalls = (list: ReturnType<typeof spyList>): Query[] =>
  list.mock.calls.map(([{ query }]) => query).filter((query) => query.limit !== 1);

/** Few rows: questions by role look at every cell. */
const shortPage = () => issuePage({ results: issueRows(6), count: 6, next: null });

const spyList = (respond: (query: Query) => Promise<Result<IssuePage>> = () => Promise.resolve(ok(shortPage()))) =>
  vi.fn<Handler<"listIssues">>(({ query }) =>
    query.limit === 1 ? Promise.resolve(ok(issuePage({ count: 7, results: issueRows(1, 30) }))) : respond(query),
  );

async function open(search: string, list = spyList(), more: Handlers = {}) {
  const { router, store } = await renderApp({
    path: `/projects/atlas/issues${search}`,
    handlers: { getProject: respond(issueProject()), listIssues: list, ...more },
  });
  await screen.findByRole("heading", { level: 2, name: search.startsWith("/") ? "Where does this belong?" : "Issues" });
  return { store, router, list, user: userEvent.setup() };
}
const row = (index: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!found) throw new Error(`Row ${index} is not drawn.`);
  return found;
};

test("shows the tabs in the same place as the project's other tabs, with the number of its sources", async () => {
  await open("");
  expect(await screen.findByRole("button", { name: /^Synced/ })).toBeVisible();
  const sources = linkedSources(issueProject()).length;
  await waitFor(() => {
    expect(screen.getByRole("navigation", { name: "Parts of the project" })).toHaveTextContent(`Sources ${sources}`);
  });
});

test("Back from an issue leads to the row that was left, a link to the list to its top", async () => {
  const { router, user } = await open("?sort=title");
  await screen.findByRole("grid");
  await user.keyboard("jjj");
  expect(row(2)).toHaveFocus();
  await act(() => router.navigate("/help"));
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  await act(() => router.navigate(-1));
  await waitFor(() => expect(row(2)).toHaveFocus());
  await act(() => router.navigate("/help"));
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  await act(() => router.navigate("/projects/atlas/issues?sort=title"));
  await screen.findByRole("grid");
  expect(row(2)).not.toHaveFocus();
});

test("the address decides what the host is asked for", async () => {
  const { list } = await open("?q=cursor&state=open&label=bug&label=search&assignee=none&sort=title&unknown=1");
  await screen.findByRole("grid");
  expect(listCalls(list)).toEqual([
    { q: "cursor", state: ["open"], label: ["bug", "search"], assignee: ["none"], sort: "title" },
  ]);
  expect(screen.getByRole("searchbox", { name: "Search in titles and texts" })).toHaveValue("cursor");
});

test("all closed: the list of open issues leads to the closed ones", async () => {
  const facets = { ...issuePage().facets, state: [{ value: "closed", count: 3 }] };
  await open(
    "",
    spyList(() => Promise.resolve(ok(issuePage({ results: [], count: 0, next: null, facets })))),
  );
  expect(await screen.findByRole("heading", { name: "No open issues" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Show the closed issues" })).toHaveAttribute(
    "href",
    "/projects/atlas/issues?state=closed",
  );
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
});

test("a range of days and the rule for bots that a link has are shown, and can be removed", async () => {
  const { router, list, user } = await open("?state=all&created=2026-09-05..2026-11-27&bots=no");
  const further = await screen.findByRole("list", { name: "Further filters" });
  expect(
    within(further)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Opened: Sep 5, 2026 – Nov 27, 2026", "Without bots"]);
  expect(listCalls(list)).toEqual([{ created: "2026-09-05..2026-11-27", bots: "no", sort: "-updated_at" }]);
  await user.click(within(further).getByRole("button", { name: "Remove the filter “Without bots”" }));
  await waitFor(() => expect(router.state.location.search).toBe("?state=all&created=2026-09-05..2026-11-27"));
});

test("a filter and an order go into the address, and Back undoes them", async () => {
  const { router, list, user } = await open("");
  await screen.findByRole("grid");
  await user.click(screen.getByRole("radio", { name: "Closed" }));
  await waitFor(() => expect(router.state.location.search).toBe("?state=closed"));
  await user.click(await screen.findByRole("button", { name: "Comments" }));
  await waitFor(() => expect(router.state.location.search).toBe("?state=closed&sort=-comments"));
  expect(listCalls(list).at(-1)).toEqual({ state: ["closed"], sort: "-comments" });
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toBe("?state=closed"));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Closed" })).toBeChecked());
});

test("keeps preview, marks and columns in the address, without another request for the list", async () => {
  const { router, list, user } = await open("", spyList(), { getIssue: respond(issue()) });
  await screen.findByRole("grid");
  await user.keyboard("jx ");
  await waitFor(() => expect(router.state.location.search).toBe("?peek=i-0&selected=i-0"));
  const preview = await screen.findByRole("complementary", { name: "Preview of atlas#2400" });
  expect(await within(preview).findByRole("heading", { name: "Steps" })).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search).toBe("?selected=i-0"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(listCalls(list)).toHaveLength(1);
});

test("a preview that is closed by its button returns the focus to its row", async () => {
  const { user } = await open("", spyList(), { getIssue: respond(issue()) });
  await screen.findByRole("grid");
  await user.keyboard("jj ");
  const preview = await screen.findByRole("complementary", { name: /^Preview/ });
  await user.click(within(preview).getByRole("button", { name: "Close preview" }));
  await waitFor(() => expect(row(1)).toHaveFocus());
  await user.keyboard("j");
  await waitFor(() => expect(row(2)).toHaveFocus());
});

test("a link restores preview and marks", async () => {
  await open("?peek=i-1&selected=i-0&selected=i-2", spyList(), { getIssue: respond(issue({ body: "The text." })) });
  expect(await screen.findByText("The text.")).toBeInTheDocument();
  expect(row(0)).toHaveAttribute("aria-selected", "true");
  expect(row(1)).toHaveAttribute("aria-selected", "false");
  expect(row(2)).toHaveAttribute("aria-selected", "true");
  expect(screen.getByText("2 selected")).toBeInTheDocument();
});

test("a copy of a selection that is not loaded in full reports how many issues it has", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { user: reader } = await open("?selected=i-0&selected=i-2&selected=i-88");
  write.mockClear();
  await reader.click(screen.getByRole("button", { name: "Copy as list" }));
  expect(await screen.findByText(/^2 of 3 selected issues were copied/)).toBeInTheDocument();
});

test("shows the failure of a preview next to the list, and retries", async () => {
  let tries = 0;
  const { user } = await open("?peek=i-1", spyList(), {
    getIssue: () => {
      tries += 1;
      return Promise.resolve(tries === 1 ? err(apiError()) : ok(issue({ body: "Now it is here." })));
    },
  });
  expect(await screen.findByText(/The text could not be loaded\. The host is being restarted\./)).toBeInTheDocument();
  expect(screen.getByRole("grid")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Now it is here.")).toBeInTheDocument();
});

test("a preview that failed while the server was away comes by itself when it is back", async () => {
  const read = vi.fn<Handler<"getIssue">>(() => Promise.resolve(err(apiError({ kind: "network", status: null }))));
  const { store } = await open("?peek=i-1", spyList(), { getIssue: read });
  expect(await screen.findByText(/The text could not be loaded/)).toBeInTheDocument();
  read.mockResolvedValue(ok(issue({ body: "Now it is here." })));
  act(() => store.connectivity.noteReconnect());
  expect(await screen.findByText("Now it is here.")).toBeInTheDocument();
});

test("the next page comes by its cursor, an issue that moved is shown once, and a failure can be tried again", async () => {
  let tries = 0;
  const list = spyList((query) => {
    if (query.cursor === undefined) return Promise.resolve(ok(issuePage({ next: "c-1", count: 99 })));
    tries += 1;
    // The first of these was on the previous page as well.
    return Promise.resolve(tries === 1 ? err(apiError()) : ok(issuePage({ results: issueRows(50, 49), next: null })));
  });
  const { user } = await open("?label=bug", list);
  expect(await screen.findByText("The next issues could not be loaded.")).toBeInTheDocument();
  expect(screen.getByText("50 of 99 issues loaded")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("99 of 99 issues loaded")).toBeInTheDocument();
  expect(listCalls(list).slice(1)).toEqual([
    { state: ["open"], label: ["bug"], sort: "-updated_at", cursor: "c-1", limit: 200 },
    { state: ["open"], label: ["bug"], sort: "-updated_at", cursor: "c-1", limit: 200 },
  ]);
  expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "100");
});

test("an answer that comes after the filter has changed is dropped", async () => {
  let arrive: (result: Result<IssuePage>) => void = () => undefined;
  const list = spyList((query) => {
    if (query.cursor !== undefined) return new Promise((resolve) => (arrive = resolve));
    return Promise.resolve(
      ok(
        query.state?.includes("closed")
          ? issuePage({ results: issueRows(3), count: 3, next: null })
          : issuePage({ next: "c-1", count: 99 }),
      ),
    );
  });
  const { user } = await open("", list);
  await screen.findByText("50 of 99 issues loaded");
  await user.click(screen.getByRole("radio", { name: "Closed" }));
  expect(await screen.findByText("3 of 3 issues loaded")).toBeInTheDocument();
  await act(async () => {
    arrive(ok(issuePage({ results: issueRows(50, 50), next: null })));
    await Promise.resolve();
  });
  expect(screen.getByText("3 of 3 issues loaded")).toBeInTheDocument();
});

/** A list whose rows of closed issues arrive when `arrive` is called. */
function lateList() {
  let arrive = (): void => undefined;
  const list = spyList((query) => {
    if (!query.state?.includes("closed")) return Promise.resolve(ok(shortPage()));
    return new Promise((resolve) => {
      arrive = () => resolve(ok(issuePage({ results: issueRows(3), count: 3, next: null })));
    });
  });
  return { list, arrive: () => act(async () => await Promise.resolve(arrive())) };
}

test("a mark made while a filter is loaded keeps the list without the filter in the history", async () => {
  const { list, arrive } = lateList();
  const { router, user } = await open("", list);
  await screen.findByRole("grid");
  await act(() => router.navigate("/projects/atlas/issues?sort=title"));
  await user.keyboard("j");
  fireEvent.click(screen.getByRole("radio", { name: "Closed" }));
  fireEvent.keyDown(row(0), { key: "x" });
  await arrive();
  await waitFor(() => expect(router.state.location.search).toBe("?state=closed&sort=title&selected=i-0"));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toBe("?sort=title"));
});

test("a row of the old list is not previewed in the list of the next filter", async () => {
  const { list, arrive } = lateList();
  const { router, user } = await open("?peek=i-0", list, { getIssue: respond(issue()) });
  await screen.findByRole("grid");
  await user.keyboard("j");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.keyDown(row(0), { key: "j" });
  fireEvent.click(screen.getByRole("radio", { name: "Closed" }));
  await act(() => vi.advanceTimersByTimeAsync(2 * PREVIEW_DEBOUNCE_MS));
  await arrive();
  await act(() => vi.advanceTimersByTimeAsync(2 * PREVIEW_DEBOUNCE_MS));
  expect(screen.getByText("3 of 3 issues loaded")).toBeInTheDocument();
  expect(router.state.location.search).toBe("?state=closed");
  expect(screen.queryByRole("complementary", { name: /^Preview/ })).toBeNull();
});

test("J, K, the arrows and Enter move and open; in a field they are letters", async () => {
  const { router, user } = await open("", spyList(), {
    getIssue: respond(issue()),
    localizeIssue: failWith(),
    analyzeIssue: failWith(),
    similarIssues: failWith(),
    issueDocuments: failWith(),
    issueCommits: failWith(),
    issueExperts: failWith(),
    expertContext: failWith(),
  });
  await screen.findByRole("grid");
  const field = screen.getByRole("searchbox", { name: "Search in titles and texts" });
  await user.type(field, "jkx");
  expect(field).toHaveValue("jkx");
  expect(row(0)).not.toHaveFocus();
  await user.clear(field);
  field.blur();
  await user.keyboard("jjj{ArrowUp}kj");
  await waitFor(() => expect(row(1)).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas/issues/i-1"));
});

test("keys with Ctrl, Meta or Alt belong to the browser", async () => {
  const { router } = await open("");
  await screen.findByRole("grid");
  for (const part of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    fireEvent.keyDown(document.body, { key: "x", ...part });
  expect(router.state.location.search).toBe("");
});

test("a list that fails reports the reason and can be requested again", async () => {
  let tries = 0;
  const list = spyList(() => {
    tries += 1;
    return Promise.resolve(tries === 1 ? err(apiError()) : ok(shortPage()));
  });
  const { user } = await open("?state=open", list);
  expect(await screen.findByText("The host is being restarted.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("grid")).toBeInTheDocument();
});

test("nothing fits: the filters can be cleared", async () => {
  const list = spyList((query) =>
    Promise.resolve(ok(query.q ? issuePage({ count: 0, results: [], next: null }) : shortPage())),
  );
  const { router, user } = await open("?q=zebra", list);
  expect(await screen.findByRole("heading", { name: "No issue matches these filters" })).toBeInTheDocument();
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? document.body);
  expect(await screen.findByRole("grid")).toBeInTheDocument();
  expect(router.state.location.search).toBe("");
});

const nothing = issuePage({
  count: 0,
  results: [],
  next: null,
  facets: noFacets(),
});
const emptyList = () => spyList(() => Promise.resolve(ok(nothing)));

test.each([
  ["Owner" as const, 1],
  ["Viewer" as const, 0],
])("a project without a tracker names what to link, with a link for those who may: %s", async (role, links) => {
  await open("", emptyList(), { getProject: respond({ ...issueProject(), role, trackers: [] }) });
  expect(await screen.findByRole("heading", { name: "No tracker yet" })).toBeInTheDocument();
  const hrefs = screen.queryAllByRole("link", { name: "Add a tracker" }).map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(links === 1 ? ["/projects/atlas/sources?add=tracker"] : []);
});

test("an empty project leads to its sources; a failed sync is reported", async () => {
  const project = issueProject();
  const trackers = project.trackers.map((tracker) => ({
    ...tracker,
    sync: { ...tracker.sync, state: "failed" as const, error: "The host refused the token." },
  }));
  await open("", emptyList(), { getProject: respond({ ...project, trackers }) });
  expect(await screen.findByRole("heading", { name: "No issues yet" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to sources" })).toHaveAttribute("href", "/projects/atlas/sources");
  expect(screen.getByText(/The host refused the token\./)).toBeInTheDocument();
});

test("the strip shows the counts of the host: facets, a count and the oldest open one", async () => {
  const { list } = await open("?state=closed");
  const strip = await screen.findByRole("region", { name: "Issues at a glance" });
  expect(within(strip).getByRole("link", { name: "Open 1,284" })).toHaveAttribute("href", "/projects/atlas/issues");
  expect(await within(strip).findByRole("link", { name: "Open and unassigned 7" })).toBeInTheDocument();
  expect(await within(strip).findByRole("link", { name: /^Oldest open issue/ })).toHaveAttribute(
    "href",
    "/projects/atlas/issues/i-30",
  );
  const queries = list.mock.calls.map(([{ query }]) => query).filter((query) => query.limit === 1);
  expect(queries).toEqual([
    { state: ["open"], sort: "created_at", limit: 1, assignee: ["none"] },
    { state: ["open"], sort: "created_at", limit: 1 },
  ]);
});

test("locates a pasted text, keeps it in the address, and accepts a confirmation", async () => {
  const localize = vi.fn<Handler<"localizeText">>(respond(localization()));
  const feedback = vi.fn<Handler<"giveFeedback">>(respond(null));
  const { router, user } = await open("/localize", spyList(), {
    localizeText: localize,
    giveFeedback: feedback,
    codeContent: pending,
  });
  await user.click(await screen.findByRole("button", { name: "Find the code" }));
  expect(await screen.findByText("Paste something first.")).toBeInTheDocument();
  expect(localize).not.toHaveBeenCalled();
  await user.type(screen.getByRole("textbox", { name: "Report or stack trace" }), "readCursor fails");
  await user.click(screen.getByRole("button", { name: "Find the code" }));
  expect(await screen.findByRole("list", { name: "Files, most likely first" })).toBeInTheDocument();
  expect(new URLSearchParams(router.state.location.search).get("text")).toBe("readCursor fails");
  await user.click(screen.getByRole("button", { name: "Right" }));
  await waitFor(() => expect(feedback).toHaveBeenCalledTimes(1));
});

test("filters by type and age, and keeps them in the address", async () => {
  const list = spyList();
  await open("?type=bug&type=nonsense&age=quarter", list);
  await screen.findByRole("grid");
  expect(list.mock.calls[0]?.[0].query).toMatchObject({ type: ["bug"], age: "quarter" });
  expect(screen.getByRole("combobox", { name: "Age" })).toHaveValue("quarter");
});

test("marking a row and moving the preview draw only the rows that change", async () => {
  const list = spyList(() => Promise.resolve(ok(issuePage({ results: issueRows(60), count: 60, next: null }))));
  const { router, user } = await open("", list, { getIssue: pending });
  await screen.findByRole("grid");
  row(0).focus();
  await user.keyboard(" ");
  await waitFor(() => expect(router.state.location.search).toContain("peek="));
  const rows = document.querySelectorAll("[data-index]").length;
  expect(rows).toBeGreaterThan(15);
  // Each drawn row formats one age, and the rest of the screen a few.
  const formatted = vi.spyOn(Intl.RelativeTimeFormat.prototype, "format");
  await user.keyboard("x");
  await waitFor(() => expect(router.state.location.search).toContain("selected="));
  expect(formatted.mock.calls.length).toBeLessThan(rows);
  formatted.mockClear();
  await user.keyboard("j");
  await waitFor(() => expect(row(1)).toHaveAttribute("data-previewed"));
  expect(formatted.mock.calls.length).toBeLessThan(rows);
});
