import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectNav } from "../../src/components/projects/ProjectNav.tsx";

const meta = {
  component: ProjectNav,
  parameters: { layout: "fullscreen" },
  args: {
    current: "search",
    hrefOf: (tab: string) => `#${tab}`,
    counts: { sources: 2 },
    isCollapsed: false,
    onCollapse: fn(),
    onMore: fn(),
  },
} satisfies Meta<typeof ProjectNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnSearch: Story = { parameters: lightPicture };
export const OnAnIssue: Story = { args: { current: "issues", isBelowCurrent: true } };
export const Turkish: Story = { globals: { locale: "tr" } };
export const Collapsed: Story = {
  args: { isCollapsed: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Expand" }));
    await expect(args.onCollapse).toHaveBeenCalledWith(false);
  },
};
export const Phone: Story = {
  globals: { viewport: { value: "phone" } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getAllByRole("link")).toHaveLength(4);
    await userEvent.click(canvas.getByRole("button", { name: "More" }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
export const ReachedByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveAttribute("aria-current", "page");
    for (const name of ["Overview", "Search", "Ask", "Code", "Issues"]) {
      await userEvent.tab();
      await expect(canvas.getByRole("link", { name })).toHaveFocus();
    }
  },
};
