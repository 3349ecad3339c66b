import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect, fn, screen, waitFor, within } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { FacetFilter } from "../../src/components/patterns/FacetFilter.tsx";

const meta = {
  component: FacetFilter,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for several values of one property, with the number of rows behind each."],
      dont: ["Do not use it for one value: that is a Select."],
      keys: [
        ["Enter, Space", "Opens the list, or toggles a value"],
        ["Tab", "Moves between values"],
        ["Escape", "Closes the list"],
      ],
    }),
  },
  args: {
    name: "Labels",
    choices: [
      { value: "bug", label: "bug", count: 12 },
      { value: "ui", label: "ui", count: 3 },
    ],
    chosen: [],
    onChange: fn(),
  },
} satisfies Meta<typeof FacetFilter>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
/** Space toggles a value and leaves the list open; Escape closes it and returns the focus. */
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Labels" });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const list = within(await screen.findByRole("dialog", { name: "Labels" }));
    const first = list.getByRole("checkbox", { name: /^bug/ });
    await waitFor(() => expect(list.getByText("bug")).toBeVisible());
    for (let presses = 0; presses < 4 && document.activeElement !== first; presses++) await userEvent.tab();
    await expect(first).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(args.onChange).toHaveBeenCalledWith(["bug"]);
    await expect(list.getByText("bug")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  },
};
export const OneChosen: Story = { args: { chosen: ["bug"] } };
export const NoChoices: Story = { args: { choices: [] } };
export const WithoutCounts: Story = {
  args: { choices: [{ value: "bug", label: "bug" }] },
};
export const Many: Story = {
  args: {
    choices: Array.from({ length: 40 }, (_, index) => ({
      value: `l${index}`,
      label: `label ${index}`,
      count: index,
    })),
  },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
