import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ApiTokenList } from "../../src/components/account/ApiTokenList.tsx";
import { apiToken } from "../../tests/fixtures/account.ts";

const meta = {
  component: ApiTokenList,
  args: {
    tokens: [
      apiToken(),
      apiToken({
        id: "p-2",
        name: "Never used",
        scope: "write",
        projects: ["atlas", "borealis"],
        last_used_at: null,
        last_address: "",
        last_client: "",
      }),
      apiToken({ id: "p-3", name: "Over", expires_at: "2026-02-01T00:00:00Z" }),
    ],
    projectNames: { atlas: "Atlas", borealis: "Borealis" },
    onRotate: fn(),
    onRevoke: fn(),
  },
} satisfies Meta<typeof ApiTokenList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getAllByText(/from 203\.0\.113\.0\/24 with curl/)[0]).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Rotate the secret of Never used" }));
    await expect(args.onRotate).toHaveBeenCalledOnce();
    // A new secret would not make an expired token valid.
    await expect(canvas.queryByRole("button", { name: "Rotate the secret of Over" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Revoke Over" }));
    await expect(args.onRevoke).toHaveBeenCalledOnce();
  },
};
