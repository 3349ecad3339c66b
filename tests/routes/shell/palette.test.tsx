import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FoundName } from "../../../contract/search/goTo.ts";
import { ok } from "../../../src/services/result.ts";
import { commitSummary, missingAnswer } from "../../fixtures/commits.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project } from "../../fixtures/projects.ts";
import { failWith, type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { searchAllAnswer } from "../../fixtures/search.ts";
import { createTestStore } from "../../createTestStore.ts";
import { memoryStorage } from "../../fixtures/memoryStorage.ts";
import { renderApp, type RenderOptions } from "../../renderApp.tsx";

const goTo = vi.fn<Handler<"goTo">>();
const updateMe = vi.fn<Handler<"updateMe">>();
const name = (part: Partial<FoundName>): FoundName => ({
  kind: "file",
  id: "r-1:src/tokenize.ts",
  name: "tokenize.ts",
  detail: "src",
  source: "r-1",
  path: "src/tokenize.ts",
  line: null,
  url: null,
  address: null,
  state: null,
  symbol: null,
  container: null,
  score: 850,
  project: { slug: "atlas", name: "Atlas" },
  ...part,
});
const issue = name({ kind: "issue", id: "i-1", name: "Tokens are cut", detail: "ATL-12", path: null, score: 840 });
const answer = (results: readonly FoundName[]) =>
  ok({ took_ms: 1, results: [...results], not_searched: [], opening: false });

beforeEach(() => {
  goTo.mockReset().mockResolvedValue(answer([name({}), issue]));
  updateMe.mockReset().mockImplementation(({ body }) => respond(user({ language: body.language ?? "EN" }))());
});
/** The pages behind what is found: only their addresses are tested. */
const PAGES: Handlers = {
  getProject: failWith(),
  getIssue: failWith(),
  analyzeIssue: failWith(),
  issueCommits: failWith(),
  expertContext: failWith(),
  issueDocuments: failWith(),
  issueExperts: failWith(),
  localizeIssue: failWith(),
  similarIssues: failWith(),
  getPerson: failWith(),
  searchAll: failWith(),
  newIssueForm: failWith(),
};
async function openHelp({ handlers, ...part }: Partial<RenderOptions> = {}) {
  const app = await renderApp({
    path: "/help",
    handlers: {
      ...PAGES,
      goTo,
      updateMe,
      listProjects: respond([project(), project({ slug: "istanbul", name: "İstanbul" })]),
      ...handlers,
    },
    ...part,
  });
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  return app;
}
/** The target screen is loaded for the first time. */
const COLD = { timeout: 10_000 };
const options = () =>
  within(screen.getByRole("listbox", { name: "Go to a page or run a command" })).getAllByRole("option");
const palette = () => screen.findByRole("combobox", { name: "Go to a page or run a command" });

describe("the command palette", () => {
  test.each([{ ctrlKey: true }, { metaKey: true }])(
    "opens by %j and K, also from within a field, and closes by it",
    async (modifier) => {
      await openHelp();
      fireEvent.keyDown(document.body, { key: "k", ...modifier });
      const field = await palette();
      fireEvent.keyDown(field, { key: "k", ...modifier });
      await waitFor(() => expect(screen.queryByRole("combobox", { name: "Go to a page or run a command" })).toBeNull());
    },
  );

  test("letters typed before its field has the focus are not lost, wherever the focus was", async () => {
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    const field = await palette();
    for (const key of "to") fireEvent.keyDown(document.body, { key });
    expect(field).toHaveValue("to");
    fireEvent.keyDown(document.body, { key: "c", ctrlKey: true });
    expect(field).toHaveValue("to");
  });

  test("closed, it gives the focus back to what had it", async () => {
    await openHelp();
    const link = screen.getByRole("button", { name: "Insights" });
    link.focus();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await waitFor(async () => expect(await palette()).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(link).toHaveFocus());
    await userEvent.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, COLD);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(link).toHaveFocus());
  });

  test("finds a project by a part of its name, in any case of Turkish letters", async () => {
    const { address } = await openHelp({});
    await userEvent.click(await screen.findByRole("button", { name: /^Search (?:everything|this project), or go to/ }));
    await userEvent.type(await palette(), "ISTAN");
    await userEvent.click(await screen.findByRole("option", { name: "İstanbul" }));
    await waitFor(() => expect(address()).toBe("/projects/istanbul"), COLD);
  });

  test("offers a new issue in the project on the screen to members who may make one", async () => {
    const { address } = await renderApp({
      path: "/projects/atlas/settings",
      handlers: {
        ...PAGES,
        goTo,
        getProject: respond(project()),
        listProjects: respond([project({ role: "Developer" }), project({ slug: "loom", name: "Loom" })]),
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Search this project, or go to/ }, COLD));
    await userEvent.type(await palette(), "> new issue");
    await userEvent.click(await screen.findByRole("option", { name: "New issue in Atlas" }));
    await waitFor(() => expect(address()).toBe("/projects/atlas/issues/new"), COLD);
    cleanup();
    await renderApp({
      path: "/projects/atlas/settings",
      handlers: {
        goTo,
        getProject: respond(project({ role: "Viewer" })),
        listProjects: respond([project({ role: "Viewer" })]),
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Search this project, or go to/ }, COLD));
    await userEvent.type(await palette(), "> new issue");
    expect(await screen.findByText("No match")).toBeInTheDocument();
  });

  test("finds a file and an issue by name, the best section first, and opens the issue", async () => {
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tok");
    await screen.findByRole("option", { name: /tokenize\.ts/ });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      "tokenize.tssrc · Atlas",
      "ATL-12 Tokens are cutAtlas",
      "Settings: API tokens",
      "Settings: MCP tokens",
      "Search all projects for “tok”",
    ]);
    expect(goTo.mock.lastCall?.[0].query).toEqual({ q: "tok", limit: 6 });
    await userEvent.click(screen.getByRole("option", { name: /ATL-12/ }));
    await waitFor(() => expect(address()).toBe("/projects/atlas/issues/i-1"), COLD);
  });

  test.each([
    ["> dark", undefined, "Switch to the dark theme"],
    ["@tok", { q: "tok", kind: ["symbol"] }, /tokenizeText/],
    ["#12", { q: "12", kind: ["issue", "request"] }, /ATL-12/],
    ["tok:12", { q: "tok", kind: ["file"] }, /tokenize\.ts/],
  ])("%s asks for one kind of names", async (typed, query, first) => {
    const symbol = name({ kind: "symbol", id: "s", name: "tokenizeText", detail: "src/tokenize.ts", line: 7 });
    goTo.mockResolvedValue(answer([name({}), symbol, issue]));
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), typed);
    // On a slow machine the first letters are looked up by themselves.
    await waitFor(() =>
      expect(goTo.mock.lastCall?.[0].query).toEqual(query === undefined ? undefined : { ...query, limit: 6 }),
    );
    const option = await screen.findByRole("option", { name: first });
    await waitFor(() => expect(options()).toEqual([option]));
  });

  test("the name of a project is the project, before its parts and other names that begin with it", async () => {
    goTo.mockResolvedValue(answer([name({ name: "atlas.ts", score: 850 })]));
    await openHelp();
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await palette(), "atlas");
    await screen.findByRole("option", { name: /atlas\.ts/ });
    expect(options()[0]?.textContent).toBe("Atlas");
    goTo.mockResolvedValue(answer([]));
    await userEvent.type(await palette(), " iss");
    await waitFor(() => expect(options()[0]).toHaveTextContent("Atlas: issues"));
  });

  test.each([
    ["sources", "Atlas: sources"],
    ["people", "Atlas: people"],
    ["docs", "Atlas: documents"],
  ])("in a project %s is its part %s, before files of that name", async (text, title) => {
    goTo.mockResolvedValue(answer([name({ name: `${text}.ts`, score: 900 })]));
    await renderApp({
      path: "/projects/atlas/settings",
      handlers: { goTo, listProjects: respond([project()]), getProject: respond(project()) },
    });
    await screen.findByRole("heading", { level: 1, name: "Atlas" }, COLD);
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await palette(), text);
    await screen.findByRole("option", { name: new RegExp(`${text}\\.ts`) });
    expect(options()[0]).toHaveTextContent(title);
  });

  test("signing out is found however it is written", async () => {
    goTo.mockResolvedValue(answer([name({ name: "logout.ts" })]));
    await openHelp();
    for (const text of ["log out", "logout", "sign out"]) {
      await userEvent.keyboard("{Control>}k{/Control}");
      await userEvent.type(await palette(), text);
      await waitFor(() => expect(options()[0]).toHaveTextContent("Logout"));
      await userEvent.keyboard("{Escape}");
    }
  });

  test("shows the filters of a search as tokens; removing one by keys opens nothing and returns to the field", async () => {
    // Requested while "lang:" is typed slowly enough.
    const filterValuesOfAll: Handler<"filterValuesOfAll"> = ({ query: { filter } }) =>
      Promise.resolve(ok({ filter, values: [] }));
    const { address } = await openHelp({ handlers: { filterValuesOfAll } });
    const before = address();
    await userEvent.keyboard("{Control>}k{/Control}");
    const field = await palette();
    await userEvent.type(field, "token lang:go -path:vendor ");
    const tokens = await screen.findByRole("list", { name: "Filters of this search" }, COLD);
    expect(
      within(tokens)
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label") ?? one.textContent),
    ).toEqual(["Remove the filter lang: go", "Remove the filter not path: vendor", "Remove all"]);
    within(tokens).getByRole("button", { name: "Remove the filter lang: go" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(field).toHaveValue("token -path:vendor "));
    expect(within(tokens).getByRole("button", { name: "Remove the filter not path: vendor" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(field).toHaveValue("token"));
    await waitFor(() => expect(field).toHaveFocus());
    expect(address()).toBe(before);
  });

  test("completes a filter with values of all projects, and searches with it", async () => {
    const values = vi.fn<Handler<"filterValuesOfAll">>(({ query: { filter } }) =>
      Promise.resolve(ok({ filter, values: [{ value: "bug", count: 12 }] })),
    );
    const { address } = await openHelp({
      handlers: {
        goTo,
        listProjects: respond([project()]),
        filterValuesOfAll: values,
        getDashboard: respond({ issues: [], recent_projects: [] }),
        searchAll: respond(searchAllAnswer()),
      },
    });
    // The page has no search field of its own.
    fireEvent.keyDown(document.body, { key: "/" });
    const field = await palette();
    // At once: letters that a slow machine separates would be looked up as names.
    await userEvent.click(field);
    await userEvent.paste("label:");
    await userEvent.click(await screen.findByRole("option", { name: /^label:bug/ }));
    expect(field).toHaveValue("label:bug ");
    expect(values.mock.lastCall?.[0].query).toMatchObject({ filter: "label", text: "" });
    expect(goTo).not.toHaveBeenCalled();
    await userEvent.type(field, "token{Enter}");
    await waitFor(() => expect(address()).toBe("/?q=label%3Abug+token"), COLD);
  });

  test("a line behind the name opens the file there", async () => {
    const { address, router } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tok:12");
    await userEvent.click(await screen.findByRole("option", { name: /tokenize\.ts/ }));
    await waitFor(() => expect(router.state.location.hash).toBe("#L12"), COLD);
    expect(address()).toBe("/projects/atlas/code/r-1/-/src/tokenize.ts");
  });

  test.each(["dark", "theme", "Switch"])("a command whose name is typed comes before names: %s", async (typed) => {
    goTo.mockResolvedValue(answer([name({ name: typed, score: 1148 })]));
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), typed);
    await screen.findByRole("option", { name: new RegExp(`^${typed}src`) });
    expect(options()[0]?.textContent).toMatch(/^Switch to/);
  });

  test("a command with the word inside its title comes after a name", async () => {
    goTo.mockResolvedValue(answer([name({ name: "page.ts" })]));
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "page");
    await screen.findByRole("option", { name: /^page\.ts/ });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      "page.tssrc · Atlas",
      "Show the keyboard shortcuts of this page",
      "Search all projects for “page”",
    ]);
  });

  test("what was opened before is listed without a query, comes first among equals, and is forgotten at the logout", async () => {
    const other = name({ id: "r-1:lib/token.ts", name: "token.ts", detail: "lib", path: "lib/token.ts", score: 840 });
    goTo.mockResolvedValue(answer([name({}), other]));
    const { store } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tok");
    await userEvent.click(await screen.findByRole("option", { name: /^token\.ts/ }));
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    const recent = await screen.findByRole("group", { name: "Recently opened" });
    expect(within(recent).getAllByRole("option")).toHaveLength(1);
    await userEvent.type(await palette(), "tok");
    await screen.findByRole("option", { name: /^tokenize\.ts/ });
    expect(options()[0]).toHaveTextContent("token.ts");
    act(() => store.preferences.noteSearch("atlas", "retry"));
    act(() => store.forgetUser());
    expect(store.preferences.recentPlaces).toHaveLength(0);
    expect(store.preferences.recentSearches).toHaveLength(0);
  });

  test("Enter right after the last letter opens the best name for all letters", async () => {
    const { address } = await openHelp();
    const isTyped = Promise.withResolvers<void>();
    goTo.mockImplementation(async ({ query: { q } }) => {
      await isTyped.promise;
      return answer([name({ name: `${q ?? ""}.ts`, path: `src/${q ?? ""}.ts`, id: q ?? "" })]);
    });
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "token{Enter}");
    isTyped.resolve();
    await waitFor(() => expect(address()).toBe("/projects/atlas/code/r-1/-/src/token.ts"), COLD);
  });

  test("a person leads to what the project knows of them", async () => {
    goTo.mockResolvedValue(answer([name({ kind: "person", id: "p-7", name: "Tomas Brandt", detail: null })]));
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tomas");
    const people = within(await screen.findByRole("group", { name: "People" }));
    await userEvent.click(people.getByRole("option", { name: /Tomas Brandt/ }));
    await waitFor(() => expect(address()).toBe("/projects/atlas/people/tomas-brandt-p7"), COLD);
  });

  test("without a match it offers the smart search, also when names could not be looked up", async () => {
    goTo.mockImplementation(failWith({ kind: "network", status: null }));
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "zebra stripes");
    expect(await screen.findByText(/Names could not be searched just now\./)).toBeInTheDocument();
    expect(
      within(screen.getByRole("listbox", { name: "Go to a page or run a command" })).getAllByRole("option"),
    ).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/?q=zebra+stripes"), COLD);
  });

  test("switches the theme, and the language with the profile", async () => {
    const { store } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "dark");
    await userEvent.click(await screen.findByRole("option", { name: "Switch to the dark theme" }));
    expect(store.theme.value).toBe("dark");
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.click(await screen.findByRole("option", { name: "Switch to Türkçe" }));
    expect(await screen.findByRole("button", { name: "Projeler" })).toBeInTheDocument();
    expect(updateMe).toHaveBeenCalledOnce();
    expect(updateMe.mock.lastCall?.[0].body).toEqual({ name: "Ada Kaya", language: "TR" });
  });

  test("a language that could not be saved is reported, and is not the page's", async () => {
    updateMe.mockImplementation(failWith({ status: 500, text: "The disk is full." }));
    const { store } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.click(await screen.findByRole("option", { name: "Switch to Türkçe" }));
    expect(await screen.findByText("The disk is full.")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Projects" })).toBeInTheDocument();
    expect(store.session.user?.language).toBe("EN");
  });

  test("a plan that allows no second project explains it here as well", async () => {
    await openHelp({
      as: user({ projects_count: 1, company_plan: companyPlan({ plan: { name: "Standard" } }) }),
    });
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.click(await screen.findByRole("option", { name: "Create project" }));
    expect(await screen.findByText("You need to upgrade your plan to create multiple projects.")).toBeInTheDocument();
  });
});

