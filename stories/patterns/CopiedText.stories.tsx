import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { CopiedText } from "../../src/components/patterns/CopiedText.tsx";

const meta = {
  component: CopiedText,
  args: {
    label: "Redirect address",
    text: "https://clew.example/api/v1/users/sso/callback/1/",
    onCopy: fn(() => Promise.resolve(true)),
  },
  parameters: {
    ...usage({
      do: ["Use it for an address or a command that the reader enters elsewhere."],
      dont: ["Do not use it for a secret that is shown once: that is SecretNotice."],
      keys: BUTTON_KEYS,
    }),
  },
} satisfies Meta<typeof CopiedText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${args.text}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(args.text);
  },
};
export const WithoutLabel: Story = {
  args: { label: undefined, action: "Copy the command", text: "clew import FILE" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy the command" }));
    await expect(args.onCopy).toHaveBeenCalledWith("clew import FILE");
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
