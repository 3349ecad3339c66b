import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { LoginForm } from "../../src/components/LoginForm/LoginForm.tsx";

const meta = { component: LoginForm, args: { forgotHref: "/forgot-password", onSubmit: fn() } } satisfies Meta<
  typeof LoginForm
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: { text: "Email or password is wrong." } } };
export const RefusedByField: Story = { args: { failure: { text: "email: Unknown", fields: { email: ["Unknown"] } } } };
export const Turkish: Story = { globals: { locale: "tr" } };
export const NothingFilledIn: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Sign in" }));
    await expect(canvas.getAllByText("This field is required")).toHaveLength(2);
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
export const FilledInByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("ada@acme.example");
    await userEvent.tab();
    await userEvent.keyboard("secret{Enter}");
    await expect(args.onSubmit).toHaveBeenCalledWith({ email: "ada@acme.example", password: "secret" });
  },
};
