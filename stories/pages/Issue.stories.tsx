import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, spyOn, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { err, ok } from "../../src/services/result.ts";
import { codeContent } from "../../tests/fixtures/code.ts";
import { experts } from "../../tests/fixtures/experts.ts";
import { issue } from "../../tests/fixtures/issues.ts";
import { localization } from "../../tests/fixtures/localization.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../tests/fixtures/issuePanels.ts";
import { type Handlers, apiError, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";

const host: Handlers = {
  getProject: respond(issueProject()),
  getIssue: respond(issue()),
  localizeIssue: respond(localization()),
  analyzeIssue: respond(analysis()),
  similarIssues: respond(similar()),
  issueDocuments: respond(relatedDocuments()),
  issueExperts: pending,
  expertContext: pending,
  issueCommits: respond(commitsSince()),
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { handlers: host, path: "/projects/atlas/issues/i-0" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: onPhoneToo,
};
/** The prompt includes the people, each with the strongest reasons: they are requested again, with a short timeout. */
export const CopiedPromptSaysWho: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    handlers: { ...host, issueExperts: respond(experts()), codeContent: pending },
  },
  play: async ({ canvas }) => {
    const write = spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    (await canvas.findByRole("button", { name: "Copy as prompt" }, { timeout: 10_000 })).click();
    await waitFor(() => expect(write).toHaveBeenCalledOnce(), { timeout: 5000 });
    const [prompt = ""] = write.mock.calls[0] ?? [];
    await expect(prompt).toContain("## Who knows these places");
    await expect(prompt).toMatch(/^- Elif Yıldız: .+;/m);
  },
};
const FILE = "src/routes/issues/issuePages.ts";
const code = Array.from({ length: 70 }, (_, at) =>
  at % 9 === 0 ? `/** Part ${at}. */` : `  const cursor${at} = readCursor(${at});`,
);
export const OpenFileShowsItsCode: Story = {
  args: {
    handlers: {
      ...host,
      codeContent: respond(codeContent({ path: FILE, text: code.join("\n") })),
    },
  },
  parameters: onPhoneToo,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Marked: lines 48 to 54", {}, { timeout: 10_000 })).toBeInTheDocument();
  },
};
export const OpenFileCannotBeRead: Story = {
  args: { handlers: { ...host, codeContent: failWith() } },
};
export const OpenFileIsOnItsWay: Story = {
  args: { handlers: { ...host, codeContent: pending } },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const Loading: Story = {
  args: { handlers: { ...host, getIssue: pending, localizeIssue: pending } },
};
export const PanelLoading: Story = { args: { handlers: { ...host, localizeIssue: pending } } };
export const IssueFailed: Story = { args: { handlers: { ...host, getIssue: failWith() } } };

let tries = 0;
export const PanelFailsAloneAndIsTriedAgain: Story = {
  args: {
    handlers: {
      ...host,
      localizeIssue: () => {
        tries += 1;
        return Promise.resolve(tries === 1 ? err(apiError()) : ok(localization()));
      },
    },
  },
  beforeEach: () => {
    tries = 0;
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("The code could not be searched")).toBeVisible();
    await expect(await canvas.findByRole("heading", { level: 1, name: /Cursor is lost/ })).toBeVisible();
    // Not userEvent: it wraps the click into an act that is not awaited, and a panel that suspends inside it is never rendered.
    canvas.getByRole("button", { name: "Retry" }).click();
    (await canvas.findByRole("button", { name: "Other likely files" })).click();
    await expect(await canvas.findByRole("list", { name: "Files, most likely first" })).toBeVisible();
  },
};
export const PartsFailTogether: Story = {
  args: {
    handlers: {
      ...host,
      analyzeIssue: failWith(),
      localizeIssue: failWith(),
      similarIssues: failWith(),
      issueDocuments: failWith(),
      issueExperts: failWith(),
      issueCommits: failWith(),
      connected: failWith(),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Several parts of this page could not be loaded")).toBeVisible();
    await expect(canvas.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  },
};