test("the field at the top names the key as it is on this computer", async () => {
  await openHelp();
  expect(
    within(screen.getByRole("button", { name: /^Search (?:everything|this project), or go to/ })).getByText("Ctrl K"),
  ).toBeInTheDocument();
  cleanup();
  const platform = vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  await openHelp();
  expect(
    within(screen.getByRole("button", { name: /^Search (?:everything|this project), or go to/ })).getByText("⌘K"),
  ).toBeInTheDocument();
  expect(
    within(screen.getByRole("button", { name: /^Search (?:everything|this project), or go to/ })).queryByText("Ctrl K"),
  ).toBeNull();
  platform.mockRestore();
});

describe("keys of a single character", () => {
  test("? lists the keys of the page, except in a text field", async () => {
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    fireEvent.keyDown(await palette(), { key: "?" });
    expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
    fireEvent.keyDown(await palette(), { key: "k", ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Go to a page or run a command" })).toBeNull());
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, COLD)).toBeInTheDocument();
  });

  test("switched off, neither ? nor the keys of any screen do something, and that is remembered", async () => {
    const storage = memoryStorage();
    const { store } = await openHelp({ storage });
    const heard = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener("keydown", heard);
    fireEvent.keyDown(document.body, { key: "?" });
    await userEvent.click(await screen.findByRole("switch", { name: /Single-key shortcuts/ }));
    expect(JSON.parse(storage.kept["clew.preferences"] ?? "")).toMatchObject({ singleKeyEnabled: false });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull());
    heard.mockClear();
    fireEvent.keyDown(document.body, { key: "?" });
    fireEvent.keyDown(document.body, { key: "j" });
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Enter" });
    expect(heard).toHaveBeenCalledOnce();
    expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
    expect(createTestStore({ storage }).preferences.singleKeyEnabled).toBe(false);
    act(() => store.preferences.setSingleKey(true));
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, COLD)).toBeInTheDocument();
    document.removeEventListener("keydown", heard);
  });
});

