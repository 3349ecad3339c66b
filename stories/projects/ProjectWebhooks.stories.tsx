import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { ProjectWebhooks } from "../../src/components/projects/ProjectWebhooks.tsx";

const meta = {
  parameters: pictures,
  component: ProjectWebhooks,
  args: {
    webhooks: [
      { id: "r", name: "acme/atlas" },
      { id: "t", name: "acme/a-repository-with-a-very-long-name-that-has-to-break-somewhere-on-a-phone" },
    ],
    onRemove: fn(),
  },
} satisfies Meta<typeof ProjectWebhooks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove webhook: acme/atlas" }));
    await expect(args.onRemove).toHaveBeenCalledWith("r");
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const None: Story = { args: { webhooks: [] }, parameters: forState };
export const ReadOnly: Story = {
  args: { refusal: "Your role is Viewer. An Owner or Maintainer can remove webhooks." },
  play: async ({ canvas }) => {
    for (const button of canvas.getAllByRole("button")) await expect(button).toBeDisabled();
  },
};
