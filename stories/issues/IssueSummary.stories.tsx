import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { IssueSummary } from "../../src/components/issues/IssueSummary.tsx";

const meta = {
  parameters: pictures,
  component: IssueSummary,
  args: {
    open: 1284,
    closed: 3911,
    unassigned: 402,
    oldest: { at: "2024-01-11T10:00:00Z", href: "/projects/atlas/issues/i-9", title: "The first one of all" },
    hrefs: {
      open: "/projects/atlas/issues",
      closed: "/projects/atlas/issues?state=closed",
      unassigned: "/projects/atlas/issues?assignee=none",
    },
  },
} satisfies Meta<typeof IssueSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Loading: Story = { args: { unassigned: undefined, oldest: undefined }, parameters: forState };
export const Partial: Story = { args: { unassigned: null, oldest: null }, parameters: forState };
export const Empty: Story = { args: { open: 0, closed: 0, unassigned: 0, oldest: null }, parameters: forState };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 328 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};
