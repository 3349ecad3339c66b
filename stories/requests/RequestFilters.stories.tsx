import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { EMPTY_REQUEST_FILTER } from "../../src/components/requests/requestFilter.ts";
import { RequestFilters } from "../../src/components/requests/RequestFilters.tsx";

const meta = {
  component: RequestFilters,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    filter: EMPTY_REQUEST_FILTER,
    sort: "-updated_at",
    facets: {
      state: [{ value: "open", count: 3 }],
      label: [{ value: "bug", count: 2 }],
      mark: [{ value: "needs-owner", count: 1 }],
      author: [{ value: "elif", count: 3 }],
      reviewer: [{ value: "jonas", count: 1 }],
    },
    sources: [{ id: "source-1", name: "atlas" }],
    onFilter: fn(),
    onSort: fn(),
  },
} satisfies Meta<typeof RequestFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "Merged" }));
    await expect(args.onFilter).toHaveBeenCalledWith({ ...EMPTY_REQUEST_FILTER, states: ["merged"] });
  },
};
export const Narrowed: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  args: {
    filter: { ...EMPTY_REQUEST_FILTER, states: ["merged"], reviewers: ["jonas"], merged: "2026-03" },
    sources: [
      { id: "source-1", name: "atlas" },
      { id: "source-2", name: "tern" },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("combobox", { name: "Merged" })).toHaveDisplayValue("2026-03");
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
