import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ActionList } from "../../src/components/rules/ActionList.tsx";

const meta = {
  component: ActionList,
  args: { actions: [{ do: "label", detail: "search" }] },
  parameters: { chromatic: { disableSnapshot: true } },
} satisfies Meta<typeof ActionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Planned: Story = { parameters: lightPicture };
export const Refused: Story = {
  args: {
    actions: [{ do: "assign", detail: "ada", state: "refused", text: "github.com answers: Issues are locked." }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("github.com answers: Issues are locked.")).toBeVisible();
  },
};
/** A newer server may know further actions. */
export const Unknown: Story = { args: { actions: [{ do: "mark", detail: "As seen" }] } };
