import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import type { Analysis } from "../../../contract/issues/analysis.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { PlanName } from "../../../contract/access/companies.ts";
import { err, ok, type Result } from "../../../src/services/result.ts";
import { codeContent } from "../../fixtures/code.ts";
import { experts } from "../../fixtures/experts.ts";
import { issue, issueFacets, issueRow } from "../../fixtures/issues.ts";
import { blockedActions } from "../../fixtures/issueWrites.ts";
import { localization } from "../../fixtures/localization.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../fixtures/issuePanels.ts";
import {
  type Handler,
  type Handlers,
  apiError,
  failWith,
  pending,
  respond,
  respondOther,
} from "../../fixtures/handlers.ts";
import { companyPlan, user as member } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/issue/IssueRoute.tsx");
  await import("../../../src/components/ui/MarkdownBody.tsx");
  await import("../../../src/components/localization/LocalizationPanel.tsx");
});

async function open(answers: Handlers, search = "", plan: PlanName = "Premium", name = "i-0") {
  const all = {
    getProject: vi.fn<Handler<"getProject">>(respond(issueProject())),
    getIssue: vi.fn<Handler<"getIssue">>(respond(issue())),
    issueActions: vi.fn<Handler<"issueActions">>(respond(blockedActions("off", "Writing is off."))),
    localizeIssue: vi.fn<Handler<"localizeIssue">>(respond(localization())),
    analyzeIssue: vi.fn<Handler<"analyzeIssue">>(respond(analysis())),
    similarIssues: vi.fn<Handler<"similarIssues">>(respond(similar())),
    issueDocuments: vi.fn<Handler<"issueDocuments">>(respond(relatedDocuments())),
    issueExperts: vi.fn<Handler<"issueExperts">>(respond(experts())),
    expertContext: vi.fn<Handler<"expertContext">>(pending),
    issueCommits: vi.fn<Handler<"issueCommits">>(respond(commitsSince())),
    codeContent: vi.fn<Handler<"codeContent">>(respond(codeContent())),
    ...answers,
  };
  const user = userEvent.setup(); // also puts a clipboard into jsdom
  const { router } = await renderApp({
    path: `/projects/atlas/issues/${name}${search}`,
    as: member({ company_plan: companyPlan({ plan: { name: plan } }) }),
    handlers: all,
  });
  return { router, user, answers: all };
}

/** Opens a part of the evidence, which is folded. */
async function unfold(title: string): Promise<void> {
  const part = await screen.findByRole("button", { name: title, expanded: false });
  await act(async () => part.click());
}
const FILES = "Other likely files";

const TITLE = { level: 1, name: /^Cursor is lost/ } as const;

test("the issue is there while the panel still looks through the code", async () => {
  await open({ localizeIssue: pending });
  expect(await screen.findByRole("heading", TITLE)).toBeInTheDocument();
  expect(await screen.findByRole("heading", { name: "Where" })).toBeInTheDocument();
  // In place of the answer, and as the lead of the panel of files.
  expect(screen.getAllByText("Searching the code")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Open in atlas" })).toHaveAttribute("href", issue().url);
});

test("the parts below the title, which it would move, wait for the issue, and their requests do not", async () => {
  let answer: (result: Result<Issue>) => void = () => undefined;
  const { answers } = await open({
    getIssue: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await waitFor(() => expect(answers.localizeIssue).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(answers.issueCommits).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(answers.codeContent).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  expect(screen.queryByRole("navigation", { name: "Parts of this page" })).toBeNull();
  await act(async () => answer(ok(issue())));
  expect(await screen.findByRole("heading", TITLE)).toBeInTheDocument();
  await unfold(FILES);
  expect(await screen.findByRole("list", { name: "Files, most likely first" })).toBeInTheDocument();
  expect(answers.localizeIssue).toHaveBeenCalledTimes(1);
});

test("a part waits for those above it, and not for those below it", async () => {
  let answer: (result: Result<Analysis>) => void = () => undefined;
  await open({
    analyzeIssue: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    issueDocuments: pending,
  });
  expect(await screen.findByRole("heading", { name: "Analysis" })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: /^Most likely/ })).toBeNull();
  expect(screen.queryByRole("heading", { name: FILES })).toBeNull();
  await act(async () => answer(ok(analysis())));
  expect(await screen.findByRole("region", { name: /^Most likely/ })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Similar and duplicates" })).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Related pages" })).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Commits since the report" })).toBeNull();
});

