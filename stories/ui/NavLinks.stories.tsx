import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { NavLinks } from "../../src/components/ui/NavLinks.tsx";

const meta = {
  component: NavLinks,
  parameters: {
    ...usage({
      do: ["Use it by `TabNav` and `SideNav`, which give it a look."],
      dont: ["Do not use it for actions: each item is a link."],
      keys: LINK_KEYS,
    }),
    // The stories of TabNav and SideNav have the pictures.
    chromatic: { disableSnapshot: true },
  },
  args: {
    label: "Pages",
    items: [
      { id: "search", href: "/search", text: "Search" },
      { id: "issues", href: "/issues", text: "Issues", count: "12" },
    ],
    current: "search",
    styles: {},
  },
} satisfies Meta<typeof NavLinks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveAttribute("aria-current", "page");
    await expect(canvas.getByRole("link", { name: "Issues 12" })).not.toHaveAttribute("aria-current");
  },
};
