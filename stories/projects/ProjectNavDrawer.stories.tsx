import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { ProjectNavDrawer } from "../../src/components/projects/ProjectNavDrawer.tsx";

const meta = {
  component: ProjectNavDrawer,
  parameters: { ...framed },
  globals: { viewport: { value: "phone" } },
  args: {
    name: "Atlas",
    current: "insights",
    hrefOf: (tab: string) => `#${tab}`,
    allHref: "#all",
    isOpen: true,
    onClose: fn(),
  },
} satisfies Meta<typeof ProjectNavDrawer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const drawer = within(await screen.findByRole("dialog", { name: "Atlas" }));
    await expect(drawer.getByRole("link", { name: "Insights" })).toHaveAttribute("aria-current", "page");
    await expect(drawer.getAllByRole("link")).toHaveLength(14);
    const experts = drawer.getByRole("link", { name: "Experts" });
    // Following it would leave the page of the test.
    experts.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(experts);
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
