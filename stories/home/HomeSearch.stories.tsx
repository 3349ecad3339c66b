import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { HomeSearch } from "../../src/components/home/HomeSearch.tsx";

const meta = {
  component: HomeSearch,
  args: { query: "", onSearch: fn() },
} satisfies Meta<typeof HomeSearch>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Search: Story = {};
export const Searching: Story = { args: { query: "parse url" } };
export const SearchesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox", { name: "Search all your projects" }), " parse url {Enter}");
    await expect(args.onSearch).toHaveBeenCalledWith("parse url");
  },
};
export const EndsTheSearch: Story = {
  args: { query: "parse url" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "End the search" }));
    await expect(args.onSearch).toHaveBeenCalledWith("");
  },
};
