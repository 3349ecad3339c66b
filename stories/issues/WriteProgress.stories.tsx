import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { WriteProgress } from "../../src/components/issues/WriteProgress.tsx";
import { writeBatch } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: WriteProgress,
  args: { batch: writeBatch({ held: 12 }, { send_in_ms: 7200 }), isUndoing: false, onUndo: fn() },
} satisfies Meta<typeof WriteProgress>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Nothing is sent yet. The seconds are not in the status, which would be read out each second. */
export const Held: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("in 8 seconds")).toBeVisible();
    await expect(canvas.getByRole("status")).toHaveTextContent("Labels: 12 issues are changed in a moment");
    await userEvent.click(canvas.getByRole("button", { name: "Undo" }));
    await expect(args.onUndo).toHaveBeenCalled();
  },
};
/** What was sent stays; the rest can be stopped. */
export const UnderWay: Story = {
  parameters: lightPicture,
  args: { batch: writeBatch({ held: 6, sending: 1, done: 4, refused: 1 }, { send_in_ms: 0 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("4 of 12 changed");
    await expect(canvas.getByRole("button", { name: "Stop the rest" })).toBeVisible();
  },
};
export const Done: Story = {
  args: { batch: writeBatch({ done: 11, refused: 1 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("11 issues changed");
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Undone: Story = { args: { batch: writeBatch({}) } };
export const Turkish: Story = { globals: { locale: "tr" } };
