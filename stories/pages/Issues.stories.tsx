import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { ok } from "../../src/services/result.ts";
import { issue, issuePage, issueRows, noFacets } from "../../tests/fixtures/issues.ts";
import { newIssueOffer } from "../../tests/fixtures/issueWrites.ts";
import { localization } from "../../tests/fixtures/localization.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";
import { type Handler, type Handlers, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";

const project = issueProject();
const [tracker] = project.trackers;

/** A page of rows, the count of those without an assignee, and the oldest of the open ones. */
const list: Handler<"listIssues"> = ({ query }) =>
  Promise.resolve(
    ok(
      query.limit === 1
        ? issuePage({ count: query.assignee ? 402 : 1284, results: issueRows(1, 900), next: null })
        : issuePage({
            results: issueRows(50, query.cursor ? 50 : 0),
            next: query.cursor ? null : "cursor-1",
            count: 100,
          }),
    ),
  );
const host: Handlers = { getProject: respond(project), listIssues: list, getIssue: respond(issue()) };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { handlers: host, path: "/projects/atlas/issues" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: onPhoneToo,
};
export const Loading: Story = { args: { handlers: { ...host, listIssues: pending } } };
export const Failed: Story = { args: { handlers: { ...host, listIssues: failWith() } } };
export const EmptyProject: Story = {
  args: {
    handlers: {
      ...host,
      listIssues: respond(
        issuePage({
          count: 0,
          results: [],
          next: null,
          facets: noFacets(),
        }),
      ),
    },
  },
};
export const NothingFitsTheFilters: Story = {
  args: {
    path: "/projects/atlas/issues?q=zebra&label=bug",
    handlers: {
      ...host,
      listIssues: (call) =>
        call.query.limit === 1 ? list(call) : Promise.resolve(ok(issuePage({ count: 0, results: [], next: null }))),
    },
  },
};
export const PartialAfterAFailedSync: Story = {
  args: {
    handlers: {
      ...host,
      getProject: respond({
        ...project,
        trackers: tracker
          ? [{ ...tracker, sync: { ...tracker.sync, state: "failed", error: "The host refused the token (401)." } }]
          : [],
      }),
    },
  },
};
export const PreviewAndSelection: Story = {
  args: { path: "/projects/atlas/issues?peek=i-2&selected=i-0&selected=i-1" },
};
export const Turkish: Story = { ...PreviewAndSelection, globals: { locale: "tr" } };

export const ByKeyboardAlone: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole("grid");
    await userEvent.keyboard("jjj");
    await waitFor(() => expect(canvasElement.querySelector("[data-index='2']")).toHaveFocus());
    await userEvent.keyboard(" ");
    const preview = await canvas.findByRole("complementary", { name: "Preview of atlas#2398" });
    await waitFor(() => expect(preview).toHaveTextContent("Steps"));
    await userEvent.keyboard("x");
    await expect(await canvas.findByText("1 selected")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.queryByRole("complementary")).toBeNull());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.queryByText("1 selected")).toBeNull());
  },
};

const pasted = "/projects/atlas/issues/localize?text=readCursor%20fails";
export const PastedReport: Story = {
  args: { path: pasted, handlers: { ...host, localizeText: respond(localization()), codeContent: pending } },
  parameters: onPhoneToo,
};
export const PastedReportLoading: Story = { args: { path: pasted, handlers: { ...host, localizeText: pending } } };
export const PastedReportFailed: Story = { args: { path: pasted, handlers: { ...host, localizeText: failWith() } } };
export const NewIssue: Story = {
  args: { path: "/projects/atlas/issues/new", handlers: { ...host, newIssueForm: respond(newIssueOffer()) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 2, name: "New issue" })).toBeVisible();
    await expect(await canvas.findByRole("textbox", { name: "Title" })).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } }, // the form is a component with its own pictures
};
