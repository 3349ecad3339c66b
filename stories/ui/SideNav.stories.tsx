import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { inForcedColors, layoutModes, modes, zoomed } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { DocumentIcon, IssueIcon, SearchIcon } from "../../src/components/ui/icons.ts";
import { SideNav } from "../../src/components/ui/SideNav.tsx";

const meta = {
  component: SideNav,
  parameters: usage({
    do: [
      "Use it for the pages of a section with more than five of them, in an order that never changes.",
      "Give each page an icon of its own.",
    ],
    dont: ["Do not use it for views within a page: TabNav selects those."],
    keys: LINK_KEYS,
  }),
  argTypes: {
    current: { control: "select", options: ["search", "issues", "documents"] },
    items: { control: false, table: { type: { summary: "{ id, href, text, icon, count? }[]" } } },
  },
  args: {
    label: "Project",
    current: "issues",
    items: [
      { id: "search", href: "#search", text: "Search", icon: <SearchIcon aria-hidden={true} /> },
      { id: "issues", href: "#issues", text: "Issues", icon: <IssueIcon aria-hidden={true} />, count: "1,204" },
      { id: "documents", href: "#documents", text: "Documents", icon: <DocumentIcon aria-hidden={true} /> },
    ],
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: "10rem" }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof SideNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: /Issues/ })).toHaveAttribute("aria-current", "page");
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveFocus();
  },
};
/** In a narrow window the strip scrolls, and the current page is in view. */
export const Narrow: Story = {
  args: { current: "documents" },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Documents" })).toBeVisible();
  },
};
export const Zoomed: Story = { tags: ["!autodocs"], parameters: zoomed };
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
