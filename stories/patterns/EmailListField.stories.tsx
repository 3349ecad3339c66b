import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { EmailListField } from "../../src/components/patterns/EmailListField.tsx";

const meta = {
  component: EmailListField,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where several people are invited; a pasted list becomes entries."],
      dont: ["Do not use it for one address."],
      keys: [
        ["Enter, comma", "Adds the typed address"],
        ["Tab", "Moves to the buttons that remove addresses"],
      ],
    }),
  },
  args: { emails: [], onChange: fn() },
} satisfies Meta<typeof EmailListField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Empty: Story = { args: { help: "Separate several addresses by a comma or a space." } };
export const Filled: Story = { args: { emails: ["ada@acme.example", "bora@acme.example"] } };
export const Busy: Story = {
  args: { emails: ["ada@acme.example"], isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const RefusedByTheServer: Story = {
  args: { emails: ["ada@acme.example"], errors: ["Please enter a valid email"] },
};
export const ManyAndLong: Story = {
  args: {
    emails: Array.from({ length: 20 }, (_, at) => `${at === 3 ? "very-long-".repeat(12) : "person"}${at}@acme.example`),
  },
  parameters: forLayout,
};

const Controlled: Story["render"] = function Controlled(args) {
  const [emails, setEmails] = useState(args.emails);
  return (
    <EmailListField
      {...args}
      emails={emails}
      onChange={(next) => {
        setEmails(next);
        args.onChange(next);
      }}
    />
  );
};

export const TypedAndRemovedByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: Controlled,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("Ada@acme.example{Enter}bora@acme.example,");
    await expect(args.onChange).toHaveBeenLastCalledWith(["ada@acme.example", "bora@acme.example"]);
    await userEvent.click(canvas.getByRole("button", { name: "Remove ada@acme.example" }));
    await expect(args.onChange).toHaveBeenLastCalledWith(["bora@acme.example"]);
    await expect(canvas.getByRole("textbox", { name: "Email addresses" })).toHaveFocus();
  },
};
export const WrongAddressStays: Story = {
  render: Controlled,
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: "Email addresses" });
    await userEvent.type(field, "ayse{Enter}");
    await expect(field).toHaveValue("ayse");
    await expect(field).toHaveAccessibleDescription(/Please enter a valid email/);
  },
};

/**
 * Regression: typing an address and pressing a button below it at once. Leaving the field added a line to the list, which moved the button
 * away between pointerdown and pointerup, so that the click was lost.
 */
export const ButtonBelowKeepsItsClick: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: function Render(args) {
    const [emails, setEmails] = useState<readonly string[]>([]);
    const [isPressed, setPressed] = useState(false);
    return (
      <>
        <EmailListField {...args} emails={emails} onChange={setEmails} />
        <button onClick={() => setPressed(true)}>{isPressed ? "Pressed" : "Below"}</button>
      </>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Email addresses" }), "ada@acme.example");
    const below = canvas.getByRole("button", { name: "Below" });
    const { top } = below.getBoundingClientRect();
    await userEvent.pointer({ keys: "[MouseLeft>]", target: below });
    await expect(below.getBoundingClientRect().top).toBe(top);
    await userEvent.pointer({ keys: "[/MouseLeft]", target: below });
    await expect(await canvas.findByText("ada@acme.example")).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Pressed" })).toBeVisible();
  },
};
