import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectHeader } from "../../src/components/projects/ProjectHeader.tsx";
import { SyncStatus } from "../../src/components/sources/SyncStatus.tsx";
import { linkedSources } from "../../src/domain/linkedSources.ts";
import { failedSync, project, repository, runningSync, tracker } from "../../tests/fixtures/projects.ts";

const statusOf = (part: Parameters<typeof project>[0]) => (
  <SyncStatus sources={linkedSources(project(part))} href="/projects/atlas/sources" onSync={fn()} />
);

const meta = {
  component: ProjectHeader,
  args: { name: "Atlas", role: "Owner", children: statusOf({}) },
} satisfies Meta<typeof ProjectHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Synced: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Synced 12 minutes ago" })).toBeVisible();
  },
};
export const Syncing: Story = { args: { children: statusOf({ repositories: [repository({ sync: runningSync() })] }) } };
export const SyncFailed: Story = { args: { children: statusOf({ trackers: [tracker({ sync: failedSync() })] }) } };
export const WithoutSources: Story = { args: { children: null } };
export const LongName: Story = {
  args: { name: "incident-response-tooling".repeat(4) },
};
/** The state has its own line: its text does not decide where the line breaks. */
export const Phone: Story = {
  ...Syncing,
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const name = canvas.getByRole("heading", { level: 1 }).getBoundingClientRect();
    const status = canvas.getByRole("button", { name: /syncing/ }).getBoundingClientRect();
    await expect(status.top).toBeGreaterThanOrEqual(name.bottom);
    await expect(Math.round(status.left + 8)).toBeGreaterThanOrEqual(Math.round(name.left));
  },
};
