import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { ButtonSkeleton } from "../../src/components/ui/ButtonSkeleton.tsx";
import { CaretDownIcon } from "../../src/components/ui/icons.ts";

const meta = {
  component: ButtonSkeleton,
  parameters: {
    ...usage({
      do: ["Give it the text of the button that replaces it, so that nothing moves."],
      dont: ["Do not use it for a button that is only disabled."],
    }),
  },
  args: { text: "Repository" },
} satisfies Meta<typeof ButtonSkeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** The placeholder is as wide as the button that replaces it, and no stop of the Tab key. */
export const ReplacedByAButton: Story = {
  render: ({ text }) => (
    <>
      <ButtonSkeleton text={text} />
      <Button variant="outlined" text={text} endIcon={<CaretDownIcon />} />
    </>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Repository" });
    const placeholder = canvasElement.querySelector("[aria-hidden=true]");
    await expect(placeholder?.getBoundingClientRect().width).toBe(button.getBoundingClientRect().width);
    await userEvent.tab();
    await expect(button).toHaveFocus();
  },
};
