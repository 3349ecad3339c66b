import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { PreviewPanel } from "../../src/components/patterns/PreviewPanel.tsx";
import { Text } from "../../src/components/ui/Text.tsx";

const meta = {
  component: PreviewPanel,
  parameters: {
    ...usage({
      do: ["Use it for an item of a list that stays on the screen."],
      dont: ["Do not repeat the whole page of the item; link to it."],
      keys: [...BUTTON_KEYS, ["Escape", "Closes it"]],
    }),
    // The stories of IssuePreview and SearchPreview have the pictures.
  },
  argTypes: { heading: { control: false }, children: { control: false } },
  args: {
    label: "Preview of atlas#2400",
    title: "Cursor is lost when a filter changes",
    heading: <Text tone="muted">atlas#2400</Text>,
    open: { href: "/projects/atlas/issues/i-0", text: "Open" },
    closeLabel: "Close",
    onClose: fn(),
    children: <p>After a filter changes, the list keeps the old cursor.</p>,
  },
} satisfies Meta<typeof PreviewPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const WithoutPage: Story = {
  args: { open: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).not.toBeInTheDocument();
  },
};
export const ScrollsInAShortPlace: Story = {
  decorators: [
    (Story) => (
      <div style={{ blockSize: 160, display: "grid", gridTemplateRows: "minmax(0, 1fr)" }}>
        <Story />
      </div>
    ),
  ],
  args: { children: <div style={{ blockSize: 600 }}>A tall text</div> },
  play: async ({ args, canvas, userEvent }) => {
    const body = canvas.getByRole("group", { name: args.title });
    await expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await expect(body).toHaveFocus();
    await expect(canvas.getByRole("button", { name: "Close" })).toBeVisible();
  },
};
/** Content that fits is not a tab stop. */
export const Fits: Story = {
  play: async ({ args, canvas }) => {
    const body = canvas.getByRole("group", { name: args.title });
    await waitFor(() => expect(body).not.toHaveAttribute("tabindex"));
  },
};
export const ClosesByEscape: Story = {
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: args.closeLabel }).focus();
    const isHandled = fn((event: KeyboardEvent) => event.defaultPrevented);
    document.addEventListener("keydown", isHandled, { once: true });
    await userEvent.keyboard("{Escape}");
    await expect(args.onClose).toHaveBeenCalledOnce();
    // The list's own shortcut skips a handled key.
    await expect(isHandled).toHaveReturnedWith(true);
  },
};
