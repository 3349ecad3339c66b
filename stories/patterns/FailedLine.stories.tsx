import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { FailedLine } from "../../src/components/patterns/FailedLine.tsx";

const meta = {
  component: FailedLine,
  parameters: {
    ...usage({
      do: ["Use it for one small part of a page, where the rest is shown."],
      dont: ["Do not repeat it for parts that fail together: one ErrorState reports them."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    title: "Similar issues could not be searched",
    failure: { text: "The host is being restarted.", status: 503, requestId: "r-77", onCopy: fn(async () => true) },
    onRetry: fn(),
  },
} satisfies Meta<typeof FailedLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas }) => {
    canvas.getByRole("button", { name: "Retry" }).click();
    await expect(args.onRetry).toHaveBeenCalledOnce();
    canvas.getByRole("button", { name: "Copy details" }).click();
    await expect(args.failure.onCopy).toHaveBeenCalledWith(
      "Similar issues could not be searched\nThe host is being restarted.\nStatus 503\nRequest r-77",
    );
  },
};
export const Retrying: Story = { args: { isRetrying: true } };
export const WithNote: Story = { args: { note: "The report below is not affected." } };
export const WithoutDetails: Story = { args: { failure: { text: "The server cannot be reached." } } };