test("a panel that fails leaves the issue alone, and Retry asks for nothing else", async () => {
  const localize = vi
    .fn<Handler<"localizeIssue">>()
    .mockResolvedValueOnce(err(apiError()))
    .mockResolvedValueOnce(ok(localization()));
  const { user, answers } = await open({ localizeIssue: localize });
  expect(await screen.findByText("The code could not be searched")).toBeInTheDocument();
  expect(await screen.findByRole("heading", TITLE)).toBeInTheDocument();
  await act(() => user.click(screen.getByRole("button", { name: "Retry" }))); // a panel that waits again needs an awaited act
  await unfold(FILES);
  expect(await screen.findByRole("list", { name: "Files, most likely first" })).toBeInTheDocument();
  expect(localize).toHaveBeenCalledTimes(2);
  expect(answers.getIssue).toHaveBeenCalledTimes(1);
});

test("an answer that is not as agreed fails its panel alone", async () => {
  const localize = vi
    .fn<Handler<"localizeIssue">>()
    .mockImplementationOnce(respondOther({ ...localization(), files: null }))
    .mockResolvedValueOnce(ok(localization()));
  const { user } = await open({ localizeIssue: localize });
  expect(await screen.findByText("The report below is not affected.")).toBeInTheDocument();
  expect(await screen.findByRole("heading", TITLE)).toBeInTheDocument();
  await act(() => user.click(screen.getByRole("button", { name: "Retry" }))); // a panel that waits again needs an awaited act
  await unfold(FILES);
  expect(await screen.findByRole("list", { name: "Files, most likely first" })).toBeInTheDocument();
});

test("an issue that fails leaves the panel alone", async () => {
  await open({ getIssue: failWith() });
  expect(await screen.findByText("The issue could not be loaded")).toBeInTheDocument();
  await unfold(FILES);
  expect(await screen.findByRole("list", { name: "Files, most likely first" })).toBeInTheDocument();
});

test("keeps the open file in the address and needs no request for it", async () => {
  const { router, user, answers } = await open({});
  const toggle = (name: RegExp) => screen.findByRole("button", { name });
  await unfold(FILES);
  expect(await toggle(/issuePages\.test\.ts$/)).toHaveAttribute("aria-expanded", "false");
  await user.click(await toggle(/IssuesRoute\.tsx$/));
  await waitFor(() => expect(router.state.location.search).toBe("?file=r-1%3Asrc%2Froutes%2Fissues%2FIssuesRoute.tsx"));
  await waitFor(async () => expect(await toggle(/IssuesRoute\.tsx$/)).toHaveAttribute("aria-expanded", "true"));
  await user.click(await toggle(/IssuesRoute\.tsx$/));
  await waitFor(() => expect(router.state.location.search).toBe("?file=none"));
  const { codeContent: read, ...others } = answers;
  for (const call of Object.values(others)) expect(call).toHaveBeenCalledTimes(1);
  expect(read).toHaveBeenCalledTimes(2); // of the answer, and the file that was opened
});

test("a link opens the file that it names", async () => {
  await open({}, "?file=r-1:tests/routes/issues/issuePages.test.ts");
  expect(await screen.findByRole("button", { name: /issuePages\.test\.ts$/ })).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("Ranked lower: it is a test")).toBeInTheDocument();
});

