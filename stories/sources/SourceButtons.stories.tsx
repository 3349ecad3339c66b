import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
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
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Pause/ }));
    await expect(args.actions.onPause).toHaveBeenCalledWith(source, true);
  },
};
export const NeedsAccess: Story = { args: { source: { ...source, sync: failedSync() } } };
export const BeforeItsDetails: Story = { args: { detail: undefined } };
