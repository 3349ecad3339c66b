import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Skeleton } from "../../src/components/ui/Skeleton.tsx";

const meta = {
  component: Skeleton,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Give it the shape and the height of what is to come, so that nothing moves.",
        "Let the first of a part of a page announce the wait.",
      ],
      dont: ["Do not show it for a refetch: the old data stays."],
    }),
  },
} satisfies Meta<typeof Skeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Rows: Story = { parameters: forState, args: { shape: "rows", count: 6 } };
export const Cards: Story = { parameters: forState, args: { shape: "cards", count: 3 } };
/** A further placeholder of a part of a page, of which the first is announced. */
export const Unannounced: Story = {
  args: { isAnnounced: false },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.queryByRole("status")).toBeNull();
    await expect(canvasElement).toHaveTextContent(/^$/);
  },
};
/** The height of what is to come. Only the word is in the status, which is not busy: a screen reader would hold it back. */
export const Height: Story = {
  args: { shape: "rows", count: 2, height: "5rem" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, canvasElement }) => {
    const status = canvas.getByRole("status");
    await expect(status).toHaveTextContent(/^Loading$/);
    await expect(status.closest("[aria-busy]")).toBeNull();
    const bones = [...canvasElement.querySelectorAll("[aria-hidden=true] > *")];
    await expect(bones.map((bone) => bone.getBoundingClientRect().height)).toEqual([80, 80]);
  },
};