test("reasons, functions and the searched commit are shown in words", async () => {
  await open({});
  await unfold(FILES);
  const first = await screen.findByRole("region", {
    name: /^Most likely nextPage\(\) in .*issuePages\.ts, lines 48 to 54$/,
  });
  expect(first).toHaveTextContent("Is in the stack trace of the report");
  expect(first).toHaveTextContent("+31.4");
  expect(first).toHaveTextContent("fix(issues): start over when the filter changes");
  expect(first).toHaveTextContent("lines 48 to 54");
  expect(await screen.findByText(/atlas at 9c1e5a7/)).toBeInTheDocument();
  expect(screen.getByText("Strong evidence")).toBeInTheDocument();
});

test("'not sure' names what the report lacks", async () => {
  const files = localization().files.map((file) => ({
    ...file,
    reasons: [{ code: "words" as const, points: 3, terms: ["rows"], commits: [] }],
  }));
  await open({ localizeIssue: respond(localization({ confidence: "low", files })) });
  expect(await screen.findByText("Not sure")).toBeInTheDocument();
  await unfold(FILES);
  expect(await screen.findByText("It has no stack trace.")).toBeInTheDocument();
  expect(screen.getByText("The report names no file of the repository.")).toBeInTheDocument();
});

test("a repository that is not indexed yet shows its progress", async () => {
  const project = issueProject();
  const repositories = project.repositories.map((repository) => ({
    ...repository,
    sync: {
      ...repository.sync,
      state: "running" as const,
      step: "history",
      done: 4200,
      total: 30_512,
      finished_at: null,
    },
  }));
  await open({
    getProject: respond({ ...project, repositories }),
    localizeIssue: respond(
      localization({ files: [], repositories: [{ id: "r-1", name: "atlas", commit: null, indexed_at: null }] }),
    ),
  });
  expect(await screen.findByRole("heading", { name: "The code is not indexed yet" })).toBeInTheDocument();
  expect(screen.getByRole("progressbar")).toHaveAccessibleName(/atlas/);
  expect(screen.getByText(/4,200/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Copy as prompt" })).toBeNull();
});

test("copies the prompt to the clipboard, and reports a browser that refuses", async () => {
  const { user } = await open({});
  await user.click(await screen.findByRole("button", { name: "Copy as prompt" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain("## Issue atlas#2400");
  expect(copied).toContain("src/routes/issues/issuePages.ts");
});

test("the prompt names who knows the places, and does not wait long for them", async () => {
  const { user } = await open({ issueExperts: respond(experts()) });
  await user.click(await screen.findByRole("button", { name: "Copy as prompt" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain("## Who knows these places");
  expect(copied).toContain(
    "- Jonas Weber: Reviewed, merged or helped with changes there; Reviews and merges in the project",
  );
});

test("without the plan's people the prompt has none and asks for none", async () => {
  const people = vi.fn<Handler<"issueExperts">>(respond(experts()));
  const { user } = await open({ issueExperts: people }, "", "Standard");
  await user.click(await screen.findByRole("button", { name: "Copy as prompt" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).not.toContain("Who knows");
  expect(people).not.toHaveBeenCalled();
});

test("reports a missing permission for the clipboard", async () => {
  const { user } = await open({});
  const button = await screen.findByRole("button", { name: "Copy as prompt" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await user.click(button);
  expect(await screen.findByRole("button", { name: "Copying is blocked by the browser" })).toBeInTheDocument();
  vi.restoreAllMocks();
});

test("a panel that fails leaves the other panels unchanged", async () => {
  await open({ similarIssues: failWith() });
  expect(await screen.findByText("Similar issues could not be searched")).toBeInTheDocument();
  expect(await screen.findByText("Probably fixed already")).toBeInTheDocument();
  await unfold("Related pages");
  await unfold("Commits since the report");
  expect(await screen.findByRole("list", { name: "Related pages, most related first" })).toBeInTheDocument();
  expect(await screen.findByRole("list", { name: /^Commits since the report/ })).toBeInTheDocument();
});

test("right and wrong are kept at once, taken back by a second press, and undone where they could not be kept", async () => {
  const feedback = vi
    .fn<Handler<"giveFeedback">>()
    .mockResolvedValueOnce(ok(null))
    .mockResolvedValueOnce(ok(null))
    .mockResolvedValueOnce(err(apiError()));
  const { user } = await open({ giveFeedback: feedback });
  const right = await screen.findByRole("button", { name: "Right" });
  expect(right).toHaveAttribute("aria-pressed", "false");
  await user.click(right);
  expect(right).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByText(/^Saved\./)).toBeInTheDocument();
  await user.click(right);
  expect(right).toHaveAttribute("aria-pressed", "false");
  const wrong = screen.getByRole("button", { name: "Wrong" });
  await user.click(wrong);
  await waitFor(() => expect(wrong).toHaveAttribute("aria-pressed", "false"));
  expect(feedback).toHaveBeenCalledTimes(3);
});

test("two quick verdicts end with the one that is stored", async () => {
  const answers: ((result: Result<null>) => void)[] = [];
  const { user } = await open({ giveFeedback: () => new Promise((resolve) => answers.push(resolve)) });
  const right = await screen.findByRole("button", { name: "Right" });
  const wrong = screen.getByRole("button", { name: "Wrong" });
  const pressed = () => [right, wrong].map((button) => button.getAttribute("aria-pressed"));
  const vote = async (first: Result<null>, second: Result<null>) => {
    answers.length = 0;
    await user.click(right);
    await user.click(wrong);
    expect(pressed()).toEqual(["false", "true"]);
    await act(async () => answers[0]?.(first));
    expect(pressed()).toEqual(["false", "true"]);
    await act(async () => answers[1]?.(second));
  };
  await vote(err(apiError()), err(apiError()));
  await waitFor(() => expect(pressed()).toEqual(["false", "false"]));
  await vote(ok(null), err(apiError()));
  await waitFor(() => expect(pressed()).toEqual(["true", "false"]));
});

test("a verdict is still shown when the reader comes back to the issue", async () => {
  const { user, router } = await open({ giveFeedback: respond(null) });
  await user.click(await screen.findByRole("button", { name: "Right" }));
  const { pathname } = router.state.location;
  await act(() => router.navigate("/help"));
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  await act(() => router.navigate(pathname));
  expect(await screen.findByRole("button", { name: "Right" })).toHaveAttribute("aria-pressed", "true");
});

const EXPLORER = "/projects/atlas/code/r-1/-/src/routes/issues/issuePages.ts";
const PAGES = "src/routes/issues/issuePages.ts";

test("an open file shows its best function from the file itself, and leads to the code page at its lines", async () => {
  const lines = Array.from({ length: 120 }, (_, at) => `line ${at + 1};`);
  const read = vi.fn<Handler<"codeContent">>(
    respond(codeContent({ path: PAGES, text: lines.join("\n"), language: null })),
  );
  await open({ codeContent: read }, "", "Standard");
  const code = await screen.findByRole("group", {
    name: `Code of ${PAGES}, lines 45 to 57, with matches in lines 48, 49, 51`,
  });
  expect(within(code).getByText("line 48;")).toBeInTheDocument();
  expect(within(code).queryByText("line 44;")).toBeNull();
  expect(within(code).getByText("Marked: lines 48 to 54")).toBeInTheDocument();
  expect(read.mock.calls[0]?.[0].query).toMatchObject({ repository: "r-1", path: PAGES });
  const answer = screen.getByRole("region", { name: /^Most likely/ });
  expect(within(answer).getByRole("link", { name: PAGES })).toHaveAttribute("href", `${EXPLORER}#L48-L54`);
  expect(screen.getByRole("link", { name: "readCursor" })).toHaveAttribute("href", `${EXPLORER}#L41-L46`);
  await unfold(FILES);
  expect(
    await screen.findByRole("link", { name: "Open src/routes/issues/IssuesRoute.tsx in the code" }),
  ).toHaveAttribute("href", "/projects/atlas/code/r-1/-/src/routes/issues/IssuesRoute.tsx");
});

test("where the file cannot be read its snippet stays, and it is asked for again", async () => {
  const read = vi
    .fn<Handler<"codeContent">>()
    .mockResolvedValueOnce(err(apiError()))
    .mockResolvedValue(ok(codeContent({ path: PAGES, text: "one\ntwo", language: null })));
  const { user } = await open({ codeContent: read }, "", "Premium");
  expect(await screen.findByText("The code itself could not be read")).toBeInTheDocument();
  expect(screen.getByRole("group", { name: `Code of ${PAGES} from line 40` })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("group", { name: new RegExp(`^Code of ${PAGES}, lines`) })).toBeInTheDocument();
});

test("names and hashes in the issue's text are links where the project knows them, after one request", async () => {
  const body = "Broken since 4f2c91d, not since 9f2c41d. As in #71 and ABC-12, says @ada.";
  const namedThings = vi.fn<Handler<"namedThings">>(
    respond([
      { named: "4f2c91d", kind: "commit", address: "4f2c91d".padEnd(40, "0") },
      { named: "#71", kind: "request", address: "71" },
      { named: "ABC-12", kind: "issue", address: "ABC-12" },
      { named: "@ada", kind: "person", address: "ada-1" },
    ]),
  );
  await open({ getIssue: respond(issue({ body })), namedThings });
  expect(await screen.findByRole("link", { name: "4f2c91d" })).toHaveAttribute(
    "href",
    `/projects/atlas/commits/${"4f2c91d".padEnd(12, "0")}`,
  );
  expect(screen.queryByRole("link", { name: "9f2c41d" })).toBeNull();
  for (const [name, href] of [
    ["#71", "/projects/atlas/requests/71"],
    ["ABC-12", "/projects/atlas/issues/ABC-12"],
    ["@ada", "/projects/atlas/people/ada-1"],
  ] as const)
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
  expect(namedThings.mock.calls).toHaveLength(1);
  expect(namedThings.mock.calls[0]?.[0].query).toMatchObject({
    source: issue().tracker,
    name: expect.arrayContaining(["4f2c91d", "9f2c41d", "#71", "ABC-12", "@ada"]) as string[],
  });
});

test("a number in the address names the issue, for every panel", async () => {
  const getIssue = vi.fn<Handler<"getIssue">>(respond(issue()));
  const analyzeIssue = vi.fn<Handler<"analyzeIssue">>(respond(analysis()));
  await open({ getIssue, analyzeIssue }, "", "Premium", "71");
  expect(await screen.findByRole("heading", TITLE)).toBeInTheDocument();
  expect(getIssue.mock.calls[0]?.[0].params).toEqual({ id: "atlas", issueId: "71" });
  await waitFor(() => expect(analyzeIssue.mock.calls[0]?.[0].params.issueId).toBe("71"));
});

test("a number of two issues is a choice", async () => {
  const listIssues = vi.fn<Handler<"listIssues">>(
    respond({
      count: 2,
      next: null,
      results: [issueRow(1, { key: "#71" }), issueRow(2, { key: "#71", address: "i-2" })],
      facets: issueFacets(),
    }),
  );
  await open(
    { getIssue: failWith({ status: 409, code: "issue.ambiguous", text: "Several" }), listIssues },
    "",
    "Premium",
    "71",
  );
  expect(await screen.findByRole("heading", { name: "Several issues are called 71" })).toBeInTheDocument();
  expect(listIssues.mock.calls[0]?.[0].query).toEqual({ key: "71" });
  const list = screen.getByRole("list", { name: "Issues of this number" });
  expect(
    within(list)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/projects/atlas/issues/i-1", "/projects/atlas/issues/i-2"]);
});
