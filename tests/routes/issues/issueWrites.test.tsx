/** Acting on an issue: what a member does is shown at once, and taken back visibly where the tracker refuses it. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { IssueWriteAnswer } from "../../../contract/issues/issueWrites.ts";
import { type Result, err, ok } from "../../../src/services/result.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../fixtures/issuePanels.ts";
import { type Handler, type Handlers, apiError, failWith, pending, respond } from "../../fixtures/handlers.ts";
import { issueActions, blockedActions } from "../../fixtures/issueWrites.ts";
import { issue } from "../../fixtures/issues.ts";
import { localization } from "../../fixtures/localization.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  await import("../../../src/routes/issue/IssueRoute.tsx");
  await import("../../../src/routes/issue/IssueWriteSection.tsx");
  await import("../../../src/components/issues/IssueWritePanel.tsx");
  await import("../../../src/components/ui/LayerButton.tsx");
  await import("../../../src/components/ui/MarkdownBody.tsx");
});

const OPEN = { ...issue(), state: "open" as const, closed_at: null };

async function open(handlers: Handlers) {
  const user = userEvent.setup();
  await renderApp({
    path: "/projects/atlas/issues/i-0",
    handlers: {
      getProject: respond(issueProject()),
      getIssue: respond(OPEN),
      issueActions: respond(issueActions()),
      localizeIssue: respond(localization({ files: [] })),
      analyzeIssue: respond(analysis()),
      similarIssues: respond(similar()),
      issueDocuments: respond(relatedDocuments()),
      issueExperts: pending,
      expertContext: pending,
      issueCommits: respond(commitsSince()),
      ...handlers,
    },
  });
  const panel = await screen.findByRole("region", { name: "Act at the tracker" });
  await user.click(within(panel).getByRole("button", { name: "Act at the tracker" }));
  return { user, panel };
}

/** An answer that the test gives later. */
function later() {
  let give: (answer: Result<IssueWriteAnswer>) => void = () => undefined;
  const answer = new Promise<Result<IssueWriteAnswer>>((resolve) => {
    give = resolve;
  });
  return {
    handler: vi.fn<Handler<"writeIssue">>(() => answer),
    give: (given: Result<IssueWriteAnswer>) => give(given),
  };
}

async function close({ user, panel }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await user.click(await within(panel).findByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: "Close as completed" }));
}

const stateTag = (state: "Open" | "Closed") => screen.findAllByText(state);

test("a change is shown before the tracker has answered, and taken back with its words when it refuses", async () => {
  const write = later();
  const opened = await open({ writeIssue: write.handler });
  await close(opened);
  expect((await stateTag("Closed")).length).toBeGreaterThan(0);
  expect(write.handler).toHaveBeenCalledTimes(1);
  // By another account than the one that is shown nothing is written.
  expect(write.handler.mock.calls[0]?.[0].body).toMatchObject({ account: "ada" });
  const text = "github.com refuses: Must have admin rights to Repository.";
  write.give(ok({ state: "refused", text, issue: OPEN }));
  expect(await within(opened.panel).findByRole("alert")).toHaveTextContent(text);
  expect((await stateTag("Open")).length).toBeGreaterThan(0);
});

test("after a change the issue is what the tracker has, also what others have changed", async () => {
  const write = later();
  const opened = await open({ writeIssue: write.handler });
  await close(opened);
  write.give(ok({ state: "done", text: null, issue: { ...OPEN, state: "closed", labels: ["of another person"] } }));
  expect(await screen.findByText("of another person")).toBeInTheDocument();
  expect(within(opened.panel).queryByRole("alert")).toBeNull();
});

