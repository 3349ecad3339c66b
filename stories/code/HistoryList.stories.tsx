import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HistoryList } from "../../src/components/code/HistoryList.tsx";
import { codeHistory, historyEntry } from "../../tests/fixtures/code.ts";

const MORE = { paging: "more", failure: null, onMore: fn() } as const;
const COMPLETE = { ...MORE, paging: "complete" } as const;

const meta = {
  component: HistoryList,
  // The stories of the code page have the pictures.
  args: {
    more: COMPLETE,
    entries: codeHistory().entries,
    total: 2,
    commitHref: ({ hash }) => `#${hash}`,
    fileHref: ({ path }): string | null => `#${path}`,
    requestHref: ({ address }) => `#request-${address}`,
    issueHref: ({ address }) => `#${address}`,
    personHref: ({ id }) => `#${id}`,
  },
} satisfies Meta<typeof HistoryList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const OfLines: Story = {
  args: {
    entries: [historyEntry({ change: null, patch: ["@@ -7,2 +7,2 @@", "-  old();", "+  <b>new</b>();"] })],
    total: 1,
  },
};
export const More: Story = {
  args: { total: null, more: MORE },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Show more" }));
    await expect(args.more.onMore).toHaveBeenCalledOnce();
  },
};
export const LoadingMore: Story = { args: { total: null, more: { ...MORE, paging: "loading" } } };
export const Removed: Story = { args: { entries: [historyEntry({ change: "removed" })], fileHref: () => null } };
