import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { MarkTags } from "../../src/components/patterns/MarkTags.tsx";

const meta = {
  component: MarkTags,
  args: { marks: [{ id: "m-1", text: "needs-owner" }] },
} satisfies Meta<typeof MarkTags>;
export default meta;
type Story = StoryObj<typeof meta>;

export const One: Story = {};
export const Several: Story = {
  args: {
    marks: [
      { id: "m-1", text: "needs-owner" },
      { id: "m-2", text: "<b>not markup</b>" },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("<b>not markup</b>")).toBeVisible();
  },
};
export const None: Story = { args: { marks: [] } };
