import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ScimTokenForm } from "../../src/components/company/ScimTokenForm.tsx";

const meta = {
  component: ScimTokenForm,
  args: { maxDays: 366, onCreate: fn(), onCancel: fn() },
} satisfies Meta<typeof ScimTokenForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Name"), "Entra");
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).toHaveBeenCalledWith({ name: "Entra", expires_at: expect.stringMatching(/Z$/) });
  },
};
/** The company allows tokens of 30 days. */
export const ShortLife: Story = {
  args: { maxDays: 30 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("option", { name: "After 30 days" })).toBeInTheDocument();
  },
};
export const Refused: Story = { args: { failure: { text: "There are ten tokens already.", fields: {} } } };
