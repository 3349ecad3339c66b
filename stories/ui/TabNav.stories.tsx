import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { TabNav } from "../../src/components/ui/TabNav.tsx";

const meta = {
  component: TabNav,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for the pages of one section, in an order that never changes.",
        "Name each page with one or two words.",
      ],
      dont: [
        "Do not use it for steps: those have an order and an end.",
        "Do not hide tabs that are not allowed: let the page say why.",
      ],
      keys: LINK_KEYS,
    }),
  },
  argTypes: {
    size: { control: "inline-radio", options: ["medium", "small"] },
    current: { control: "select", options: ["search", "issues", "documents"] },
    items: { control: "object", table: { type: { summary: "{ id, href, text, count? }[]" } } },
  },
  args: {
    label: "Project",
    current: "issues",
    size: "medium",
    items: [
      { id: "search", href: "#search", text: "Search" },
      { id: "issues", href: "#issues", text: "Issues", count: "1,204" },
      { id: "documents", href: "#documents", text: "Documents" },
    ],
  },
} satisfies Meta<typeof TabNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("navigation", { name: "Project" })).toBeVisible();
    await expect(canvas.getByRole("link", { current: "page" })).toHaveAccessibleName("Issues 1,204");
  },
};
export const Small: Story = { args: { size: "small" } };
export const Hover: Story = { parameters: { pseudo: { hover: "a" } } };
export const Focus: Story = { parameters: { pseudo: { focusVisible: "a" } } };
/** Tabs wrap: a truncated name is hard to find. */
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 180 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
