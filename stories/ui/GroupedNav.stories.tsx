import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState, lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { GroupedNav } from "../../src/components/ui/GroupedNav.tsx";

const account = {
  id: "account",
  title: "Your account",
  items: [
    { id: "profile", href: "#profile", text: "Profile" },
    { id: "notifications", href: "#notifications", text: "Notifications" },
    { id: "searches", href: "#searches", text: "Saved searches" },
  ],
};
const meta = {
  component: GroupedNav,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for a section with more pages than fit on a line of tabs.", "Group pages by whom they concern."],
      dont: ["Do not use it for fewer than eight pages: tabs are shorter."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    label: "Settings",
    current: "notifications",
    groups: [
      account,
      {
        id: "company",
        title: "Administration",
        items: [
          { id: "company", href: "#company", text: "Company" },
          { id: "audit", href: "#audit", text: "Audit log" },
        ],
      },
    ],
  },
} satisfies Meta<typeof GroupedNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    const list = canvas.getByRole("list", { name: "Administration" });
    await expect(list).toContainElement(canvas.getByRole("link", { name: "Audit log" }));
    await expect(canvas.getByRole("link", { name: "Notifications" })).toHaveAttribute("aria-current", "page");
  },
};
export const OnAPhone: Story = {
  globals: { viewport: { value: "phone" } },
  parameters: lightPicture,
};
/** A user who is no Admin. */
export const OneGroup: Story = {
  parameters: forState,
  args: { groups: [account, { id: "company", title: "Administration", items: [] }] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("heading", { name: "Administration" })).toBeNull();
  },
};
