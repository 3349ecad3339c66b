import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { LabelList } from "../../src/components/patterns/LabelList.tsx";

const meta = {
  component: LabelList,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for the labels of an issue or request, as its host names them."],
      dont: ["Do not use it for states: those have tags."],
    }),
  },
  args: { labels: ["bug", "good first issue"] },
} satisfies Meta<typeof LabelList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const NoLabel: Story = { args: { labels: [] } };
export const MoreThanShown: Story = {
  args: { labels: ["bug", "ui", "api", "docs", "security"], shown: 2 },
};
export const Long: Story = {
  args: { labels: ["area/incident-response-tooling/".repeat(4)] },
  parameters: forLayout,
};
