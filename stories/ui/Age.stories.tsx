import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Age } from "../../src/components/ui/Age.tsx";

const meta = {
  component: Age,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where the time itself matters, as in the age of an open issue."],
      dont: ["Do not use it for a moment in the past: RelativeTime says “3 days ago”."],
    }),
  },
  args: { from: "2026-02-27T10:00:00Z", until: null },
} satisfies Meta<typeof Age>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Closed: Story = { args: { until: "2026-02-28T10:00:00Z" } };
export const OfYears: Story = { args: { from: "2019-01-01T00:00:00Z" }, parameters: forState };
export const OfMinutes: Story = {
  args: { from: "2026-02-27T10:00:00Z", until: "2026-02-27T10:05:00Z" },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
