import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fireEvent, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import {
  DocumentIcon,
  IssueIcon,
  MenuClosedIcon,
  MenuOpenIcon,
  MoreIcon,
  SearchIcon,
} from "../../src/components/ui/icons.ts";
import { NavRail } from "../../src/components/ui/NavRail.tsx";

const meta = {
  component: NavRail,
  parameters: {
    ...usage({
      do: [
        "Use it for the pages of a section with more than five of them, in an order that never changes.",
        "Give each page an icon of its own, and mark the four most used ones as frequent.",
      ],
      dont: ["Do not use it for views within a page: TabNav selects those."],
      keys: LINK_KEYS,
    }),
    layout: "fullscreen",
  },
  argTypes: {
    current: { control: "select", options: ["search", "issues", "documents"] },
    items: { control: false },
    head: { control: false },
  },
  args: {
    label: "Project",
    current: "issues",
    isCollapsed: false,
    items: [
      { id: "search", href: "#search", text: "Search", icon: <SearchIcon aria-hidden={true} />, isFrequent: true },
      {
        id: "issues",
        href: "#issues",
        text: "Issues",
        icon: <IssueIcon aria-hidden={true} />,
        count: "1,204",
        isFrequent: true,
      },
      {
        id: "documents",
        href: "#documents",
        text: "Documents",
        icon: <DocumentIcon aria-hidden={true} />,
        startsGroup: true,
      },
    ],
    toggle: { text: "Collapse", icon: <MenuClosedIcon aria-hidden={true} />, onClick: fn() },
    more: { text: "More", icon: <MoreIcon aria-hidden={true} />, onClick: fn() },
  },
} satisfies Meta<typeof NavRail>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Issues 1,204" })).toHaveAttribute("aria-current", "page");
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Collapse" }));
    await expect(args.toggle.onClick).toHaveBeenCalledOnce();
  },
};
/** An issue is below the issues: the item is current, but its page is another one. */
export const BelowAPage: Story = {
  args: { isBelowCurrent: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Issues 1,204" })).toHaveAttribute("aria-current", "true");
  },
};
/** The name of an icon is shown to the pointer and to the keyboard, and Escape hides it. */
export const Collapsed: Story = {
  args: {
    isCollapsed: true,
    toggle: { text: "Expand", icon: <MenuOpenIcon aria-hidden={true} />, onClick: fn() },
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const rail = canvas.getByRole("navigation", { name: "Project" });
    await expect(rail.getBoundingClientRect().width).toBe(56);
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveFocus();
    const hint = () => canvasElement.querySelector("nav > [role=tooltip]");
    await expect(hint()).toBeVisible();
    await expect(hint()).toHaveTextContent("Search");
    await userEvent.keyboard("{Escape}");
    await expect(hint()).toBeNull();
    const documents = canvas.getByRole("link", { name: "Documents" });
    await userEvent.hover(documents);
    await expect(hint()).toHaveTextContent("Documents");
    // Between the icon and the hint the pointer is on nothing else, so that the hint stays.
    const { right, top, height } = documents.getBoundingClientRect();
    const gap = Math.ceil((hint()?.getBoundingClientRect().left ?? 0) - right);
    const between = Array.from({ length: gap }, (_, at) => document.elementFromPoint(right + at, top + height / 2));
    await expect(new Set(between)).toEqual(new Set([hint()]));
    // The simulated pointer names no element that it comes from, so that React takes every move for one out of the window.
    await fireEvent.pointerOver(between[0] ?? documents);
    await expect(hint()).toHaveTextContent("Documents");
  },
};
/** On a phone it is a bar at the bottom with the frequent pages, and a button for the others. */
export const Phone: Story = {
  globals: { viewport: { value: "phone" } },
  play: async ({ args, canvas, userEvent }) => {
    const rail = canvas.getByRole("navigation", { name: "Project" });
    await expect(Math.round(rail.getBoundingClientRect().bottom)).toBe(window.innerHeight);
    await expect(canvas.queryByRole("link", { name: "Documents" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "More" }));
    await expect(args.more.onClick).toHaveBeenCalledOnce();
  },
};
