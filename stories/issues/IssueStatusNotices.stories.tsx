import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueStatusNotices } from "../../src/components/issues/IssueStatusNotices.tsx";
import { analysis } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  component: IssueStatusNotices,
  // The stories of AnalysisPanel have the pictures.
  args: {
    analysis: analysis(),
    hrefOf: (id) => `/projects/atlas/issues/${id}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
} satisfies Meta<typeof IssueStatusNotices>;
export default meta;
type Story = StoryObj<typeof meta>;

const commit = {
  repository: "r-1",
  hash: "4f2c91be07d1a55f9c3b8f4f0a7f6de8a1b2c3d4",
  title: "fix: start over",
  at: "2026-01-14T10:00:00Z",
};

export const ProbablyFixed: Story = {
  parameters: lightPicture,
  args: { analysis: { fixed: [{ kind: "commit", commit, issue: null }], stale: null } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "Probably fixed already" })).toBeVisible();
  },
};
export const ProbablyStale: Story = {
  args: {
    analysis: { fixed: [], stale: { days_inactive: 400, usual_days: 30, gone: [{ path: "src/old.ts", commit }] } },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Nothing has happened for 400 days.")).toBeVisible();
    await expect(canvas.getByText("src/old.ts")).toBeVisible();
  },
};
export const NoEvidence: Story = {
  args: { analysis: { fixed: [], stale: null } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("heading")).not.toBeInTheDocument();
  },
};
