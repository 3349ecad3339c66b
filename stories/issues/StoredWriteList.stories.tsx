import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { StoredWriteList } from "../../src/components/issues/StoredWriteList.tsx";
import { storedWrite } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: StoredWriteList,
  args: {
    writes: [storedWrite()],
    pending: [],
    hrefOf: (id) => `#${id}`,
    onRetry: fn(),
    onDiscard: fn(),
  },
} satisfies Meta<typeof StoredWriteList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Refused: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Labels: \+search, −bug/)).toBeVisible();
    await expect(canvas.getByText(/Must have admin rights/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Repeat the change of #418" }));
    await expect(args.onRetry).toHaveBeenCalledWith(args.writes[0]);
    await userEvent.click(canvas.getByRole("button", { name: "Discard the change of #418" }));
    await expect(args.onDiscard).toHaveBeenCalledWith(args.writes[0]);
  },
};
/** It may still arrive: it can be looked for, and not discarded. */
export const Unknown: Story = {
  args: {
    writes: [storedWrite({ state: "unknown", text: null, change: { action: "comment", body: "Seen here too." } })],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Look again at the change of #418" })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: /Discard/ })).toBeNull();
  },
};
export const Several: Story = {
  parameters: lightPicture,
  args: {
    writes: [
      storedWrite({ id: "w-1", state: "lost", text: null }),
      storedWrite({ id: "w-2", state: "unsent", text: null, change: { action: "milestones", add: ["2"], remove: [] } }),
      storedWrite({ id: "w-3", change: { action: "comment", body: "<b>not markup</b> ".repeat(40) } }),
    ],
    pending: ["w-2"],
  },
};
export const None: Story = {
  args: { writes: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("list")).toBeNull();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
