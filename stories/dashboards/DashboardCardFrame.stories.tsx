import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { Button } from "../../src/components/ui/Button.tsx";

import { DashboardCardFrame } from "../../src/components/dashboards/DashboardCardFrame.tsx";

const meta = {
  component: DashboardCardFrame,
  args: { title: "Lead time", name: "Lead time", project: "Atlas", children: "Three days" },
} satisfies Meta<typeof DashboardCardFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = { parameters: lightPicture };
export const OfThePage: Story = { args: { project: null, title: <a href="/insights">Lead time</a> } };
export const Edited: Story = { args: { actions: <Button size="small" text="Remove" /> } };
export const LongTitle: Story = { args: { title: "a-very-long-word-".repeat(12), name: "Long" } };
