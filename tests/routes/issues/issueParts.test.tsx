/** The folded parts of an issue: opened alone, together, by a jump mark, and as they were after back and forward. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { codeContent } from "../../fixtures/code.ts";
import { experts } from "../../fixtures/experts.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../fixtures/issuePanels.ts";
import { failWith, respond } from "../../fixtures/handlers.ts";
import { issueActions } from "../../fixtures/issueWrites.ts";
import { issue } from "../../fixtures/issues.ts";
import { localization } from "../../fixtures/localization.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/issue/IssueRoute.tsx");
  await import("../../../src/routes/issue/IssueWriteSection.tsx");
  await import("../../../src/components/issues/IssueWritePanel.tsx");
  await import("../../../src/components/issues/SimilarIssuesPanel.tsx");
});

const PATH = "/projects/atlas/issues/i-0";
const SIMILAR = "Similar and duplicates";
const ANALYSIS = "Analysis";
const ACT = "Act at the tracker";

async function open(path = PATH, state: "open" | "closed" = "open") {
  const user = userEvent.setup();
  const { router } = await renderApp({
    path,
    handlers: {
      getProject: respond(issueProject()),
      getIssue: respond({ ...issue(), state, closed_at: state === "open" ? null : issue().updated_at, assignees: [] }),
      issueActions: respond(issueActions()),
      localizeIssue: respond(localization()),
      analyzeIssue: respond(analysis()),
      similarIssues: respond(similar()),
      issueDocuments: respond(relatedDocuments()),
      issueExperts: respond(experts()),
      expertContext: failWith(),
      issueCommits: respond(commitsSince()),
      codeContent: respond(codeContent()),
    },
  });
  await findPart(SIMILAR);
  return { user, router };
}

const findPart = (name: string) => screen.findByRole("button", { name });
const isOpen = async (name: string) => (await findPart(name)).getAttribute("aria-expanded") === "true";
const waitUntilOpen = (name: string, expected = true) => waitFor(async () => expect(await isOpen(name)).toBe(expected));

test("one button opens all parts of the evidence, and folds them again", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Open all parts" }));
  for (const name of [ANALYSIS, SIMILAR]) await waitUntilOpen(name);
  // What changes the issue is no evidence.
  expect(await isOpen(ACT)).toBe(false);
  // A part that is folded alone stays so.
  await user.click(await findPart(ANALYSIS));
  await waitUntilOpen(ANALYSIS, false);
  expect(await isOpen(SIMILAR)).toBe(true);
  await user.click(screen.getByRole("button", { name: "Fold all parts" }));
  await waitUntilOpen(SIMILAR, false);
});

test("back and forward show the parts that were open, and a new visit folds them", async () => {
  const { user, router } = await open();
  await user.click(await findPart(SIMILAR));
  await waitUntilOpen(SIMILAR);
  await act(async () => router.navigate("/help"));
  await waitFor(() => expect(screen.queryByRole("button", { name: SIMILAR })).toBeNull());
  await act(async () => router.navigate(-1));
  await waitUntilOpen(SIMILAR);
  expect(await isOpen(ANALYSIS)).toBe(false);
  await act(async () => router.navigate("/help"));
  await act(async () => router.navigate(PATH));
  await waitUntilOpen(SIMILAR, false);
});

test("a part that was folded after a jump to it is folded after back", async () => {
  const { user, router } = await open(`${PATH}#similar`);
  await waitUntilOpen(SIMILAR);
  await user.click(await findPart(SIMILAR));
  await act(async () => router.navigate("/help"));
  await act(async () => router.navigate(-1));
  expect(await isOpen(SIMILAR)).toBe(false);
});

test("the header leads to what changes the issue, and opens it", async () => {
  const { user } = await open();
  expect(await isOpen(ACT)).toBe(false);
  await user.click(screen.getByRole("link", { name: "Assign, label, comment or close" }));
  await waitUntilOpen(ACT);
  const panel = screen.getByRole("region", { name: ACT });
  expect(await within(panel).findByRole("textbox", { name: "Comment" })).toBeInTheDocument();
});

test("a closed issue is not offered to be closed", async () => {
  await open(PATH, "closed");
  expect(screen.getByRole("link", { name: "Label, comment or reopen" })).toHaveAttribute("href", "#act");
});

test("an address with the mark of the actions opens them", async () => {
  await open(`${PATH}#act`);
  await waitUntilOpen(ACT);
  expect(await screen.findByRole("textbox", { name: "Comment" })).toBeInTheDocument();
});
