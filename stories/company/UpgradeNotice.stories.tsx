import type { Meta, StoryObj } from "@storybook/react-vite";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { forState, pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { UpgradeNotice } from "../../src/components/company/UpgradeNotice.tsx";

const meta = {
  component: UpgradeNotice,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Say what the feature does, and which plan has it."],
      dont: ["Do not use it for a missing permission: that is not for sale."],
      keys: LINK_KEYS,
    }),
  },
  args: { feature: "insights", contactHref: "/support?topic=upgrade" },
} satisfies Meta<typeof UpgradeNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Insights: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 2 })).toHaveTextContent(
      "Insights is part of the Enterprise plan",
    );
    await expect(canvas.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/support?topic=upgrade");
  },
};
export const DocumentExplorer: Story = {
  parameters: forState,
  args: { feature: "document_explorer" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading")).toHaveTextContent(
      "Document Explorer is part of the Premium and Enterprise plans",
    );
  },
};
export const ExpertRecommenderInAPanel: Story = { args: { feature: "expert_recommender", headingLevel: 3 } };
export const Mcp: Story = { parameters: forState, args: { feature: "mcp" } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
