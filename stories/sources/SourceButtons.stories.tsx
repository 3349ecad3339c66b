import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SourceButtons } from "../../src/components/sources/SourceButtons.tsx";
import { failedSync, repository, sourceDetail } from "../../tests/fixtures/projects.ts";

const source = { kind: "repository" as const, ...repository() };

const meta = {
  component: SourceButtons,
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    source,
    detail: sourceDetail({ id: source.id }),
    isBusy: false,
    actions: {
      onPause: fn(),
      onAccess: fn(),
      onImport: fn(),
      onRestricted: fn(),
      onRename: fn(),
      onRefs: fn(),
      onWebhook: fn(),
      onWriting: fn(),
      onCompare: fn(),
      onRemove: fn(),
    },
  },
} satisfies Meta<typeof SourceButtons>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Repository: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Pause/ }));
    await expect(args.actions.onPause).toHaveBeenCalledWith(source, true);
  },
};
/** Its items are sent, so it has no access to change and nothing that a host restricts. */
export const Custom: Story = {
  args: { source: { ...source, kind: "tracker", provider: "custom" } },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Import into/ }));
    await expect(args.actions.onImport).toHaveBeenCalled();
    await expect(canvas.queryByRole("button", { name: /access/i })).toBeNull();
    await expect(canvas.queryByRole("button", { name: /restricted/i })).toBeNull();
  },
};
export const NeedsAccess: Story = { args: { source: { ...source, sync: failedSync() } } };
export const BeforeItsDetails: Story = { args: { detail: undefined } };
/** Its host reports no changes: a webhook is not offered. */
export const WithoutWebhooks: Story = {
  args: { detail: sourceDetail({ id: source.id, can_have_webhook: false }) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: /webhook/i })).toBeNull();
    await expect(canvas.getByRole("button", { name: /^Pause/ })).toBeVisible();
  },
};
