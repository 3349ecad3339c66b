import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, layoutModes, forLayout, forState } from "../../.storybook/modes.ts";
import { SyncPanel } from "../../src/components/sources/SyncPanel.tsx";
import { linkedSources } from "../../src/domain/linkedSources.ts";
import {
  failedSync,
  project,
  quotaWaitSync,
  repository,
  runningSync,
  sync,
  tracker,
} from "../../tests/fixtures/projects.ts";

const running = project({
  repositories: [repository({ sync: runningSync() })],
  trackers: [tracker({ sync: sync({ state: "queued", finished_at: null, items: 0 }) })],
});

const meta = {
  parameters: pictures,
  component: SyncPanel,
  args: { sources: linkedSources(running), href: "/projects/atlas/sources", onSync: fn() },
} satisfies Meta<typeof SyncPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Running: Story = {};
export const WaitingForTheQuota: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: quotaWaitSync() })] })) },
  parameters: { chromatic: { disableSnapshot: true } }, // the bar has its picture in SyncBar
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Waiting for the host")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Retry" })).toBeNull();
  },
};
export const Failed: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })) },
  parameters: forState,
};
export const FailedAndRunning: Story = {
  args: { sources: linkedSources({ ...running, trackers: [tracker({ sync: failedSync() })] }) },
  parameters: forState,
};
export const CouldNotStart: Story = {
  args: {
    sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })),
    failure: "Something went wrong.",
  },
  parameters: forState,
};
export const ReadOnly: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })), onSync: undefined },
};
export const ManySources: Story = {
  args: {
    sources: linkedSources(
      project({
        repositories: Array.from({ length: 12 }, (_, at) =>
          repository({ id: `r-${at}`, name: `acme/service-${at + 1}`, sync: runningSync({ done: 4000 * (at + 1) }) }),
        ),
      }),
    ),
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  args: { sources: linkedSources({ ...running, trackers: [tracker({ sync: failedSync() })] }) },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const RetriesByKeyboard: Story = {
  ...Failed,
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Failed
  play: async ({ args, canvas, userEvent }) => {
    // A list that does not scroll is no stop of the Tab key, once it is measured.
    await waitFor(() => expect(canvas.queryByRole("group")).toBeNull());
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Retry" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSync).toHaveBeenCalled();
  },
};
export const Retrying: Story = {
  ...Failed,
  args: { ...Failed.args, isStarting: true },
  play: async ({ args, canvas }) => {
    const button = canvas.getByRole("button", { busy: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    button.click();
    await expect(args.onSync).not.toHaveBeenCalled();
  },
  parameters: forState,
};
