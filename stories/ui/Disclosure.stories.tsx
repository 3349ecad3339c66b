import type { Meta, StoryObj } from "@storybook/react-vite";
import { inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { Disclosure } from "../../src/components/ui/Disclosure.tsx";

const meta = {
  component: Disclosure,
  parameters: usage({
    do: ["Use it for an explanation that few readers need.", "Let the summary say what is inside."],
    dont: ["Do not hide errors or required fields in it."],
    keys: [
      ["Tab", "Moves to the summary"],
      ["Enter, Space", "Shows or hides the details"],
    ],
  }),
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
export const Open: Story = { args: { isInitiallyOpen: true } };
export const Quiet: Story = { args: { variant: "quiet", isInitiallyOpen: true } };

export const Toggled: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/counts once/)).not.toBeVisible();
    await userEvent.click(canvas.getByText("How this is counted"));
    await expect(canvas.getByText(/counts once/)).toBeVisible();
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
