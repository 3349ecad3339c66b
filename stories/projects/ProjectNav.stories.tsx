import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { layoutModes, modes } from "../../.storybook/modes.ts";
import { ProjectNav } from "../../src/components/projects/ProjectNav.tsx";

const meta = {
  component: ProjectNav,
  args: { current: "search", hrefOf: (tab: string) => `?tab=${tab}`, counts: { sources: 2 } },
} satisfies Meta<typeof ProjectNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnSearch: Story = {};
export const OnPeople: Story = { args: { current: "people", counts: { sources: 2, people: 14 } } };
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const ReachedByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as OnSearch
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Search" })).toHaveAttribute("aria-current", "page");
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Issues" })).toHaveFocus();
  },
};
