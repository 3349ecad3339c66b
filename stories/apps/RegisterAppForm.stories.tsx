import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RegisterAppForm } from "../../src/components/apps/RegisterAppForm.tsx";

const meta = {
  component: RegisterAppForm,
  args: { onRegister: fn(), onCancel: fn() },
} satisfies Meta<typeof RegisterAppForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText(/^Organization/)).toHaveFocus();
    await userEvent.type(canvas.getByLabelText(/^Organization/), " acme ");
    await userEvent.type(canvas.getByLabelText(/^Address/), "https://github.acme.example");
    await userEvent.click(canvas.getByRole("button", { name: "Continue to GitHub" }));
    await expect(args.onRegister).toHaveBeenCalledWith({
      organization: "acme",
      url: "https://github.acme.example",
      writes: [],
    });
  },
};
/** Nothing is written unless it is chosen. */
export const WithWriting: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const check = canvas.getByRole("checkbox", { name: /^Publish checks/ });
    await expect(check).not.toBeChecked();
    await userEvent.click(check);
    await userEvent.click(canvas.getByRole("checkbox", { name: /^Comment on issues/ }));
    await userEvent.click(canvas.getByRole("button", { name: "Continue to GitHub" }));
    await expect(args.onRegister).toHaveBeenCalledWith({ organization: "", url: "", writes: ["comment", "check"] });
  },
};
export const Refused: Story = {
  args: { failure: { text: "", fields: { url: ["Give the address of the server alone."] } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Give the address of the server alone.")).toBeVisible();
  },
};
export const Busy: Story = { args: { isBusy: true } };
