import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, within } from "storybook/test";
import { ProjectPartsDrawer } from "../../src/components/projects/ProjectPartsDrawer.tsx";

const meta = {
  component: ProjectPartsDrawer,
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { viewport: { value: "phone" } },
  args: {
    name: "Atlas",
    current: "insights",
    hrefOf: (tab: string) => `#${tab}`,
    allHref: "#all",
    isOpen: true,
    onClose: fn(),
  },
} satisfies Meta<typeof ProjectPartsDrawer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  play: async ({ args, userEvent }) => {
    const drawer = within(await screen.findByRole("dialog", { name: "Atlas" }));
    await expect(drawer.getByRole("link", { name: "Insights" })).toHaveAttribute("aria-current", "page");
    await expect(drawer.getAllByRole("link")).toHaveLength(13);
    await userEvent.click(drawer.getByRole("link", { name: "Experts" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
