import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { TokenRow } from "../../src/components/patterns/TokenRow.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";
import { Text } from "../../src/components/ui/Text.tsx";

const meta = {
  component: TokenRow,
  parameters: {
    ...usage({
      do: ["Use it for each list of tokens: what a token opens is a line of text in it."],
      dont: ["Do not show a secret in it: that is SecretNotice, once."],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { children: { control: false }, tags: { control: false }, actions: { control: false } },
  decorators: [
    (Story) => (
      <ul aria-label="Tokens">
        <Story />
      </ul>
    ),
  ],
  args: {
    name: "Nightly report",
    preview: "clew_api_Zm9s…",
    tags: <Tag>Read</Tag>,
    expiresAt: "2026-06-01T09:00:00Z",
    lastUsedAt: "2026-03-01T09:00:00Z",
    lastUse: "from 203.0.113.0/24 with curl",
    children: (
      <Text size="small" tone="muted">
        Atlas, Borealis
      </Text>
    ),
    onRotate: fn(),
    onRevoke: fn(),
  },
} satisfies Meta<typeof TokenRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    // The exact time of the last use is readable by programs and by pointer.
    await expect(canvas.getByText("yesterday")).toHaveAttribute("datetime", "2026-03-01T09:00:00Z");
    await expect(canvas.getByText(/from 203\.0\.113\.0\/24 with curl/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Rotate the secret of Nightly report" }));
    await expect(args.onRotate).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Revoke Nightly report" }));
    await expect(args.onRevoke).toHaveBeenCalledOnce();
  },
};
/** A new secret would not make it valid. */
export const Expired: Story = {
  args: { expiresAt: "2026-02-01T00:00:00Z" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Expired")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: /^Rotate/ })).toBeNull();
    await expect(canvas.getByRole("button", { name: "Revoke Nightly report" })).toBeVisible();
  },
};
export const NeverUsed: Story = {
  args: { expiresAt: null, lastUsedAt: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Does not expire · Never used")).toBeVisible();
    // From where it was used has no meaning without a use.
    await expect(canvas.queryByText(/203\.0\.113/)).toBeNull();
  },
};
/** A kind of token that never expires shows no expiry. */
export const WithoutExpiry: Story = {
  render: ({ name, preview, onRevoke }) => (
    <TokenRow name={name} preview={preview} lastUsedAt={null} onRevoke={onRevoke} />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/expire/i)).toBeNull();
  },
};
export const WithResult: Story = {
  args: {
    actions: <Button size="small" variant="minimal" text="Test" />,
    result: (
      <Text size="small" tone="muted" role="status">
        Works and opens Atlas
      </Text>
    ),
  },
};
/** A name with a control character for the direction of text, on a phone. */
export const LongForeignName: Story = {
  args: { name: `\u202E${"exporter-of-everything-".repeat(6)}` },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
