import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { LayerButton } from "../../src/components/ui/LayerButton.tsx";

const meta = {
  component: LayerButton,
  parameters: {
    ...framed,
    ...usage({
      do: ["Use it by MenuButton and PopoverButton, which load it when it is needed."],
      dont: ["Do not import it from other components: the first load would contain it."],
      keys: BUTTON_KEYS,
    }),
    // The stories of MenuButton have the pictures.
  },
  args: {
    button: { text: "Projects" },
    content: <p>Content</p>,
    role: { popup: "dialog", label: "Projects" },
    placement: "bottom-start",
  },
} satisfies Meta<typeof LayerButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "false");
  },
};
/** It replaces a button that was clicked before it was loaded. */
export const InitiallyOpen: Story = {
  args: { isInitiallyOpen: true },
  play: async () => {
    await expect(await screen.findByRole("dialog", { name: "Projects" })).toBeVisible();
  },
};
/** It replaces a button that had the focus. */
export const InitiallyFocused: Story = {
  args: { isInitiallyFocused: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus();
  },
};
