import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DeliveryItem } from "../../src/components/webhooks/DeliveryItem.tsx";
import { delivery } from "../../tests/fixtures/webhooks.ts";

const meta = {
  component: DeliveryItem,
  args: {
    delivery: delivery(),
    isSending: false,
    isOpen: false,
    onSendAgain: fn(),
    onToggle: fn(),
    children: "Request",
  },
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
} satisfies Meta<typeof DeliveryItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Delivered: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Send again: Issue closed" }));
    await expect(args.onSendAgain).toHaveBeenCalled();
    await userEvent.click(canvas.getByText("Details"));
    await expect(args.onToggle).toHaveBeenCalledWith(true);
  },
};
export const Waiting: Story = {
  args: {
    delivery: delivery({
      state: "waiting",
      attempts: 3,
      status: 500,
      error: "The receiver answered with status 500.",
      next_attempt_at: "2026-11-27T09:00:00.000Z",
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: /^Send again/ })).toBeNull();
  },
};
export const Failed: Story = {
  parameters: lightPicture,
  args: { delivery: delivery({ state: "failed", attempts: 9, status: 503 }) },
};
export const NotSent: Story = {
  args: {
    delivery: delivery({
      state: "dropped",
      attempts: 0,
      status: null,
      error: "What it reports is gone or restricted, so nothing was sent.",
    }),
  },
};
export const ATest: Story = { args: { delivery: delivery({ event: "webhook.test" }) } };
export const Open: Story = { args: { isOpen: true } };
export const Sending: Story = { args: { isSending: true } };
