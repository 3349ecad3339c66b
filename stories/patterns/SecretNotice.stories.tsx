import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { SecretNotice } from "../../src/components/patterns/SecretNotice.tsx";
import { Button } from "../../src/components/ui/Button.tsx";

const SECRET = "clew_api_3NG56M4_mQklnngJSjqnPoEG2MyGnSPttE61t04l_wQ";
const SEVERAL = [
  { value: "https://clew.example/register?token=001", label: "deniz@partner.example", copyName: "Copy link for deniz" },
  { value: "https://clew.example/register?token=002", label: "elif@partner.example", copyName: "Copy link for elif" },
];

const meta = {
  component: SecretNotice,
  parameters: {
    ...usage({
      do: ["Use it for what the server shows once: a token, a link of an invitation, recovery codes."],
      dont: ["Do not use it for a text that can be read again later: that is CopiedText."],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { children: { control: false }, actions: { control: false } },
  args: {
    title: "The token Nightly report is ready",
    text: "Copy it now: it is not shown again.",
    secrets: [{ value: SECRET }],
    copyText: "Copy token",
    onCopy: fn(() => Promise.resolve(true)),
    onDone: fn(),
  },
} satisfies Meta<typeof SecretNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("heading", { name: args.title })).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Copy token" }));
    await expect(args.onCopy).toHaveBeenCalledWith(SECRET);
    await userEvent.click(canvas.getByRole("button", { name: "Done" }));
    await expect(args.onDone).toHaveBeenCalledOnce();
  },
};
export const Several: Story = {
  args: { title: "Invitation links", secrets: SEVERAL, copyText: "Copy link" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy link for elif" }));
    await expect(args.onCopy).toHaveBeenLastCalledWith(SEVERAL[1]?.value);
  },
};
export const CopyRefused: Story = {
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy token" }));
    await expect(await canvas.findByRole("button", { name: "Copying is blocked by the browser" })).toBeVisible();
  },
};
export const WithActions: Story = {
  args: {
    children: <p>Enter it at the directory.</p>,
    actions: <Button text="Download" />,
    doneText: "I have stored it",
  },
};
/** In a dialog that closes it. */
export const WithoutDone: Story = {
  render: ({ title, text, secrets, copyText, onCopy }) => (
    <SecretNotice title={title} text={text} secrets={secrets ?? []} copyText={copyText ?? ""} onCopy={onCopy} />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: "Done" })).toBeNull();
  },
};
/** A secret longer than a narrow page is wide. */
export const Long: Story = {
  args: { secrets: [{ value: `clew_api_${"a".repeat(200)}` }] },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
