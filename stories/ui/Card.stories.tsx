import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Card } from "../../src/components/ui/Card.tsx";

const meta = {
  component: Card,
  argTypes: {
    tone: { control: "select", options: ["plain", "raised", "page"] },
    padding: { control: "select", options: [1, 2, 3, 4, "text", "wide"] },
    edge: { control: "select", options: [undefined, "primary", "warning"] },
    children: { control: "text" },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for a group of facts about one thing.",
        "Give it an edge where it answers the question of the page.",
      ],
      dont: ["Do not put a card into a card.", "Do not write border, radius and padding in a module of styles."],
    }),
  },
  args: { children: "Lead time: 3 days" },
} satisfies Meta<typeof Card>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const OneLine: Story = { args: { padding: 2 }, parameters: { chromatic: { disableSnapshot: true } } };
export const Answer: Story = {
  args: { tone: "raised", edge: "primary" },
  parameters: { chromatic: { disableSnapshot: true } },
};
