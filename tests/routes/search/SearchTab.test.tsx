import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { hrefTo } from "../../../src/routes/paths.ts";
import { ok } from "../../../src/services/result.ts";
import { codeContent } from "../../fixtures/code.ts";
import { wikiPage } from "../../fixtures/documents.ts";
import { failWith, respond, type Handler, type Handlers } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { codeResult, commitChanges, commitResult, searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

const open = async (q: string, part: Partial<SearchAnswer> = {}, handlers: Handlers = {}, facets = {}) => {
  const searchProject = vi.fn<Handler<"searchProject">>(respond(searchAnswer(part)));
  const fileMatches = vi.fn<Handler<"fileMatches">>(
    respond({
      total: 1,
      truncated: false,
      lines: [{ number: 7, matched: true, segments: [{ text: "retry(token)", match: true }] }],
    }),
  );
  await renderApp({
    handlers: { getProject: respond(project()), searchProject, fileMatches, ...handlers },
    path: `/projects/atlas/search?${new URLSearchParams({ q, ...facets }).toString()}`,
  });
  await screen.findByText(/^took/, {}, { timeout: 10_000 });
  return { searchProject, fileMatches };
};
const inFile = codeResult({ path: "src/retry.ts", line: 7, source: "r-atlas" });

test("a corrected word is named, and the query as written is one click away", async () => {
  const { searchProject } = await open("redirct", {
    reinterpreted: [{ code: "spelling", word: "redirct", by: ["redirect"] }],
    readings: [{ code: "literal", q: '"redirct"', total: 0, total_capped: false }],
  });
  const readings = screen.getByRole("region", { name: "How the query was understood" });
  expect(readings).toHaveTextContent("“redirct” occurs nowhere. These are the results for redirect.");
  await userEvent.click(within(readings).getByRole("button", { name: 'Search as written: "redirct" 0 results' }));
  await waitFor(() =>
    expect(searchProject).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ q: '"redirct"' }) as unknown }),
    ),
  );
  const field = screen.getByRole("combobox", { name: "Search this project" });
  expect(field).toHaveValue('"redirct"');
  expect(field).toHaveFocus();
});

test("a mistake is shown although there are results", async () => {
  const found = "/(a)\\1/";
  await open(`token ${found}`, {
    results: [inFile],
    mistakes: [{ code: "badRegex", at: 6, end: 6 + found.length, found, fix: null, detail: "" }],
  });
  expect(screen.getByText(/this regular expression is not valid; its words are searched/)).toBeInTheDocument();
});

test("a filter without a value at the end of the query is named once the query has been searched", async () => {
  await open("token lang:", { results: [inFile] });
  expect(await screen.findByText(/“lang:” needs a value/)).toBeInTheDocument();
});

test("all matches of a file are loaded on request, and each leads to its line", async () => {
  const { fileMatches } = await open("retry", { results: [inFile] });
  expect(fileMatches).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "All matches in this file" }));
  const list = await screen.findByText("1 match in this file");
  expect(list).toBeInTheDocument();
  expect(fileMatches).toHaveBeenCalledWith(
    expect.objectContaining({ query: { q: "retry", source: "r-atlas", path: "src/retry.ts" } }),
  );
  expect(screen.getByRole("link", { name: /7/ })).toHaveAttribute("href", expect.stringContaining("7"));
});

const commits = [1, 2, 3, 4, 5].map((at) =>
  commitResult({ id: `c-${at}`, title: `Commit ${at}`, hash: String(at).repeat(40) }),
);
const requested = (changes: { mock: { calls: Parameters<Handler<"commitChanges">>[] } }) =>
  changes.mock.calls.map(([{ query }]) => query.hash.slice(0, 1));

test("a key in the field draws none of the results again", async () => {
  const changes = vi.fn<Handler<"commitChanges">>(respond(commitChanges()));
  const { searchProject } = await open("token", { results: commits }, { commitChanges: changes });
  const field = screen.getByRole("combobox", { name: "Search this project" });
  // What the results load later has been drawn.
  await screen.findByRole("button", { name: "Save search" });
  await waitFor(() => expect(changes).toHaveBeenCalled());
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 300)));
  // Each drawing of a result asks for its address.
  const drawn = vi.spyOn(hrefTo, "searchResult");
  fireEvent.change(field, { target: { value: "tokens" } });
  expect(field).toHaveValue("tokens");
  expect(drawn).not.toHaveBeenCalled();
  await waitFor(() => expect(searchProject).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(drawn).toHaveBeenCalled());
  drawn.mockRestore();
});

test("the first three commits show what they changed, and the others on request", async () => {
  const changes = vi.fn<Handler<"commitChanges">>(respond(commitChanges()));
  await open("token", { results: [inFile, ...commits] }, { commitChanges: changes });
  await waitFor(() => expect(screen.getAllByText("3 changed lines match.")).toHaveLength(3));
  expect(requested(changes)).toEqual(["1", "2", "3"]);
  const [first, , , fourth] = screen.getAllByRole("button", { name: "Changes of this commit" });
  expect(fourth).toHaveAttribute("aria-expanded", "false");
  if (fourth) await userEvent.click(fourth);
  await waitFor(() => expect(screen.getAllByText("3 changed lines match.")).toHaveLength(4));
  expect(requested(changes)).toEqual(["1", "2", "3", "4"]);
  if (first) await userEvent.click(first);
  expect(screen.getAllByText("3 changed lines match.")).toHaveLength(3);
});

