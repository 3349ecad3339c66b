import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { CodeDialog } from "../../src/components/auth/CodeDialog.tsx";

const WRONG = "The code is not right, or was used already.";
const meta = {
  component: CodeDialog,
  args: { onConfirm: fn(), onCancel: fn() },
  parameters: { ...framed },
} satisfies Meta<typeof CodeDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Asks: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const field = await screen.findByLabelText("Code");
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await expect(screen.getByText("This field is required")).toBeVisible();
    await expect(args.onConfirm).not.toHaveBeenCalled();
    await userEvent.type(field, "123456{Enter}");
    await expect(args.onConfirm).toHaveBeenCalledWith("123456");
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: `code: ${WRONG}`, fields: { code: [WRONG] } } },
  play: async () => {
    await expect(await screen.findByText(WRONG)).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
