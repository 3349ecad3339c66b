import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Callout } from "../../src/components/ui/Callout.tsx";

const meta = {
  component: Callout,
  argTypes: {
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    title: { control: "text" },
    children: { control: "text" },
    compact: { control: "boolean" },
    icon: { control: false },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for a notice about the part of the page that follows."],
      dont: ["Do not use it for the result of an action: that is a snackbar."],
    }),
  },
  args: { title: "Indexing is paused", children: "The results are those of yesterday.", icon: false },
} satisfies Meta<typeof Callout>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
/** It replaces a whole part of the page. */
export const Large: Story = { args: { compact: false }, parameters: { chromatic: { disableSnapshot: true } } };
export const Primary: Story = { parameters: forState, args: { intent: "primary" } };
export const Success: Story = { parameters: forState, args: { intent: "success" } };
export const Warning: Story = { parameters: forState, args: { intent: "warning" } };
export const Danger: Story = { parameters: forState, args: { intent: "danger" } };
