import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { ColumnLayoutIcon } from "../../src/components/ui/icons.ts";
import { PopoverButton } from "../../src/components/ui/PopoverButton.tsx";

const meta = {
  component: PopoverButton,
  parameters: {
    ...usage({
      do: ["Use it for a few fields or choices that belong to one button."],
      dont: [
        "Do not use it for actions or pages: that is MenuButton.",
        "Do not use it for a hint about a control: that is Tooltip.",
      ],
      keys: BUTTON_KEYS,
    }),
    // The stories of MenuButton have the pictures.
  },
  args: {
    button: { text: "Projects" },
    content: <p>Content</p>,
    label: "Keyboard shortcuts",
    placement: "bottom-start",
  },
} satisfies Meta<typeof PopoverButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "false");
  },
};
export const Opens: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await waitFor(() => expect(screen.getByText("Content")).toBeVisible());
    await expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveFocus();
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveAttribute("aria-expanded", "true");
  },
};
/** The first control has the focus, or the panel where it has none: what is typed at once belongs to it. */
export const TakesTheFocus: Story = {
  args: {
    content: (
      <>
        <button type="button" disabled>
          Apply
        </button>
        <input aria-label="Name" />
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus());
    await userEvent.keyboard("b{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus());
  },
};
/** The look of the button is the caller's. */
export const Outlined: Story = {
  args: { button: { text: "Columns", variant: "outlined", icon: <ColumnLayoutIcon /> }, label: "Columns" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Columns" }));
    await expect(await screen.findByRole("dialog", { name: "Columns" })).toBeVisible();
    // The arrow keys are not those of a menu.
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getByRole("button", { name: "Columns" })).toHaveAttribute("aria-expanded", "false");
  },
};
