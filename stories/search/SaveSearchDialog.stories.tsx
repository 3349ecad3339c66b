import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { pictures, forState } from "../../.storybook/modes.ts";
import { SaveSearchDialog } from "../../src/components/search/SaveSearchDialog.tsx";

const meta = {
  component: SaveSearchDialog,
  parameters: { ...pictures, ...framed },
  args: { q: "retry policy OR backoff", canShare: true, onSave: fn(), onClose: fn() },
} satisfies Meta<typeof SaveSearchDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const WithFilters: Story = { parameters: forState, args: { facets: 2 } };
export const Viewer: Story = { parameters: forState, args: { canShare: false } };
export const Change: Story = {
  parameters: forState,
  args: { facets: 2, saved: { name: "Retry rules", shared: true } },
};
export const Busy: Story = { parameters: { chromatic: { disableSnapshot: true } }, args: { isBusy: true } };
export const Refused: Story = {
  parameters: forState,
  args: {
    failure: {
      text: "name: You already have a saved search of this name in the project.",
      fields: { name: ["You already have a saved search of this name in the project."] },
    },
  },
};
export const SavesWithAName: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Playground
  play: async ({ args, userEvent }) => {
    const name = await screen.findByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(name).toHaveFocus();
    await userEvent.type(name, "  Retry rules ");
    await userEvent.click(screen.getByRole("checkbox", { name: "Notify me when something new matches" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      name: "Retry rules",
      q: "retry policy OR backoff",
      hasFacets: false,
      shared: false,
      watched: true,
    });
  },
};
export const EditsTheQuery: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Change
  args: { facets: 2, saved: { name: "Retry rules", shared: true } },
  play: async ({ args, userEvent }) => {
    const query = await screen.findByRole("textbox", { name: "Query" });
    await userEvent.clear(query);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(query, "backoff");
    await userEvent.click(screen.getByRole("checkbox", { name: "Keep its 2 filters" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ q: "backoff", hasFacets: false }));
  },
};
export const OverAllProjects: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Playground, with two other labels
  args: { isOverAll: true },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: /Share with the company/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /in one of my projects/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ shared: true, watched: true }));
  },
};
