import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Kbd } from "../../src/components/ui/Kbd.tsx";

const meta = {
  component: Kbd,
  parameters: {
    ...pictures,
    ...usage({ do: ["Use one for each key: Ctrl and K are two."], dont: ["Do not use it as a button."] }),
  },
  args: { name: "Enter" },
} satisfies Meta<typeof Kbd>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Sequence: Story = {
  parameters: forState,
  render: () => (
    <p>
      <Kbd name="Ctrl" /> <Kbd name="K" /> <Kbd name="/" /> <Kbd name="↓" />
    </p>
  ),
};
