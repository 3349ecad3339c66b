import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportDialog } from "../../src/components/sources/ImportDialog.tsx";

const source = {
  id: "019aa0c0-0000-7000-8000-000000000000",
  project: "loom",
  name: "Helpdesk",
  link_template: "https://help.example.org/t/{id}",
  holds: ["issue" as const, "request" as const],
  items: { issue: 1204, request: 0, page: 0 },
  cursor: null,
  run: null,
  imported_at: "2026-11-27T09:00:00Z",
  mapping: null,
};
const token = {
  id: "1",
  name: "Nightly export",
  preview: "clew_imp_Zm9s…",
  created_by: "Ada Lovelace",
  created_at: "2026-11-20T09:00:00Z",
  last_used_at: "2026-11-27T09:00:00Z",
};

const meta = {
  component: ImportDialog,
  args: {
    name: "Helpdesk",
    source,
    tokens: [token, { ...token, id: "2", name: "Trial", last_used_at: null }],
    created: null,
    server: "https://clew.example",
    onFile: fn(),
    onCreate: fn(),
    onRevoke: fn(),
    onCopy: fn(async () => true),
    onClose: fn(),
  },
  parameters: { ...framed },
} satisfies Meta<typeof ImportDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithTokens: Story = {
  parameters: lightPicture,
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Import a file…" }));
    await expect(args.onFile).toHaveBeenCalledOnce();
    await expect(dialog.getByText("1,204 issues and 0 requests are stored.", { exact: false })).toBeVisible();
    await userEvent.type(dialog.getByLabelText("Purpose"), "Weekly");
    await userEvent.click(dialog.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).toHaveBeenCalledWith("Weekly");
    await userEvent.click(dialog.getByRole("button", { name: "Revoke Trial" }));
    await expect(args.onRevoke).toHaveBeenCalled();
  },
};
export const Empty: Story = { args: { source: { ...source, imported_at: null }, tokens: [] } };
export const Pages: Story = {
  args: { source: { ...source, holds: ["page"], items: { issue: 0, request: 0, page: 1 } } },
};
export const Running: Story = { args: { source: { ...source, run: "run-1" } } };
export const Created: Story = {
  args: { created: { ...token, token: "clew_imp_Zm9sbG93LXRoZS10aHJlYWQtdGhyb3VnaC10aGUtbWF6ZQ" } },
};
export const Refused: Story = {
  args: { refusal: { text: "This source has 20 import tokens already. Revoke one first." } },
};
export const Loading: Story = { args: { source: null, tokens: [] } };
export const Failed: Story = { args: { source: null, tokens: [], failure: "The server is not reachable." } };
