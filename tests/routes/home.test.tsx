import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { SearchAllAnswer } from "../../contract/search/search.ts";
import { ok } from "../../src/services/result.ts";
import { firstSteps, user } from "../fixtures/people.ts";
import { failedSync, project, repository } from "../fixtures/projects.ts";
import { commitChanges, commitResult, savedSearch, searchAllAnswer, searchAnswer } from "../fixtures/search.ts";
import { failWith, type Handler, respond } from "../fixtures/handlers.ts";
import { renderApp } from "../renderApp.tsx";

const all = vi.fn<Handler<"searchAll">>();
const dashboard = vi.fn<Handler<"getDashboard">>();
const [hit] = searchAnswer().results;
if (!hit) throw new Error("The fixture has a result.");
const atlas = { slug: "atlas", name: "Atlas" };
const answer = (part: Partial<SearchAllAnswer> = {}): SearchAllAnswer => ({
  ...searchAllAnswer(),
  total: 3,
  results: [
    {
      ...hit,
      kind: "code",
      id: "c-1",
      title: "parseUrl.ts",
      path: "src/parseUrl.ts",
      source: "r-1",
      line: 12,
      project: atlas,
    },
    { ...hit, kind: "issue", id: "i-1", title: "ATL-7 URLs", path: null, project: atlas },
    { ...hit, kind: "commit", id: "k-1", title: "Parse it", path: null, project: { slug: "loom", name: "Loom" } },
  ],
  projects: [
    { ...atlas, total: 2, total_capped: false, searched: true },
    { slug: "loom", name: "Loom", total: 1, total_capped: false, searched: true },
    { slug: "slow", name: "Slow", total: 0, total_capped: false, searched: false },
  ],
  ...part,
});

beforeEach(() => {
  all.mockReset().mockResolvedValue(ok(answer()));
  dashboard.mockReset().mockResolvedValue(ok({ issues: [], recent_projects: [project()] }));
});
const openHome = (path = "/") => renderApp({ path, handlers: { searchAll: all, getDashboard: dashboard } });

test("keeps the query in the address, and links each result to its page", async () => {
  const { address } = await openHome();
  await userEvent.type(await screen.findByRole("combobox", { name: "Search all your projects" }), "parse url{Enter}");
  expect(await screen.findByText("3 results")).toBeInTheDocument();
  expect(address()).toBe("/?q=parse+url");
  expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "parse url" });
  expect(dashboard).toHaveBeenCalledOnce();
  const results = within(screen.getByRole("region", { name: "Search results" }));
  expect(results.getByRole("link", { name: /^src\/parseUrl\.ts/ })).toHaveAttribute(
    "href",
    "/projects/atlas/code/r-1/-/src/parseUrl.ts#L12",
  );
  expect(results.getByRole("link", { name: "ATL-7 URLs" })).toHaveAttribute("href", "/projects/atlas/issues/i-1");
  await userEvent.click(results.getByRole("checkbox", { name: /^Loom/ }));
  await waitFor(() => expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "parse url", in_project: ["loom"] }));
  expect(address()).toBe("/?q=parse+url&project=loom");
});

test("projects that were left out are named, also where nothing was found, and searched on demand", async () => {
  all.mockResolvedValueOnce(ok(answer({ results: [], total: 0, total_capped: true })));
  await openHome("/?q=parse");
  expect(await screen.findByText("1 project was not searched")).toBeInTheDocument();
  expect(screen.getByText("Slow")).toBeInTheDocument();
  expect(await screen.findByText("Nothing found")).toBeInTheDocument();
  const found = { ...hit, kind: "issue" as const, id: "i-9", title: "SLOW-9 Parse", path: null };
  const slow = { slug: "slow", name: "Slow" };
  all.mockResolvedValueOnce(
    ok(
      answer({
        results: [{ ...found, project: slow }],
        total: 1,
        projects: [{ ...slow, total: 1, total_capped: false, searched: true }],
      }),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Search them too" }));
  expect(await screen.findByRole("link", { name: "SLOW-9 Parse" })).toBeInTheDocument();
  expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "parse", project: ["slow"] });
  expect(screen.getByText("1 result")).toBeInTheDocument();
  expect(screen.queryByText("1 project was not searched")).toBeNull();
});

test("an address with a question asks it, and Back returns to the one before", async () => {
  const { router } = await openHome("/?q=first");
  await waitFor(() => expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "first" }));
  const field = await screen.findByRole("combobox", { name: "Search all your projects" });
  await userEvent.clear(field);
  await userEvent.type(field, "second{Enter}");
  await waitFor(() => expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "second" }));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(field).toHaveValue("first"));
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Search results" })).toBeNull());
});

