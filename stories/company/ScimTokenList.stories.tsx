import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ScimTokenList } from "../../src/components/company/ScimTokenList.tsx";
import { directoryToken } from "../../tests/fixtures/directory.ts";

const expired = directoryToken({
  id: "scim-2",
  name: "Okta",
  expires_at: "2026-01-02T08:00:00.000Z",
  last_used_at: null,
  last_address: "",
});
const meta = {
  component: ScimTokenList,
  args: { tokens: [directoryToken(), expired], onRevoke: fn() },
} satisfies Meta<typeof ScimTokenList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Tokens: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Never used/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Revoke Okta" }));
    await expect(args.onRevoke).toHaveBeenCalledWith(expired);
  },
};
