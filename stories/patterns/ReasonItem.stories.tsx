import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { ReasonItem } from "../../src/components/patterns/ReasonItem.tsx";

const meta = {
  component: ReasonItem,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Say the reason first and its weight after it."],
      dont: ["Do not show more than the reader can check: link to the evidence."],
    }),
  },
  decorators: [
    (Story) => (
      <ul style={{ listStyle: "none", margin: 0, maxInlineSize: "24rem", padding: 0 }}>
        <Story />
      </ul>
    ),
  ],
  args: { text: "Defines a name of the report", points: 3.4, share: 1 },
} satisfies Meta<typeof ReasonItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Strongest: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("listitem")).toHaveTextContent("Defines a name of the report+3.4");
  },
};
export const Weak: Story = { args: { points: 0.2, share: 0.06 } };
export const Against: Story = {
  args: { text: "A test: pushed down", points: -1.8, share: 0.5, isAgainst: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("listitem")).toHaveTextContent("−1.8");
  },
};
export const WithWhatItRestsOn: Story = { args: { children: <code>sessionStore</code> } };
export const LongText: Story = {
  args: {
    text: "Changed by commits that speak of the very same thing in many more words than fit into one line of the list",
  },
  parameters: forLayout,
};
export const Turkish: Story = {
  args: { text: "Bildirimdeki bir adı tanımlıyor" },
  globals: { locale: "tr" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("listitem")).toHaveTextContent("+3,4");
  },
  parameters: forLayout,
};