test("lists an expired token first in what waits for the reader, with a link to its source", async () => {
  const source = (id: string, code?: string) =>
    repository({ id, name: id, sync: failedSync(code === undefined ? {} : { error_code: code }) });
  const projects = [
    project({ repositories: [source("gone", "not_found"), source("older")] }),
    project({ slug: "loom", name: "Loom", repositories: [source("locked", "unauthorized")] }),
  ];
  dashboard.mockResolvedValue(ok({ issues: [], recent_projects: projects }));
  await openHome();
  const part = await screen.findByRole("region", { name: "Waiting for me" });
  const links = await within(part).findAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["The token of locked in Loom stopped working", "/projects/loom/sources"],
    ["gone in Atlas could not be synced", "/projects/atlas/sources"],
    ["older in Atlas could not be synced", "/projects/atlas/sources"],
  ]);
});

test("a search that failed reports it and is repeated; one without results describes what to do", async () => {
  all.mockImplementationOnce(failWith({ kind: "network", status: null }));
  all.mockResolvedValueOnce(ok(answer({ total: 0, results: [], projects: [] })));
  await openHome("/?q=zebra");
  await screen.findByText("The search did not work");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeInTheDocument();
});

test("the field offers what was searched in all projects before, and the arrow keys recall it", async () => {
  await openHome();
  const field = await screen.findByRole("combobox", { name: "Search all your projects" });
  await userEvent.type(field, "token refresh{Enter}");
  await waitFor(() => expect(all.mock.lastCall?.[0].query).toMatchObject({ q: "token refresh" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Search results" })).toBeNull());
  await userEvent.type(field, "lan");
  await userEvent.click(await screen.findByRole("option", { name: /^lang:/ }));
  expect(field).toHaveValue("lang:");
  await userEvent.clear(field);
  await userEvent.keyboard("{Escape}{ArrowUp}");
  expect(field).toHaveValue("token refresh");
});

test("values of a filter come from all projects, and saved searches open in theirs", async () => {
  const values = vi.fn<Handler<"filterValuesOfAll">>(({ query: { filter } }) =>
    Promise.resolve(ok({ filter, values: [{ value: "bug", count: 12 }] })),
  );
  const saved = savedSearch({ name: "Tokens", q: "token", project: { slug: "loom", name: "Loom" } });
  const { address } = await renderApp({
    path: "/",
    handlers: {
      searchAll: all,
      getDashboard: dashboard,
      filterValuesOfAll: values,
      listSavedSearches: respond([saved]),
      getProject: respond(project({ slug: "loom" })),
      searchProject: failWith(),
    },
  });
  const field = await screen.findByRole("combobox", { name: "Search all your projects" });
  await userEvent.type(field, "label:");
  expect(await screen.findByRole("option", { name: /^label:bug/ })).toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.keyboard("{ArrowDown}");
  await userEvent.click(await screen.findByRole("option", { name: /^Tokens/ }));
  await waitFor(() => expect(address()).toBe("/projects/loom/search?q=token"), { timeout: 10_000 });
});

test("the search over all projects is saved with its projects, for the company, and opens on home", async () => {
  const created = savedSearch({ name: "Tokens", q: "token", project: null, facets: { project: ["loom"] } });
  const createCompanySearch = vi.fn<Handler<"createCompanySearch">>(respond(created));
  const { address } = await renderApp({
    path: "/?q=token&project=loom",
    handlers: { searchAll: all, getDashboard: dashboard, createCompanySearch, listSavedSearches: respond([created]) },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Save search" }, { timeout: 10_000 }));
  await userEvent.click(await screen.findByRole("checkbox", { name: /Share with the company/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Notify me/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(createCompanySearch).toHaveBeenCalledWith(
      expect.objectContaining({
        body: { name: "token", q: "token", facets: { project: ["loom"] }, shared: true, watched: true },
      }),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(address()).toBe("/"));
  await userEvent.click(await screen.findByRole("option", { name: /^Tokens/ }));
  await waitFor(() => expect(address()).toBe("/?q=token&project=loom"));
});

test("the settings list the saved searches of projects and over all of them; what others share is not changed there", async () => {
  const mine = savedSearch({ id: "mine", name: "Everywhere", project: null, shared: true });
  const theirs = savedSearch({ id: "theirs", name: "Of Ada", project: null, shared: true, owner: "Ada" });
  const updateSavedSearch = vi.fn<Handler<"updateSavedSearch">>(respond({ ...mine, name: "Renamed" }));
  const deleteSavedSearch = vi.fn<Handler<"deleteSavedSearch">>(respond(null));
  await renderApp({
    path: "/settings/searches",
    handlers: { listSavedSearches: respond([mine, theirs]), updateSavedSearch, deleteSavedSearch },
  });
  const link = await screen.findByRole("link", { name: "Everywhere" }, { timeout: 10_000 });
  expect(link).toHaveAttribute("href", "/?q=retry+policy");
  expect(screen.queryByRole("button", { name: "Change Of Ada" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Change Everywhere" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Renamed");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(updateSavedSearch).toHaveBeenCalledWith(
      expect.objectContaining({ body: expect.objectContaining({ name: "Renamed" }) as object }),
    ),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete Everywhere" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("for everyone in the company");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleteSavedSearch).toHaveBeenCalled());
});

test("sources that are not searchable yet are named with the reason, and lead to the project's sources", async () => {
  const project = { slug: "loom", name: "Loom" };
  all.mockResolvedValue(
    ok(
      answer({
        unsearchable: {
          total: 7,
          sources: [
            { id: "a", name: "warp", project, reason: "indexing", error: null },
            { id: "b", name: "weft", project, reason: "failed", error: "The host does not answer." },
          ],
        },
      }),
    ),
  );
  await openHome("/?q=token");
  const notice = (await screen.findByText("7 sources are not searchable yet, so results may be missing")).closest(
    "[role=status]",
  );
  expect(notice).toHaveTextContent("warp in Loom is being indexed.");
  expect(notice).toHaveTextContent("weft in Loom could not be synced. The host does not answer.");
  expect(notice).toHaveTextContent("5 other");
  expect(screen.getByRole("link", { name: "warp in Loom" })).toHaveAttribute("href", "/projects/loom/sources");
});

test("a correction is named with the query as written, and the results are grouped by what the address names", async () => {
  all.mockResolvedValue(
    ok(
      answer({
        reinterpreted: [{ code: "spelling", word: "prase", by: ["parse"] }],
        readings: [{ code: "literal", q: '"prase"', total: 0, total_capped: false }],
      }),
    ),
  );
  const { address } = await openHome("/?q=prase&group=project");
  expect(await screen.findByText("“prase” occurs nowhere. These are the results for parse.")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Loom" })).toHaveTextContent("Parse it");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Group results by" }), "file");
  await waitFor(() => expect(address()).toBe("/?q=prase&group=file"));
  expect(await screen.findByRole("region", { name: "src/parseUrl.ts" })).toBeInTheDocument();
  expect(all).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: /Search as written:/ }));
  await waitFor(() => expect(all.mock.lastCall?.[0].query).toMatchObject({ q: '"prase"' }));
});

test("the changes of a commit are shown with it, from its project", async () => {
  const commitOf = vi.fn<Handler<"commitChanges">>(() => Promise.resolve(ok(commitChanges())));
  const commit = { ...commitResult(), project: { slug: "loom", name: "Loom" } };
  all.mockResolvedValue(ok(answer({ results: [commit] })));
  await renderApp({
    path: "/?q=token",
    handlers: { searchAll: all, getDashboard: dashboard, commitChanges: commitOf },
  });
  expect(await screen.findByText("3 changed lines match.")).toBeInTheDocument();
  expect(commitOf.mock.lastCall?.[0]).toMatchObject({
    query: { project: "loom", q: "token", source: "r-atlas", hash: commit.hash },
  });
  expect(screen.getByRole("link", { name: "tests/session.test.ts" })).toHaveAttribute(
    "href",
    `/projects/loom/code/r-atlas/-/tests/session.test.ts?rev=${commit.hash ?? ""}`,
  );
});

test("a user without a project sees the first steps, each with its place, and hides them", async () => {
  dashboard.mockResolvedValueOnce(ok({ issues: [], recent_projects: [], first_steps: firstSteps("invite") }));
  dashboard.mockResolvedValue(ok({ issues: [], recent_projects: [] }));
  const hide = vi.fn<Handler<"hideFirstSteps">>(respond(null));
  await renderApp({
    path: "/",
    as: user({ projects_count: 0 }),
    handlers: { getDashboard: dashboard, hideFirstSteps: hide },
  });
  const steps = within(await screen.findByRole("region", { name: "First steps" }));
  expect(steps.getByText("1 of 5 done")).toBeInTheDocument();
  expect(steps.getByRole("link", { name: "Link a repository" })).toHaveAttribute("href", "/wizard");
  expect(steps.queryByRole("link", { name: "Invite a colleague" })).toBeNull();
  await userEvent.click(steps.getByRole("button", { name: "Hide" }));
  expect(await screen.findByRole("heading", { name: "No project yet" })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  expect(screen.getByRole("link", { name: "Create project" })).toHaveAttribute("href", "/wizard");
  expect(hide).toHaveBeenCalledOnce();
});

test("with a project the steps lead to it, above the rest of home; a refusal keeps them", async () => {
  const steps = firstSteps("repository", "invite");
  dashboard.mockResolvedValue(ok({ issues: [], recent_projects: [project()], first_steps: steps }));
  const hide = failWith({ status: 500, text: "Something went wrong." });
  await renderApp({ path: "/", handlers: { getDashboard: dashboard, hideFirstSteps: hide } });
  const region = await screen.findByRole("region", { name: "First steps" });
  expect(within(region).getByRole("link", { name: "Link a tracker" })).toHaveAttribute(
    "href",
    "/projects/atlas/sources",
  );
  expect(within(region).getByRole("link", { name: "Search for something" })).toHaveAttribute(
    "href",
    "/projects/atlas/search",
  );
  expect(within(region).queryByRole("link", { name: "Create project" })).toBeNull();
  expect(await screen.findByRole("region", { name: "Recent projects" })).toBeInTheDocument();
  await userEvent.click(within(region).getByRole("button", { name: "Hide" }));
  expect(await screen.findByText("The first steps could not be hidden")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "First steps" })).toBeInTheDocument();
});

test("a host without first steps gets none", async () => {
  await openHome();
  await screen.findByRole("region", { name: "Recent projects" });
  expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
});
