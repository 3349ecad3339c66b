import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { RelativeTime } from "../../src/components/ui/RelativeTime.tsx";

const meta = {
  component: RelativeTime,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for moments of the past days and weeks; the whole date is its tooltip."],
      dont: ["Do not use it in exports."],
    }),
  },
  args: { at: "2026-02-27T09:00:00Z" },
} satisfies Meta<typeof RelativeTime>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Now: Story = { args: { at: "2026-03-02T08:59:40Z" }, parameters: forState };
export const Minutes: Story = {
  args: { at: "2026-03-02T08:48:00Z" },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Years: Story = { args: { at: "2011-05-01T00:00:00Z" }, parameters: forState };
export const InTheFuture: Story = {
  args: { at: "2026-03-05T09:00:00Z" },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
