import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ActionList } from "../../src/components/rules/ActionList.tsx";

const meta = {
  component: ActionList,
  args: { actions: [{ do: "label", detail: "search" }] },
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
export const Expert: Story = {
  args: {
    actions: [
      { do: "assign_expert", detail: "" },
      {
        do: "assign_expert",
        detail: "ada",
        state: "done",
        text: null,
        reason: "Ada Lovelace is number 1 of the experts for this place.",
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Assign an expert of the likely place")).toBeVisible();
    await expect(canvas.getByText(/^Ada Lovelace is number 1/)).toBeVisible();
  },
};
/** A newer server may know further actions. */
export const Unknown: Story = { args: { actions: [{ do: "mark", detail: "As seen" }] } };
