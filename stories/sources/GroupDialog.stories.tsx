import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { GroupDialog } from "../../src/components/sources/GroupDialog.tsx";
import { linkedGroup } from "../../tests/fixtures/linkedGroups.ts";

const meta = {
  component: GroupDialog,
  parameters: { ...framed },
  args: { group: linkedGroup(), onSave: fn(), onClose: fn() },
} satisfies Meta<typeof GroupDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filter: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: /Only these names/ }), "api-*, web");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      filter: { ...linkedGroup().filter, include: ["api-*", "web"] },
      with_issues: false,
    });
  },
};
export const AccessLost: Story = {
  args: { group: linkedGroup({ state: "failed", error_code: "unauthorized", error: "The token is gone." }) },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect(screen.getByText("This field is required")).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Access token/), "ghp_new");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ credential: { token: "ghp_new" } }));
  },
};
export const RemovedSources: Story = {
  args: {
    group: linkedGroup({
      counts: {
        found: 3,
        linked: 1,
        left_out: { archived: 0, fork: 0, empty: 0, filter: 0 },
        removed: 2,
        linked_otherwise: 0,
        without_room: 0,
        unreadable: 0,
      },
    }),
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { errors: { other: ["github.com did not answer in time."] } } };
export const AccessOfAnother: Story = {
  args: { errors: { other: ["Another person gave this group its account or token. Give it your own access."] } },
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByText(/Another person gave this group its account/)).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: "Give it new access" }));
    await userEvent.type(screen.getByLabelText(/^Access token/), "ghp_own");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ credential: { token: "ghp_own" } }));
  },
};
