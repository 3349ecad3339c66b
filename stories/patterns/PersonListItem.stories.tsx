import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { PersonListItem } from "../../src/components/patterns/PersonListItem.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: PersonListItem,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for people in lists, with what distinguishes two of one name."],
      dont: ["Do not show an address where the reader may not see it."],
    }),
  },
  args: { name: "Ada Kaya" },
} satisfies Meta<typeof PersonListItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const WithAddress: Story = { args: { lines: ["ada@acme.example"] } };
export const WithTagAndLines: Story = {
  args: { tags: <Tag>You</Tag>, lines: ["ada@acme.example", "", "The last Admin stays."] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The last Admin stays.")).toBeVisible();
    await expect(canvas.getByText("You")).toBeVisible();
  },
};
export const LongName: Story = {
  args: { name: "Wolfeschlegelsteinhausenbergerdorff".repeat(4), lines: [`${"ada".repeat(60)}@acme.example`] },
  parameters: forLayout,
};
