import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FIELD_KEYS, usage } from "../../.storybook/usage.ts";
import { FacetFilter } from "../../src/components/patterns/FacetFilter.tsx";
import { FilterBar } from "../../src/components/patterns/FilterBar.tsx";
import { Select } from "../../src/components/ui/Select.tsx";

const meta = {
  component: FilterBar,
  parameters: {
    ...usage({
      do: ["Use it above a list that is narrowed by a text, a state and further values."],
      dont: ["Do not use it for the results of a search: their facets are at their side."],
      keys: [...FIELD_KEYS, ["/", "Moves to the text"]],
    }),
  },
  argTypes: { children: { control: false }, arrangement: { control: false } },
  args: {
    label: "Filter issues",
    text: { label: "Search in titles", text: "", onChange: fn() },
    state: {
      label: "State",
      value: "all",
      options: [
        { value: "all", text: "All" },
        { value: "open", text: "Open" },
      ],
      onChange: fn(),
    },
    arrangement: (
      <Select aria-label="Order" value="new" options={[{ value: "new", text: "Newest first" }]} onValueChange={fn()} />
    ),
    children: (
      <FacetFilter name="Label" choices={[{ value: "bug", label: "bug", count: 2 }]} chosen={[]} onChange={fn()} />
    ),
  },
} satisfies Meta<typeof FilterBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "Open" }));
    await expect(args.state.onChange).toHaveBeenCalledWith("open");
    await userEvent.type(canvas.getByRole("searchbox"), "cursor");
    await waitFor(() => expect(args.text.onChange).toHaveBeenCalledWith("cursor"));
    await expect(canvas.queryByRole("button", { name: "Clear filters" })).toBeNull();
  },
};
export const Narrowed: Story = {
  args: { onClear: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Clear filters" }));
    await expect(args.onClear).toHaveBeenCalledOnce();
  },
};
/** Filters of a link that have no control. */
export const Restricted: Story = {
  args: { restrictions: [{ text: "Without bots", onRemove: fn() }] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove the filter “Without bots”" }));
    await expect(args.restrictions?.[0]?.onRemove).toHaveBeenCalledOnce();
  },
};
/** Below 640 px the filters are behind a button, whose words say what it does. */
export const Narrow: Story = {
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole("button", { name: /^Label/ })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "More filters" }));
    await expect(canvas.getByRole("button", { name: /^Label/ })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Fewer filters" }));
    await expect(canvas.queryByRole("button", { name: /^Label/ })).toBeNull();
  },
};
export const Turkish: Story = {
  ...Narrowed,
  globals: { locale: "tr" },
  play: undefined,
};
