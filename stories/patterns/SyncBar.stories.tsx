import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { SyncBar } from "../../src/components/patterns/SyncBar.tsx";
import { failedSync, quotaWaitSync, runningSync, sync } from "../../tests/fixtures/projects.ts";

const meta = {
  component: SyncBar,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Show it while a source synchronises."],
      dont: ["Do not show it for work without steps: use a progress bar."],
    }),
  },
  args: { name: "acme/atlas", sync: runningSync() },
} satisfies Meta<typeof SyncBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("progressbar", { name: /acme\/atlas/ })).toBeVisible();
  },
};
export const RunningWithoutATotal: Story = {
  args: { sync: runningSync({ step: "fetch", total: null }) },
  parameters: forState,
};
export const UnknownStep: Story = {
  args: { sync: runningSync({ step: "polishing" }) },
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Playground
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Syncing/)).toBeVisible();
  },
};
export const WaitingForTheHost: Story = {
  args: { sync: runningSync({ step: "waiting", error: "Waiting for the rate limit of the host until 11:40 UTC." }) },
  parameters: forState,
};
export const WaitingForTheQuota: Story = {
  args: { sync: quotaWaitSync() },
  parameters: forState,
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(/^Waits for the quota of github\.com until .+; 12,400 of 31,000 issues are stored\.$/),
    ).toBeVisible();
    await expect(canvas.queryByText(/UTC/)).toBeNull();
  },
};
export const WaitingBeforeTheFirstItems: Story = {
  args: { sync: quotaWaitSync({ step: "waiting", done: 0, total: null }) },
  parameters: { chromatic: { disableSnapshot: true } }, // a shorter sentence than WaitingForTheQuota
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Waits for the quota of github\.com until [^;]+\.$/)).toBeVisible();
  },
};
export const Queued: Story = {
  args: { sync: runningSync({ state: "queued", step: null, done: 0, total: null }) },
  parameters: forState,
};
export const Ready: Story = { args: { sync: sync() } };
export const Failed: Story = { args: { sync: failedSync() }, parameters: forState };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const LongName: Story = { args: { name: "incident-response-tooling/".repeat(5) }, parameters: forLayout };
