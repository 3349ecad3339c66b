import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: Tag,
  argTypes: {
    children: { control: "text" },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    size: { control: "inline-radio", options: ["medium", "large"] },
    minimal: { control: "boolean" },
    round: { control: "boolean" },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for a state or a label of one or two words."],
      dont: ["Do not let the colour be the only sign of a state."],
    }),
  },
  args: { children: "open" },
} satisfies Meta<typeof Tag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
/** Only where the fill itself is shown: it looks like a button. */
export const Filled: Story = {
  args: { minimal: false },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Round: Story = { parameters: forState, args: { round: true } };
