import type { Meta, StoryObj } from "@storybook/react-vite";
import { framed } from "../../.storybook/framed.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.ts";
import { Popover, PopupKind } from "../../src/components/ui/Popover.ts";

const meta = {
  component: Popover,
  argTypes: {
    placement: { control: "select", options: ["bottom-start", "bottom", "bottom-end", "top", "right"] },
    arrow: { control: "boolean" },
    usePortal: { control: "boolean" },
    content: { control: false },
    children: { control: false },
  },
  parameters: {
    ...framed,
    ...usage({
      do: ["Use PopoverButton, which names the dialog and returns the focus."],
      dont: ["Do not use it for a hint about a control."],
      keys: [
        ["Enter, Space", "Open it"],
        ["Escape", "Closes it"],
      ],
    }),
  },
  args: {
    placement: "bottom-start",
    popupKind: PopupKind.DIALOG,
    content: <p style={{ margin: "1rem" }}>Two columns are hidden.</p>,
    children: <Button text="Columns" />,
  },
} satisfies Meta<typeof Popover>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
