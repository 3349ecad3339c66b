import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { forLayout, lightPicture } from "../../.storybook/modes.ts";
import { SetupChecklist } from "../../src/components/overview/SetupChecklist.tsx";

const meta = {
  component: SetupChecklist,
  args: {
    done: new Set([]),
    hrefs: { repository: "/s", tracker: "/s", wiki: "/s", sync: "/s", invite: "/people", search: "/search" },
  },
} satisfies Meta<typeof SetupChecklist>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingDone: Story = { parameters: lightPicture };
export const Syncing: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  args: { done: new Set(["repository", "tracker"]), progress: 0.42 },
};
/** One line, with what is left alone. */
export const OneLeft: Story = {
  args: { done: new Set(["repository", "tracker", "wiki", "sync", "invite"]) },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(1);
    await expect(canvas.getByRole("link", { name: "Search for something" })).toBeVisible();
    await expect(canvas.getByText("5 of 6 done")).toBeVisible();
  },
};
export const Turkish: Story = {
  args: { done: new Set(["repository"]) },
  globals: { locale: "tr" },
  parameters: forLayout,
};
