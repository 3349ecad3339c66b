import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { EntryCard } from "../../src/components/patterns/EntryCard.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: EntryCard,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for an entry of a list of settings that has a state and actions."],
      dont: ["Do not use it for a panel of a page: that is PanelCard."],
      keys: [],
    }),
  },
  argTypes: { badge: { control: false }, children: { control: false } },
  args: {
    title: "Release board",
    headingLevel: 3,
    badge: <Tag intent="success">On</Tag>,
    children: <Button size="small" variant="outlined" text="Send a test" />,
  },
} satisfies Meta<typeof EntryCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: /^Release board/ })).toBeVisible();
  },
};
export const WithoutABadge: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { badge: undefined },
};
export const LongName: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { title: "incident-response-tooling/".repeat(8) },
};
