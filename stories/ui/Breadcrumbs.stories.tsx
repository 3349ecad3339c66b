import type { Meta, StoryObj } from "@storybook/react-vite";
import { modes } from "../../.storybook/modes.ts";
import { Breadcrumbs } from "../../src/components/ui/Breadcrumbs.tsx";

const meta = {
  component: Breadcrumbs,
  args: {
    crumbs: [{ text: "Projects", href: "/projects" }, { text: "Atlas", href: "/projects/atlas" }, { text: "Issues" }],
  },
} satisfies Meta<typeof Breadcrumbs>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const LongNames: Story = {
  args: {
    crumbs: [
      { text: "Projects", href: "/projects" },
      { text: "incident-response-tooling-".repeat(6), href: "/x" },
      { text: "Issues" },
    ],
  },
  parameters: { chromatic: { modes: { narrow: modes.narrow } } },
};
