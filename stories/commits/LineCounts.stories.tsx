import type { Meta, StoryObj } from "@storybook/react-vite";
import { LineCounts } from "../../src/components/commits/LineCounts.tsx";

const meta = {
  component: LineCounts,
  // The stories of the commit page have the pictures.
  parameters: { chromatic: { disableSnapshot: true } },
  args: { added: 1240, removed: 31 },
} satisfies Meta<typeof LineCounts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const NotCounted: Story = { args: { added: null, removed: null } };
