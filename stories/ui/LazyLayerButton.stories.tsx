import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { LazyLayerButton } from "../../src/components/ui/LazyLayerButton.tsx";

const meta = {
  component: LazyLayerButton,
  parameters: {
    ...framed,
    ...usage({
      do: ["Use it by MenuButton and PopoverButton, which give it the role of the content."],
      dont: ["Do not use it in other components."],
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
} satisfies Meta<typeof LazyLayerButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "false");
  },
};
/** A click opens the panel, also one before its code is loaded. */
export const Opens: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await expect(await screen.findByRole("dialog", { name: "Projects" })).toBeVisible();
  },
};
