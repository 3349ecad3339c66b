import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { WebhookDialog } from "../../src/components/sources/WebhookDialog.tsx";

const meta = {
  parameters: { ...pictures, ...framed },
  component: WebhookDialog,
  args: {
    name: "acme/atlas",
    webhook: {
      url: "https://clew.example/api/v1/webhooks/019aa0c0-0000-7000-8000-000000000000/",
      secret: "Zm9sbG93LXRoZS10aHJlYWQtdGhyb3VnaC10aGUtbWF6ZQ",
      events: ["push", "pull_request", "pull_request_review"],
    },
    onCopy: fn(async () => true),
    onClose: fn(),
  },
} satisfies Meta<typeof WebhookDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
/** The server has no public address. */
export const Unreachable: Story = {
  args: {
    webhook: { url: "http://127.0.0.1:4000/api/v1/webhooks/019aa0c0/", secret: "c2VjcmV0", events: ["push"] },
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Making: Story = { args: { webhook: null } };
export const Failed: Story = {
  args: { webhook: null, failure: "Your role in this project does not allow this." },
  parameters: forState,
};
