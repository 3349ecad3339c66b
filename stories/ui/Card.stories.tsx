import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { Card } from "../../src/components/ui/Card.ts";

const meta = {
  component: Card,
  argTypes: {
    compact: { control: "boolean" },
    interactive: { control: "boolean" },
    selected: { control: "boolean" },
    children: { control: "text" },
  },
  parameters: usage({ do: ["Use it for a group of facts about one thing."], dont: ["Do not put a card into a card."] }),
  args: { children: "Lead time: 3 days" },
} satisfies Meta<typeof Card>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Compact: Story = { args: { compact: true } };
