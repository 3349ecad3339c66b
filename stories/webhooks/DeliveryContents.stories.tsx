import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DeliveryContents } from "../../src/components/webhooks/DeliveryContents.tsx";

const meta = {
  component: DeliveryContents,
  args: {
    delivery: {
      id: "0b5a7a3c58f34b56",
      request: JSON.stringify({ type: "issue.closed", data: { issue: { key: "#71", title: "Redirect loop" } } }),
      response: "",
    },
  },
} satisfies Meta<typeof DeliveryContents>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Delivered: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Redirect loop/)).toBeVisible();
  },
};
export const WithAnAnswer: Story = {
  parameters: lightPicture,
  args: { delivery: { id: "0b5a7a3c58f34b56", request: "{}", response: "<h1>Bad gateway</h1>" } },
};
export const Restricted: Story = { args: { delivery: { id: "0b5a7a3c58f34b56", request: null, response: "" } } };
