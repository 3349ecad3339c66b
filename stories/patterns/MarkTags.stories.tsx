import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { MarkTags } from "../../src/components/patterns/MarkTags.tsx";

const meta = {
  component: MarkTags,
  parameters: usage({
    do: ["Use it for the marks of a row of a list."],
    dont: ["Do not use it where a mark is removed: the list of marks shows who set it and when."],
  }),
  args: { marks: [{ id: "m-1", text: "needs-owner" }] },
} satisfies Meta<typeof MarkTags>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Several: Story = {
  parameters: lightPicture,
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
