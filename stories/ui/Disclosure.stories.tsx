import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, inForcedColors, zoomed, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { Disclosure } from "../../src/components/ui/Disclosure.tsx";

const meta = {
  component: Disclosure,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for an explanation that few readers need.", "Let the summary say what is inside."],
      dont: ["Do not hide errors or required fields in it."],
      keys: [
        ["Tab", "Moves to the summary"],
        ["Enter, Space", "Shows or hides the details"],
      ],
    }),
  },
  argTypes: {
    summary: { control: "text" },
    variant: { control: "inline-radio", options: ["plain", "quiet"] },
    children: { control: false },
  },
  args: {
    summary: "How this is counted",
    variant: "plain",
    isInitiallyOpen: false,
    children: <p>Every issue that was closed in the period counts once, in the week of its first closing.</p>,
  },
} satisfies Meta<typeof Disclosure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Open: Story = { parameters: forState, args: { isInitiallyOpen: true } };
export const Quiet: Story = { parameters: forState, args: { variant: "quiet", isInitiallyOpen: true } };

export const Toggled: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/counts once/)).not.toBeVisible();
    await userEvent.click(canvas.getByText("How this is counted"));
    await expect(canvas.getByText(/counts once/)).toBeVisible();
  },
};

/** What the reader opened or closed stays so, whatever the owner now thinks of the first state. */
export const InitialStateChanges: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Render({ summary, children }) {
    const [isInitiallyOpen, setInitiallyOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setInitiallyOpen((before) => !before)}>
          Change
        </button>
        <Disclosure summary={summary} isInitiallyOpen={isInitiallyOpen}>
          {children}
        </Disclosure>
      </>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const change = canvas.getByRole("button", { name: "Change" });
    const details = canvas.getByText(/counts once/);
    await userEvent.click(change);
    await expect(details).not.toBeVisible();
    await userEvent.click(canvas.getByText("How this is counted"));
    await userEvent.click(change);
    await expect(details).toBeVisible();
  },
};

/** Its owner opens it, and knows when the reader closes it. */
export const Controlled: StoryObj<{ onToggle: (isOpen: boolean) => void }> = {
  args: { onToggle: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Render({ onToggle }) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Disclosure
          summary="Steps"
          isOpen={isOpen}
          onToggle={(now) => {
            setOpen(now);
            onToggle(now);
          }}
        >
          <p>Register an app.</p>
        </Disclosure>
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    const open = canvas.getByRole("button", { name: "Open" });
    await userEvent.click(open);
    await waitFor(() => expect(args.onToggle).toHaveBeenLastCalledWith(true));
    await userEvent.click(canvas.getByText("Steps"));
    await waitFor(() => expect(args.onToggle).toHaveBeenLastCalledWith(false));
    await expect(canvas.getByText("Register an app.")).not.toBeVisible();
    await userEvent.click(open);
    await expect(canvas.getByText("Register an app.")).toBeVisible();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { args: { isInitiallyOpen: true }, tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = {
  args: { isInitiallyOpen: true },
  globals: { zoom: "200" },
  tags: ["!autodocs"],
  parameters: zoomed,
};
