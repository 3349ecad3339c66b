import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { PopoverButton } from "../../src/components/ui/PopoverButton.tsx";

const meta = {
  component: PopoverButton,
  parameters: {
    ...usage({
      do: ["Use it by `MenuButton`, which loads it when it is needed."],
      dont: ["Do not put a form with several fields into it."],
      keys: BUTTON_KEYS,
    }),
    // The stories of MenuButton have the pictures.
    chromatic: { disableSnapshot: true },
  },
  args: {
    button: { text: "Projects" },
    content: <p>Content</p>,
    popup: "dialog",
    label: "Keyboard shortcuts",
    placement: "bottom-start",
  },
} satisfies Meta<typeof PopoverButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "false");
  },
};
export const Opens: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await waitFor(() => expect(screen.getByText("Content")).toBeVisible());
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "true");
  },
};
export const TakesTheFocus: Story = {
  args: { isFocusedAtFirst: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus();
  },
};