test("the changes of a commit are requested once it is in view", async () => {
  const observed = new Map<Element, IntersectionObserverCallback>();
  class Observer {
    private readonly callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback;
    }
    observe(element: Element) {
      observed.set(element, this.callback);
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  const changes = vi.fn<Handler<"commitChanges">>(respond(commitChanges()));
  await open("token", { results: commits }, { commitChanges: changes });
  await waitFor(() => expect(observed.size).toBe(3));
  expect(changes).not.toHaveBeenCalled();
  const [[target, callback] = []] = observed;
  const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
  act(() => callback?.([entry], {} as IntersectionObserver));
  expect(await screen.findByText("3 changed lines match.")).toBeInTheDocument();
  expect(requested(changes)).toEqual(["1"]);
  vi.unstubAllGlobals();
});

test("the hash of a commit leads to its page, as its title does", async () => {
  await open("token", { results: commits.slice(0, 1) }, { commitChanges: respond(commitChanges()) });
  const href = `/projects/atlas/commits/${"1".repeat(12)}`;
  expect(screen.getByRole("link", { name: "Commit 1" })).toHaveAttribute("href", href);
  expect(screen.getByRole("link", { name: "1111111" })).toHaveAttribute("href", href);
});

test("the number of further matches is known before they are unfolded, and a single match has nothing to unfold", async () => {
  const other = { ...inFile, id: "other", path: "src/backoff.ts", title: "src/backoff.ts" };
  const large = { ...inFile, id: "large", path: "src/large.ts", title: "src/large.ts" };
  const matchCounts = vi.fn<Handler<"matchCounts">>(respond({ counts: [13, 1, null] }));
  await open("retry", { results: [inFile, other, large] }, { matchCounts });
  expect(await screen.findByRole("button", { name: "12 more matches in this file" })).toBeInTheDocument();
  expect(screen.getByText("The only match in this file")).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "All matches in this file" })).toHaveLength(1);
  expect(matchCounts).toHaveBeenCalledOnce();
  expect(matchCounts.mock.lastCall?.[0].query).toEqual({
    project: "atlas",
    q: "retry",
    source: ["r-atlas", "r-atlas", "r-atlas"],
    path: ["src/retry.ts", "src/backoff.ts", "src/large.ts"],
  });
});

test("a file found by filters alone has no matches to list", async () => {
  await open("lang:typescript", { results: [inFile] });
  expect(screen.queryByRole("button", { name: "All matches in this file" })).toBeNull();
});

test("each filter of the query and each chosen facet is a token that can be removed", async () => {
  const { searchProject } = await open("token lang:go -path:vendor", { results: [inFile] });
  const tokens = screen.getByRole("list", { name: "Filters of this search" });
  expect(
    within(tokens)
      .getAllByRole("listitem")
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(["langgo", "notpathvendor"]);
  await userEvent.click(within(tokens).getByRole("button", { name: "Remove the filter not path: vendor" }));
  await waitFor(() =>
    expect(searchProject).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ q: "token lang:go" }) as unknown }),
    ),
  );
  expect(screen.getByRole("combobox", { name: "Search this project" })).toHaveValue("token lang:go");
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter lang: go" }));
  expect(screen.getByRole("combobox", { name: "Search this project" })).toHaveValue("token");
  expect(screen.queryByRole("list", { name: "Filters of this search" })).toBeNull();
});

test("clearing removes filters and facets together", async () => {
  const { searchProject } = await open("lang:go token is:open", { results: [inFile] }, {}, { kind: "code" });
  await userEvent.click(screen.getByRole("button", { name: "Remove all" }));
  await waitFor(() =>
    expect(searchProject).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ q: "token" }) as unknown }),
    ),
  );
});

test("the results are saved as a file", async () => {
  const createObjectURL = vi.fn<typeof URL.createObjectURL>(() => "blob:results");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn<typeof URL.revokeObjectURL>() }));
  const exportSearch = vi.fn<Handler<"exportSearch">>(respond("kind,title\r\n"));
  await open("token lang:go", { results: [inFile] }, { exportSearch });
  await userEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText(/^The file atlas-search-.*\.csv was saved$/)).toBeInTheDocument();
  expect(exportSearch).toHaveBeenCalledWith(
    expect.objectContaining({ query: expect.objectContaining({ q: "token lang:go" }) as unknown }),
  );
  expect(createObjectURL).toHaveBeenCalledOnce();
});

