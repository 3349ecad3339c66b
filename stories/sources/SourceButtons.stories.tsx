import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SourceButtons } from "../../src/components/sources/SourceButtons.tsx";
import { failedSync, repository, sourceDetail } from "../../tests/fixtures/projects.ts";

const source = { kind: "repository" as const, ...repository() };

const meta = {
  component: SourceButtons,
  args: {
    source,
    detail: sourceDetail({ id: source.id }),
    isBusy: false,
    actions: {
      onPause: fn(),
      onAccess: fn(),
      onImport: fn(),
      onImportFile: fn(),
      onRestricted: fn(),
      onHostAccess: fn(),
      onRename: fn(),
      onRefs: fn(),
      onFolders: fn(),
      onFields: fn(),
      onWebhook: fn(),
      onWriting: fn(),
      onChecks: fn(),
      onReplies: fn(),
      onCompare: fn(),
      onRemove: fn(),
    },
  },
} satisfies Meta<typeof SourceButtons>;
export default meta;
type Story = StoryObj<typeof meta>;

const openMenu = async (): Promise<void> => {
  screen.getByRole("button", { name: "Actions for acme/atlas" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Remove" });
};

export const Repository: Story = {
  parameters: lightPicture,
  play: async ({ args }) => {
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Pause" }));
    await expect(args.actions.onPause).toHaveBeenCalledWith(source, true);
  },
};
/** Its items are sent, so it has no access to change and nothing that a host restricts. */
export const Custom: Story = {
  args: { source: { ...source, kind: "tracker", provider: "custom" } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Import into/ }));
    await expect(args.actions.onImport).toHaveBeenCalled();
    await openMenu();
    await expect(screen.queryByRole("menuitem", { name: /access/i })).toBeNull();
    await expect(screen.queryByRole("menuitem", { name: /restricted/i })).toBeNull();
  },
};
export const NeedsAccess: Story = { args: { source: { ...source, sync: failedSync() } } };
export const BeforeItsDetails: Story = {
  args: { detail: undefined },
  play: async ({ args }) => {
    await openMenu();
    await expect(screen.getAllByRole("menuitem")).toHaveLength(1);
    await userEvent.click(screen.getByRole("menuitem", { name: "Remove" }));
    await expect(args.actions.onRemove).toHaveBeenCalledWith(source);
  },
};
/** A request that pauses the source is pending. */
export const Pausing: Story = {
  args: { isBusy: true },
  play: async () => {
    await openMenu();
    await expect(screen.getByRole("menuitem", { name: "Pause" })).toHaveAttribute("aria-disabled", "true");
  },
};
/** Its host reports no changes: a webhook is not offered. */
export const WithoutWebhooks: Story = {
  args: { detail: sourceDetail({ id: source.id, can_have_webhook: false }) },
  play: async () => {
    await openMenu();
    await expect(screen.queryByRole("menuitem", { name: /webhook/i })).toBeNull();
    await expect(screen.getByRole("menuitem", { name: "Pause" })).toBeVisible();
  },
};