test("the hash of a commit leads to it, from within its project", async () => {
  const hash = "4f2c91d".padEnd(40, "0");
  const findCommits = vi.fn<Handler<"findCommits">>(
    respond([{ named: "4f2c91d", commit: commitSummary({ hash, title: "Keep the cursor" }) }]),
  );
  const { address } = await renderApp({
    path: "/projects/atlas/commits/9f2c41d",
    handlers: {
      goTo,
      findCommits,
      listProjects: respond([project()]),
      getProject: respond(project()),
      getCommit: respond(missingAnswer()),
    },
  });
  await screen.findByRole("heading", { name: /^No commit/ }, COLD);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await userEvent.type(await palette(), "4F2C91D");
  await userEvent.click(await screen.findByRole("option", { name: /4f2c91d Keep the cursor/ }));
  await waitFor(() => expect(address()).toBe(`/projects/atlas/commits/${hash.slice(0, 12)}`));
  expect(findCommits.mock.calls[0]?.[0].query.hash).toEqual(["4f2c91d"]);
});

test.each([
  { locale: "en", label: "Go to a page or run a command", directory: "Settings: Directory" },
  { locale: "tr", label: "Bir sayfaya git ya da bir komut çalıştır", directory: "Ayarlar: Dizin" },
] as const)("every screen and command has its words in $locale", async ({ locale, label, directory }) => {
  await renderApp({ path: "/help", as: user({ language: locale === "tr" ? "TR" : "EN" }), locale, handlers: { goTo } });
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: label }, COLD);
  const titles = (): (string | null)[] =>
    within(screen.getByRole("listbox", { name: label }))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  await userEvent.type(field, ">");
  await waitFor(() => expect(titles().length).toBeGreaterThan(20));
  expect(titles()).toContain(directory);
  expect(titles().filter((title) => /^\w+(?:\.\w+)+$/.test(title ?? ""))).toEqual([]);
  await userEvent.type(field, "scim");
  await waitFor(() => expect(titles()[0]).toBe(directory));
});
