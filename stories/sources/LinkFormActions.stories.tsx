import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { forState, pictures } from "../../.storybook/modes.ts";
import { LinkFormActions } from "../../src/components/sources/LinkFormActions.tsx";

const withoutPicture = { chromatic: { disableSnapshot: true } };

const meta = {
  parameters: pictures,
  component: LinkFormActions,
  args: {
    submit: "Add repository",
    check: "Validate",
    waitsFor: null,
    onCheck: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof LinkFormActions>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: withoutPicture };
export const AlwaysShown: Story = {
  parameters: withoutPicture,
  args: { onCancel: undefined },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByRole("button", { name: "Cancel" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Validate" }));
    await expect(args.onCheck).toHaveBeenCalledOnce();
  },
};
export const Checking: Story = { parameters: forState, args: { check: "Validating", waitsFor: "check" } };
export const Submitting: Story = {
  parameters: withoutPicture,
  args: { waitsFor: "submit" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Validate" })).toBeDisabled();
    await expect(canvas.getByRole("button", { name: "Cancel" })).toBeDisabled();
  },
};
