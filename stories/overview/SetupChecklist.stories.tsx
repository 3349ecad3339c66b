import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { SetupChecklist } from "../../src/components/overview/SetupChecklist.tsx";

const meta = {
  component: SetupChecklist,
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    done: new Set([]),
    hrefs: { repository: "/s", tracker: "/s", wiki: "/s", sync: "/s", invite: "/people", search: "/search" },
  },
} satisfies Meta<typeof SetupChecklist>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingDone: Story = {};
export const Syncing: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  args: { done: new Set(["repository", "tracker"]), progress: 0.42 },
};
export const OneLeft: Story = { args: { done: new Set(["repository", "tracker", "wiki", "sync", "invite"]) } };
export const Turkish: Story = {
  args: { done: new Set(["repository"]) },
  globals: { locale: "tr" },
  parameters: forLayout,
};
