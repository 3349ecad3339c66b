import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { LoginForm } from "../../src/components/auth/LoginForm.tsx";

const meta = {
  component: LoginForm,
  parameters: pictures,
  args: { forgotHref: "/forgot-password", onSubmit: fn() },
} satisfies Meta<typeof LoginForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Busy: Story = { args: { isBusy: true }, parameters: forState };
export const Refused: Story = { args: { failure: { text: "Email or password is wrong." } }, parameters: forState };
export const RefusedByField: Story = {
  args: { failure: { text: "email: Unknown", fields: { email: ["email: Unknown"] } } },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const NothingFilledIn: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Sign in" }));
    await expect(canvas.getAllByText("This field is required")).toHaveLength(2);
    await waitFor(() => expect(canvas.getByLabelText("Email")).toHaveFocus());
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

/** A host that responds with a delay and a rejection. */
function Refusing({ fields }: { fields: Readonly<Record<string, readonly string[]>> }) {
  const [state, setState] = useState<"open" | "busy" | "refused">("open");
  return (
    <LoginForm
      forgotHref="/forgot-password"
      isBusy={state === "busy"}
      failure={state === "refused" ? { text: "Email or password is wrong.", fields } : null}
      onSubmit={() => {
        setState("busy");
        setTimeout(() => setState("refused"), 50);
      }}
    />
  );
}
/** The button is disabled while it is busy, which would lose the focus. */
export const RefusalKeepsTheKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Refusing fields={{}} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Email"), "ada@acme.example");
    await userEvent.type(canvas.getByLabelText("Password"), "secret");
    await userEvent.click(canvas.getByRole("button", { name: "Sign in" }));
    await canvas.findByText("Email or password is wrong.");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Sign in" })).toHaveFocus());
  },
};
export const RefusalLeadsToItsField: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Refusing fields={{ password: ["Too old"] }} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Email"), "ada@acme.example");
    await userEvent.type(canvas.getByLabelText("Password"), "secret{Enter}");
    await canvas.findByText("Too old");
    await waitFor(() => expect(canvas.getByLabelText("Password")).toHaveFocus());
  },
};
