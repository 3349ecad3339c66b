import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { PanelCard } from "../../src/components/patterns/PanelCard.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";
const meta = {
  component: PanelCard,
  parameters: {
    ...pictures,
    ...usage({ do: ["Use it for a part of a page that loads by itself."], dont: ["Do not nest cards."] }),
  },
  args: {
    title: "Where to look",
    children: <p>Three files are named by the report.</p>,
  },
} satisfies Meta<typeof PanelCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const WithLead: Story = {
  args: {
    lead: "Ranked by what the report says and what was changed for such reports.",
  },
};
export const WithBadgeAndAction: Story = {
  args: { badge: <Tag>3</Tag>, actions: <Button text="Copy" /> },
};
export const LongTitle: Story = {
  args: { title: "incident-response-tooling ".repeat(6) },
  parameters: forLayout,
};
