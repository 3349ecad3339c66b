import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CopiedText } from "../../src/components/company/CopiedText.tsx";

const meta = {
  component: CopiedText,
  args: {
    label: "Redirect address",
    text: "https://clew.example/api/v1/users/sso/callback/1/",
    onCopy: fn(() => Promise.resolve(true)),
  },
  parameters: { chromatic: { disableSnapshot: true } },
} satisfies Meta<typeof CopiedText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Copies: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${args.text}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(args.text);
  },
};
/** The browser does not allow it. */
export const Refused: Story = {
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${args.text}` }));
    await expect(args.onCopy).toHaveBeenCalled();
  },
};
/** A text longer than a narrow page is wide. */
export const Long: Story = {
  args: { text: `clew-verification=${"a".repeat(120)}` },
  decorators: [(Shown) => <div style={{ inlineSize: "20rem" }}>{Shown()}</div>],
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/^clew-verification/)).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
