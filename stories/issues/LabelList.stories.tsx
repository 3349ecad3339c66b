import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { LabelList } from "../../src/components/issues/LabelList.tsx";

const meta = {
  component: LabelList,
  args: { labels: ["bug", "good first issue"] },
} satisfies Meta<typeof LabelList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {};
export const NoLabel: Story = { args: { labels: [] } };
export const MoreThanShown: Story = {
  args: { labels: ["bug", "ui", "api", "docs", "security"], shown: 2 },
};
export const Long: Story = {
  args: { labels: ["area/incident-response-tooling/".repeat(4)] },
  parameters: forLayout,
};