test("Space previews a result, the arrow keys move the preview, and Escape returns to the list", async () => {
  const read = vi.fn<Handler<"codeContent">>(({ query }) =>
    Promise.resolve(ok(codeContent({ path: query.path ?? "", text: `// ${query.path}\nretry(token)` }))),
  );
  const other = codeResult({ id: "r-atlas:src/other.ts", path: "src/other.ts", line: 1, source: "r-atlas" });
  await open("retry", { results: [inFile, other] }, { codeContent: read });
  const first = screen.getByRole("link", { name: /src\/retry\.ts/ });
  first.focus();
  // The preview is a chunk of its own: a component that suspends needs an awaited `act`, which user-event has not.
  await act(async () => {
    fireEvent.keyDown(first, { key: " " });
    await import("../../../src/routes/search/SearchPreviewSection.tsx");
  });
  const preview = () => screen.getByRole("complementary", { name: /^Preview of/ });
  await waitFor(() => expect(preview()).toHaveTextContent("// src/retry.ts"));
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(preview()).toHaveTextContent("// src/other.ts"));
  await userEvent.click(screen.getByRole("button", { name: "Close the preview" }));
  expect(screen.queryByRole("complementary", { name: /^Preview of/ })).toBeNull();
  expect(screen.getByRole("link", { name: /src\/other\.ts/ })).toHaveFocus();
  await userEvent.keyboard(" {Escape}");
  expect(screen.queryByRole("complementary", { name: /^Preview of/ })).toBeNull();
});

test("the preview of a long page begins with the section that was found", async () => {
  const page = codeResult({ kind: "document", path: "docs/guide.md", line: 11, source: "r-atlas" });
  const text = "# Guide\n\nThe beginning.\n\n## Tokens\n\n```sh\n# renew\n```\n\nA token ends.\n\n## Later\n\nMore.";
  const read = respond(codeContent({ path: "docs/guide.md", language: "Markdown", text }));
  await open("token", { results: [page] }, { codeContent: read });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    await import("../../../src/routes/search/SearchPreviewSection.tsx");
  });
  expect(await screen.findByRole("heading", { name: "Tokens" })).toBeInTheDocument();
  expect(screen.getByRole("complementary", { name: /^Preview of/ })).not.toHaveTextContent("The beginning.");
});

test("the preview of a wiki's page reads the page", async () => {
  const page = codeResult({
    kind: "document",
    path: "ENG/Tokens",
    url: "https://wiki.example/1",
    source: "w-atlas",
    line: null,
    language: null,
  });
  const getDocument = vi.fn<Handler<"getDocument">>(respond(wikiPage({ path: "ENG/Tokens", text: "# Tokens" })));
  await open("token", { results: [page] }, { getDocument });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    await import("../../../src/routes/search/SearchPreviewSection.tsx");
  });
  expect(await screen.findByRole("heading", { name: "Tokens" })).toBeInTheDocument();
  expect(getDocument.mock.calls[0]?.[0].query).toMatchObject({ source: "w-atlas", path: "ENG/Tokens" });
});

const typeInto = (text: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "Search this project" }), { target: { value: text } });

test("results of an earlier query name it while the newer one has no connection, and the search is repeated", async () => {
  const { searchProject } = await open("arrival", { results: [inFile] });
  await screen.findByText(/retry\.ts/);
  searchProject.mockImplementation(failWith({ kind: "network", status: null }));
  typeInto("harbour");
  const notice = await screen.findByText("Results for “arrival”", {}, { timeout: 5000 });
  expect(notice.closest("[role=status]")).toHaveTextContent(
    "Not connected. The search for “harbour” is repeated when the connection is back.",
  );
  // One notice, and the old results stay.
  expect(screen.queryByText(/could not be loaded again/)).not.toBeInTheDocument();
  expect(screen.getByText(/retry\.ts/)).toBeInTheDocument();
  searchProject.mockImplementation(respond(searchAnswer({ results: [] })));
  await userEvent.click(screen.getByRole("button", { name: "Search again" }));
  await waitFor(() => expect(screen.queryByText("Results for “arrival”")).not.toBeInTheDocument());
});

test("a search without an answer is named as late, and is sent again on the reconnect", async () => {
  const searchProject = vi.fn<Handler<"searchProject">>(respond(searchAnswer({ results: [inFile] })));
  const { store } = await renderApp({
    handlers: { getProject: respond(project()), searchProject },
    path: "/projects/atlas/search?q=arrival",
  });
  await screen.findByText(/^took/, {}, { timeout: 10_000 });
  searchProject.mockImplementation(() => new Promise(() => undefined));
  typeInto("harbour");
  expect(await screen.findByText("Results for “arrival”", {}, { timeout: 8000 })).toBeInTheDocument();
  expect(screen.getByText("The search for “harbour” has not been answered yet.")).toBeInTheDocument();
  act(() => store.connectivity.setStatus("unreachable"));
  expect(screen.getByText(/^Not connected\./)).toBeInTheDocument();
  searchProject.mockImplementation(respond(searchAnswer({ results: [] })));
  act(() => {
    store.connectivity.setStatus("online");
    store.connectivity.noteReconnect();
  });
  await waitFor(() => expect(screen.queryByText("Results for “arrival”")).not.toBeInTheDocument());
  expect(searchProject).toHaveBeenLastCalledWith(
    expect.objectContaining({ query: expect.objectContaining({ q: "harbour" }) as unknown }),
  );
});
