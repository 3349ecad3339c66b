import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { SavedSearchList } from "../../src/components/search/SavedSearchList.tsx";
import { savedSearch } from "../../tests/fixtures/search.ts";

const own = savedSearch({ id: "own", name: "Retry rules", q: "retry policy OR backoff", watched: true });
const shared = savedSearch({ id: "shared", name: "Open crashes", q: "kind:issue state:open crash", shared: true });
const others = savedSearch({
  id: "others",
  name: "Release blockers",
  q: "label:blocker",
  shared: true,
  owner: "Çiğdem Öztürk",
});

const meta = {
  parameters: pictures,
  component: SavedSearchList,
  args: {
    searches: [own, shared, others],
    hrefOf: ({ q }) => `/projects/atlas?q=${encodeURIComponent(q)}`,
    mayRemove: ({ owner }) => owner === null,
    onWatch: fn(),
    onEdit: fn(),
    onRemove: fn(),
  },
} satisfies Meta<typeof SavedSearchList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const TooBroad: Story = {
  parameters: forState,
  args: { searches: [savedSearch({ name: "Everything", q: "the", watched: true, too_broad: true })] },
};
export const Busy: Story = { parameters: forState, args: { busy: ["own"] } };
export const LongQuery: Story = {
  args: {
    searches: [savedSearch({ q: `path:${"very/long/folder/".repeat(8)} retry`, name: "A long one ".repeat(8) })],
  },
  parameters: forLayout,
};
export const IsWatchedAndDeleted: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Playground
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("switch", { name: "Notify me of new matches of Open crashes" }));
    await expect(args.onWatch).toHaveBeenCalledWith(shared, true);
    await expect(canvas.queryByRole("button", { name: "Delete Release blockers" })).toBeNull();
    await expect(canvas.queryByRole("button", { name: "Change Release blockers" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Change Retry rules" }));
    await expect(args.onEdit).toHaveBeenCalledWith(own);
    await userEvent.click(canvas.getByRole("button", { name: "Delete Retry rules" }));
    await expect(args.onRemove).toHaveBeenCalledWith(own);
  },
};
export const OverAllProjects: Story = {
  parameters: forState,
  args: {
    hasProjects: true,
    searches: [
      own,
      savedSearch({
        id: "all",
        name: "Licence headers",
        q: "SPDX -file:test",
        project: null,
        shared: true,
        watched: true,
      }),
      savedSearch({ id: "broad", name: "Todo", q: "todo", project: null, watched: true, too_broad: true }),
    ],
  },
};
