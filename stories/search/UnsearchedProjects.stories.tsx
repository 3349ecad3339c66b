import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { UnsearchedProjects } from "../../src/components/search/UnsearchedProjects.tsx";

const meta = {
  parameters: pictures,
  component: UnsearchedProjects,
  args: { projects: ["Tern", "Clew"], onSearch: fn() },
} satisfies Meta<typeof UnsearchedProjects>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Few: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("status")).toHaveTextContent(/Tern.*Clew/);
    await userEvent.click(canvas.getByRole("button"));
    await expect(args.onSearch).toHaveBeenCalledOnce();
  },
};

/** More than eight names are counted. */
export const Many: Story = {
  args: { projects: Array.from({ length: 41 }, (_, at) => `Project ${at + 1}`) },
  parameters: forLayout,
};

export const One: Story = { parameters: forState, args: { projects: ["Tern"] } };

export const Searching: Story = { parameters: forState, args: { isSearching: true } };

export const Failed: Story = {
  args: { failure: "Please check your internet connection" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent(/Please check your internet connection/);
  },
};
