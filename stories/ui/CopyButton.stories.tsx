import type { Meta, StoryObj } from "@storybook/react-vite";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { CopyButton } from "../../src/components/ui/CopyButton.tsx";

const meta = {
  component: CopyButton,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it next to every token, address and command.", "Name what is copied where several are on a page."],
      dont: ["Do not copy without a press."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    text: "Copy",
    onCopy: () => Promise.resolve(true),
  },
} satisfies Meta<typeof CopyButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Small: Story = { parameters: forState, args: { size: "small", variant: "minimal" } };
export const Copied: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await waitFor(() => expect(canvas.getByRole("status")).toHaveTextContent("Copied"));
  },
};
export const Failed: Story = {
  parameters: forState,
  args: { onCopy: () => Promise.resolve(false) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await waitFor(() => expect(canvas.getByRole("status")).toHaveTextContent("Copying is blocked by the browser"));
  },
};
/** One of several of a page: its name says what it copies. */
export const Named: Story = {
  args: { label: "Copy the token Editor" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Copy the token Editor" })).toHaveTextContent("Copy");
  },
};
