import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { ProjectNameForm } from "../../src/components/projects/ProjectNameForm.tsx";
import { ProjectWebhooks } from "../../src/components/projects/ProjectWebhooks.tsx";

const meta = {
  component: ProjectNameForm,
  args: { name: "Atlas", address: "/projects/atlas", onRename: fn() },
} satisfies Meta<typeof ProjectNameForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Name: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByLabelText("Project name");
    await expect(canvas.getByRole("button", { name: "Rename" })).toBeDisabled();
    await userEvent.type(field, " Two{Enter}");
    await expect(args.onRename).toHaveBeenCalledWith("Atlas Two");
  },
};
export const NameIsEmpty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.clear(canvas.getByLabelText("Project name"));
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("alert")).not.toBeEmptyDOMElement();
    await expect(args.onRename).not.toHaveBeenCalled();
  },
};
export const NameIsBeingSaved: Story = { args: { isBusy: true } };
export const NameWasRefused: Story = { args: { errors: ["This name is too long."] } };
export const NameIsNotTheirs: Story = {
  args: { refusal: "Your role is Viewer. An Owner or Maintainer can rename the project." },
};

const webhooks = [
  { id: "r", name: "acme/atlas" },
  { id: "t", name: "acme/a-repository-with-a-very-long-name-that-has-to-break-somewhere-on-a-phone" },
];
const removeWebhook = fn();
export const Webhooks: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => <ProjectWebhooks webhooks={webhooks} onRemove={removeWebhook} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove webhook: acme/atlas" }));
    await expect(removeWebhook).toHaveBeenCalledWith("r");
  },
};
export const NoWebhooks: Story = { render: () => <ProjectWebhooks webhooks={[]} onRemove={fn()} /> };
export const WebhooksAreNotTheirs: Story = {
  render: () => (
    <ProjectWebhooks
      webhooks={webhooks}
      refusal="Your role is Viewer. An Owner or Maintainer can remove webhooks."
      onRemove={fn()}
    />
  ),
  play: async ({ canvas }) => {
    for (const button of canvas.getAllByRole("button")) await expect(button).toBeDisabled();
  },
};
