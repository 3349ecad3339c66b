import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, layoutModes, modes, forState } from "../../.storybook/modes.ts";
import { ProjectFilters } from "../../src/components/projects/ProjectFilters.tsx";

const meta = {
  parameters: pictures,
  component: ProjectFilters,
  args: {
    value: { text: "", isMine: false, role: "All", sort: "name" },
    count: { shown: 12, total: 12 },
    onChange: fn(),
  },
} satisfies Meta<typeof ProjectFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Untouched: Story = {};
export const Narrowed: Story = {
  parameters: forState,
  args: { value: { text: "atl", isMine: true, role: "Owner", sort: "recent" }, count: { shown: 1, total: 12 } },
};
export const CountNotKnown: Story = { parameters: forState, args: { count: undefined } };
export const OneProject: Story = { parameters: forState, args: { count: { shown: 1, total: 1 } } };
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};

export const UsedByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Narrowed
  render: function Render(args) {
    const [value, setValue] = useState(args.value);
    return (
      <ProjectFilters
        {...args}
        value={value}
        onChange={(next) => {
          setValue(next);
          args.onChange(next);
        }}
      />
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("searchbox", { name: "Search by name" })).toHaveFocus();
    await userEvent.keyboard("atl");
    await expect(args.onChange).toHaveBeenLastCalledWith({ text: "atl", isMine: false, role: "All", sort: "name" });
    await userEvent.click(canvas.getByRole("button", { name: "Clear the search" }));
    await expect(args.onChange).toHaveBeenLastCalledWith({ text: "", isMine: false, role: "All", sort: "name" });
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "My role" }), "Viewer");
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole("switch", { name: "Created by me" })).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(args.onChange).toHaveBeenLastCalledWith({ text: "", isMine: true, role: "Viewer", sort: "name" });
  },
};