test("a lost answer keeps the text and its key: looking again writes at most once", async () => {
  const keys: string[] = [];
  const write = vi.fn<Handler<"writeIssue">>(({ body }) => {
    keys.push(body.key);
    return Promise.resolve(
      keys.length === 1 ? err(apiError()) : ok<IssueWriteAnswer>({ state: "done", text: null, issue: OPEN }),
    );
  });
  const { user, panel } = await open({ writeIssue: write });
  const field = await within(panel).findByRole("textbox", { name: "Comment" });
  await user.type(field, "Found it");
  await user.click(within(panel).getByRole("button", { name: "Comment" }));
  expect(await within(panel).findByRole("alert")).toHaveTextContent("at most once");
  expect(field).toHaveValue("Found it");
  await user.click(within(panel).getByRole("button", { name: "Look again" }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
  await waitFor(() => expect(field).toHaveValue(""));
  expect(within(panel).queryByRole("alert")).toBeNull();
});

const UNKNOWN: IssueWriteAnswer = { state: "unknown", text: "It is not there yet.", issue: OPEN };

/** Sends a comment of which it is not known what becomes of it. */
async function loseComment(handlers: Handlers) {
  const opened = await open(handlers);
  const field = await within(opened.panel).findByRole("textbox", { name: "Comment" });
  await opened.user.type(field, "Found it");
  await opened.user.click(within(opened.panel).getByRole("button", { name: "Comment" }));
  await within(opened.panel).findByRole("button", { name: "Look again" });
  return opened;
}

test("sending the same text again is the same change, and another one waits until its end is known", async () => {
  const keys: string[] = [];
  const write = vi.fn<Handler<"writeIssue">>(({ body }) => {
    keys.push(body.key);
    return Promise.resolve(ok(UNKNOWN));
  });
  const { user, panel } = await loseComment({ writeIssue: write });
  const send = within(panel).getByRole("button", { name: "Comment" });
  await user.click(send);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
  expect(within(panel).queryByRole("button", { name: "State" })).toBeNull();
  await user.type(within(panel).getByRole("textbox", { name: "Comment" }), ", I think");
  expect(send).toBeDisabled();
  await user.click(within(panel).getByRole("button", { name: "Continue without knowing" }));
  await user.click(send);
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[2]).not.toBe(keys[0]);
});

test("the notice, Look again and the text stay while the tracker takes no changes", async () => {
  let asked = 0;
  const issueActionsHandler: Handler<"issueActions"> = () =>
    Promise.resolve(ok(asked++ === 0 ? issueActions() : blockedActions("host", "The tracker did not answer.")));
  const { panel } = await loseComment({
    issueActions: issueActionsHandler,
    writeIssue: () => Promise.resolve(ok(UNKNOWN)),
  });
  expect(await within(panel).findByText("The tracker did not answer.")).toBeInTheDocument();
  expect(within(panel).getByRole("alert")).toHaveTextContent("It is not there yet.");
  expect(within(panel).getByRole("button", { name: "Look again" })).toBeInTheDocument();
  expect(within(panel).getByRole("textbox", { name: "Comment" })).toHaveValue("Found it");
});

test("a repetition that this server refuses does not end the change that was sent before", async () => {
  let calls = 0;
  const write: Handler<"writeIssue"> = () =>
    Promise.resolve(calls++ === 0 ? ok(UNKNOWN) : err(apiError({ status: 429, text: "Wait a moment." })));
  const { user, panel } = await loseComment({ writeIssue: write });
  await user.click(within(panel).getByRole("button", { name: "Look again" }));
  expect(await within(panel).findByText("Wait a moment.")).toBeInTheDocument();
  expect(within(panel).getByRole("button", { name: "Look again" })).toBeInTheDocument();
});

test("why an account could not be connected is shown", async () => {
  const { user, panel } = await open({
    issueActions: respond(blockedActions("consent", "Your GitHub account is connected for reading alone.")),
    oauthLogin: failWith({ status: 409, text: "No sign-in is registered." }),
  });
  await user.click(within(panel).getByRole("button", { name: "Connect for writing" }));
  expect(await within(panel).findByRole("alert")).toHaveTextContent("No sign-in is registered.");
});

test("what this server refuses was not written: there is nothing to look for", async () => {
  const refused = { status: 409, text: "Writing to this tracker is off." };
  const opened = await open({ writeIssue: failWith(refused) });
  await close(opened);
  const alert = await within(opened.panel).findByRole("alert");
  expect(alert).toHaveTextContent(/^Writing to this tracker is off\.$/);
  expect(within(alert).queryByRole("button")).toBeNull();
  expect((await stateTag("Open")).length).toBeGreaterThan(0);
});

test("an account without consent is connected for writing, which the provider is asked for", async () => {
  const login = vi.fn<Handler<"oauthLogin">>(respond({ auth_url: "https://host.example/authorize" }));
  const openWindow = vi.spyOn(window, "open").mockReturnValue(null);
  const { user, panel } = await open({
    issueActions: respond(blockedActions("consent", "Your GitHub account is connected for reading alone.")),
    oauthLogin: login,
  });
  await user.click(within(panel).getByRole("button", { name: "Connect for writing" }));
  await waitFor(() => expect(openWindow).toHaveBeenCalledWith("https://host.example/authorize", "_self"));
  expect(login.mock.calls[0]?.[0]).toMatchObject({ query: { provider: "github", writes: "yes" } });
  openWindow.mockRestore();
});

describe("from the palette", () => {
  /** Types a text into the palette and chooses the command. */
  async function run({ user }: Awaited<ReturnType<typeof open>>, typed: string, name: string): Promise<void> {
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Go to a page or run a command" }), typed);
    await user.click(await screen.findByRole("option", { name }));
  }

  test.each<[string, string, object]>([
    ["> close", "Close as completed", { action: "state", from: "open", to: "completed", resolution: null }],
    ["> assign", "Assign to me", { action: "assignees", add: ["ada"], remove: [] }],
    ["> docs", "Add label: docs", { action: "labels", add: ["docs"], remove: [] }],
    ["> label bug", "Remove label: bug", { action: "labels", add: [], remove: ["bug"] }],
    ["> milestone", "Set milestone: v2", { action: "milestones", add: ["v2"], remove: ["v1"] }],
    ["> priority high", "Priority: High", { action: "priority", from: "Low", to: "High" }],
  ])("%s: %s is the same change as that of the panel", async (typed, name, change) => {
    const write = vi.fn<Handler<"writeIssue">>(respond({ state: "done", text: null, issue: OPEN }));
    const opened = await open({ writeIssue: write });
    await within(opened.panel).findByRole("button", { name: "State" });
    await run(opened, typed, name);
    await waitFor(() => expect(write).toHaveBeenCalledTimes(1));
    expect(write.mock.calls[0]?.[0].body).toMatchObject({ account: "ada", change });
  });

  test("a comment is written in its field, and a refusal is shown where it is seen", async () => {
    const text = "github.com refuses: Must have admin rights to Repository.";
    const opened = await open({ writeIssue: respond({ state: "refused", text, issue: OPEN }) });
    const field = await within(opened.panel).findByRole("textbox", { name: "Comment" });
    await run(opened, "> comment", "Write a comment");
    await waitFor(() => expect(field).toHaveFocus());
    await run(opened, "> close", "Close as completed");
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  });

  test("a duplicate is named in its field", async () => {
    const write = vi.fn<Handler<"writeIssue">>(respond({ state: "done", text: null, issue: OPEN }));
    const opened = await open({ writeIssue: write });
    const field = await within(opened.panel).findByRole("textbox", { name: /duplicate/i });
    await run(opened, "> duplicate", "Mark as a duplicate");
    await waitFor(() => expect(field).toHaveFocus());
    expect(write).not.toHaveBeenCalled();
    await opened.user.keyboard("#12{Enter}");
    await waitFor(() =>
      expect(write.mock.calls[0]?.[0].body).toMatchObject({ change: { action: "duplicate", of: "#12" } }),
    );
  });

  test("nothing is offered that the account may not do", async () => {
    const reason = "Only members may.";
    const actions = issueActions().actions.map((offer) => ({ ...offer, reason }));
    const opened = await open({ issueActions: respond(issueActions({ actions })) });
    await within(opened.panel).findByText(new RegExp(reason));
    await opened.user.keyboard("{Control>}k{/Control}");
    await opened.user.type(await screen.findByRole("combobox", { name: "Go to a page or run a command" }), "> close");
    expect(await screen.findByText("No match")).toBeInTheDocument();
  });
});
