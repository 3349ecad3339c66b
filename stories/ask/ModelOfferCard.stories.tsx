import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelOfferCard } from "../../src/components/ask/ModelOfferCard.tsx";
import { modelOffer } from "../../tests/fixtures/ask.ts";

const meta = {
  component: ModelOfferCard,
  args: { offer: modelOffer(), onSend: fn(), onCancel: fn() },
} satisfies Meta<typeof ModelOfferCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** What leaves is shown before it is sent: its parts, and byte by byte. */
export const Offered: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await expect(canvas.getByText(/“loom-7b” at models\.acme\.example: about 1,840 tokens/)).toBeVisible();
    await expect(canvas.getByText("Why are comments fetched again?")).toBeVisible();
    await expect(canvas.getByText("acme/atlas: src/sync/comments.ts")).toBeVisible();
    await userEvent.click(canvas.getByText("The exact bytes"));
    const bytes = [...canvasElement.querySelectorAll("pre")].at(-1);
    await expect(bytes).toBeVisible();
    await expect(bytes?.textContent.replaceAll("\n", "")).toBe(args.offer.body);
    await userEvent.click(canvas.getByRole("button", { name: "Send to loom-7b" }));
    await expect(args.onSend).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = {
  args: { isBusy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const Sent: Story = {
  args: { isSent: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("What was sent")).toBeVisible();
    await expect(canvas.getByText("Why are comments fetched again?")).not.toBeVisible();
    await expect(canvas.queryByRole("button", { name: /Send/ })).toBeNull();
  },
};
export const WithoutPrices: Story = { args: { offer: modelOffer({ cost: null }) } };
