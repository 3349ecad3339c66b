import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor, within } from "storybook/test";
import { forState, modes, pictures } from "../../.storybook/modes.ts";
import { SyncStatus } from "../../src/components/sources/SyncStatus.tsx";
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
  trackers: [tracker({ sync: runningSync({ step: "issues", done: 50, total: 100 }) })],
});

const meta = {
  parameters: pictures,
  component: SyncStatus,
  args: { sources: linkedSources(running), href: "/projects/atlas/sources", onSync: fn() },
  decorators: (Story) => (
    <div style={{ position: "relative" }}>
      <Story />
    </div>
  ),
} satisfies Meta<typeof SyncStatus>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Running: Story = {
  parameters: { chromatic: { modes: { ...forState.chromatic.modes, tr: modes.tr } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "2 sources are syncing · 39%" })).toBeVisible();
    await expect(canvas.getByRole("status")).toHaveTextContent(/^2 sources are syncing$/);
  },
};
export const UpToDate: Story = {
  args: { sources: linkedSources(project()) },
  parameters: forState,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Synced 12 minutes ago" })).toBeVisible();
  },
};
export const Failed: Story = {
  args: { sources: linkedSources({ ...running, trackers: [tracker({ sync: failedSync() })] }) },
  parameters: forState,
};
export const WaitingForTheQuota: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: quotaWaitSync() })] })) },
  parameters: { chromatic: { disableSnapshot: true } }, // differs from UpToDate by its words
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "1 source waits for the quota of its host" })).toBeVisible();
  },
};
export const NeverSynced: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: sync({ finished_at: null }) })] })) },
  parameters: { chromatic: { disableSnapshot: true } }, // differs from UpToDate by its words
};
/** The panel is open when the sync ends: it stays open. */
export const Open: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the panel has its pictures in SyncPanel
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /syncing/ }));
    const panel = within(await screen.findByRole("dialog", { name: "State of the sources" }));
    await waitFor(() => expect(panel.getAllByRole("progressbar")).toHaveLength(2));
    await userEvent.click(panel.getByRole("button", { name: "Sync now" }));
    await expect(args.onSync).toHaveBeenCalledTimes(1);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: /syncing/ })).toHaveFocus());
  },
};
