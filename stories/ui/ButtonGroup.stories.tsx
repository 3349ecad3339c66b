import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { ButtonGroup } from "../../src/components/ui/ButtonGroup.ts";

const meta = {
  component: ButtonGroup,
  argTypes: {
    variant: { control: "inline-radio", options: ["solid", "outlined", "minimal"] },
    size: { control: "inline-radio", options: ["small", "medium", "large"] },
    vertical: { control: "boolean" },
    children: { control: false },
  },
  parameters: {
    ...usage({
      do: ["Use it for two or three actions on one thing, and give it a name."],
      dont: ["Do not use it for a choice that stays: that is SegmentedControl."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    "aria-label": "Is this the right place?",
    variant: "outlined",
    children: (
      <>
        <Button text="Yes" />
        <Button text="No" />
      </>
    ),
  },
} satisfies Meta<typeof ButtonGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Is this the right place?")).toContainElement(
      canvas.getByRole("button", { name: "No" }),
    );
  },
};
export const Vertical: Story = { args: { vertical: true } };
