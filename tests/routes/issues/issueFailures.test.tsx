/** Parts of an issue that cannot be loaded: one message where several fail, a line where one does. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import type { EndpointName } from "../../../contract/endpoints.ts";
import { err } from "../../../src/services/result.ts";
import { codeContent } from "../../fixtures/code.ts";
import { experts } from "../../fixtures/experts.ts";
import { connectedWith } from "../../fixtures/graph.ts";
import { apiError, failWith, type Handlers, respond } from "../../fixtures/handlers.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../fixtures/issuePanels.ts";
import { issue } from "../../fixtures/issues.ts";
import { blockedActions } from "../../fixtures/issueWrites.ts";
import { localization } from "../../fixtures/localization.ts";
import { companyPlan, user as member } from "../../fixtures/people.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  await import("../../../src/routes/issue/IssueRoute.tsx");
  await import("../../../src/components/ui/MarkdownBody.tsx");
});

/** The calls of the analysis of an issue. */
const ANSWERS = {
  analyzeIssue: respond(analysis()),
  localizeIssue: respond(localization()),
  issueExperts: respond(experts()),
  similarIssues: respond(similar()),
  issueDocuments: respond(relatedDocuments()),
  issueCommits: respond(commitsSince()),
  connected: respond(connectedWith()),
} satisfies Handlers;
type Part = keyof typeof ANSWERS;
const PARTS = Object.keys(ANSWERS) as Part[];

/** A page on which some calls fail until `mend`. */
async function openWith(failing: readonly EndpointName[], failure = apiError()) {
  let isMended = false;
  const calls = new Map<string, number>();
  const all: Handlers = {
    getProject: respond(issueProject()),
    getIssue: respond(issue()),
    issueActions: respond(blockedActions("off", "Writing is off.")),
    expertContext: failWith(),
    codeContent: respond(codeContent()),
    ...ANSWERS,
  };
  const handlers = Object.fromEntries(
    Object.entries(all).map(([name, answer]) => [
      name,
      (call: never) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        return failing.includes(name as EndpointName) && !isMended ? Promise.resolve(err(failure)) : answer(call);
      },
    ]),
  ) as Handlers;
  const { router } = await renderApp({
    path: "/projects/atlas/issues/i-0",
    as: member({ company_plan: companyPlan({ plan: { name: "Premium" } }) }),
    handlers,
  });
  return {
    router,
    calls,
    mend: () => {
      isMended = true;
    },
  };
}

/** Alerts with a text: the page has an empty one, in which messages appear. */
const alerts = (): HTMLElement[] => screen.queryAllByRole("alert").filter(({ textContent }) => textContent !== "");
const theAlert = (): Promise<HTMLElement> =>
  waitFor(() => {
    const [alert, ...others] = alerts();
    expect(others).toEqual([]);
    if (!alert) throw new Error("There is no alert.");
    return alert;
  });
const noAlert = (): Promise<void> => waitFor(() => expect(alerts()).toEqual([]));

const retry = async (): Promise<void> => {
  const button = await screen.findByRole("button", { name: "Retry" });
  await act(async () => button.click());
};

test.each([
  { what: "the server is away", failure: apiError({ kind: "network", status: null, text: "" }) },
  { what: "the server answers 500", failure: apiError({ status: 500, text: "Something went wrong." }) },
])("all parts fail because $what: one message, one Retry for all of them", async ({ failure }) => {
  const { calls, mend } = await openWith(PARTS, failure);
  await waitFor(() => expect(screen.getAllByText("Not loaded")).toHaveLength(PARTS.length));
  expect(await screen.findByRole("heading", { level: 1, name: /^Cursor is lost/ })).toBeInTheDocument();
  const alert = await theAlert();
  expect(alert).toHaveTextContent("Several parts of this page could not be loaded");
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  const before = new Map(calls);
  mend();
  await retry();
  await noAlert();
  for (const part of PARTS) expect(calls.get(part), part).toBe((before.get(part) ?? 0) + 1);
  expect(calls.get("getIssue")).toBe(1);
  expect(screen.queryByText("Not loaded")).toBeNull();
  expect(await screen.findByRole("region", { name: /^Most likely/ })).toBeInTheDocument();
});

test("two parts fail: one message, and Retry asks for these alone", async () => {
  const { calls, mend } = await openWith(["similarIssues", "issueCommits"]);
  expect(await screen.findByText("Several parts of this page could not be loaded")).toBeInTheDocument();
  expect(alerts()).toHaveLength(1);
  expect(screen.getAllByText("Not loaded")).toHaveLength(2);
  const before = calls.get("analyzeIssue");
  mend();
  await retry();
  await noAlert();
  expect(calls.get("analyzeIssue")).toBe(before);
  expect(calls.get("similarIssues")).toBe(2);
});

test("parts that fail again keep their one message", async () => {
  const { calls } = await openWith(PARTS);
  await waitFor(() => expect(screen.getAllByText("Not loaded")).toHaveLength(PARTS.length));
  await retry();
  await waitFor(() => expect(calls.get("connected")).toBe(2));
  await waitFor(() => expect(screen.getByRole("button", { name: "Retry" })).toBeEnabled());
  expect(alerts()).toHaveLength(1);
});

test.each([
  ["analyzeIssue", "Analysis", "The analysis failed"],
  ["issueExperts", "Who", "The experts could not be loaded"],
  ["similarIssues", "Similar and duplicates", "Similar issues could not be searched"],
  ["issueDocuments", "Related pages", "Related pages could not be searched"],
  ["issueCommits", "Commits since the report", "The history could not be searched"],
  ["connected", "Connections", "The connections could not be loaded"],
] as const)("%s fails alone: a line in its part, and its own Retry", async (part, title, text) => {
  const { calls, mend } = await openWith([part]);
  const line = await within(await screen.findByRole("region", { name: title })).findByRole("alert");
  expect(line).toHaveTextContent(text);
  expect(alerts()).toHaveLength(1);
  expect(screen.queryByText("Several parts of this page could not be loaded")).toBeNull();
  mend();
  await act(async () => within(line).getByRole("button", { name: "Retry" }).click());
  await noAlert();
  expect(calls.get(part)).toBe(2);
  for (const other of PARTS.filter((name) => name !== part)) expect(calls.get(other), other).toBe(1);
});

test("the issue fails with its parts: one message, and its Retry brings all of it", async () => {
  const { mend } = await openWith(["getIssue", ...PARTS]);
  await waitFor(() => expect(screen.getAllByText("Not loaded")).toHaveLength(PARTS.length + 1));
  expect(await theAlert()).toHaveTextContent("Several parts of this page could not be loaded");
  mend();
  await retry();
  expect(await screen.findByRole("heading", { level: 1, name: /^Cursor is lost/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("Not loaded")).toBeNull());
  await noAlert();
});

test("a jump mark opens its part, and a press of the title closes it", async () => {
  const { router } = await openWith([]);
  const links = await screen.findByRole("navigation", { name: "Parts of this page" });
  const toggle = await screen.findByRole("button", { name: "Similar and duplicates" });
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  const mark = within(links).getByRole("link", { name: "Similar and duplicates" });
  await act(() => router.navigate(mark.getAttribute("href") ?? ""));
  await waitFor(() => expect(toggle).toHaveAttribute("aria-expanded", "true"));
  expect(await screen.findByText("In all trackers of the project")).toBeInTheDocument();
  await act(async () => toggle.click());
  expect(toggle).toHaveAttribute("aria-expanded", "false");
});
