import type { Meta, StoryObj } from "@storybook/react-vite";
import { framed } from "../../.storybook/framed.ts";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { Dialog, DialogBody } from "../../src/components/ui/Dialog.ts";

const meta = {
  component: Dialog,
  argTypes: {
    title: { control: "text" },
    isOpen: { control: "boolean" },
    canEscapeKeyClose: { control: "boolean" },
    canOutsideClickClose: { control: "boolean" },
    children: { control: false },
  },
  parameters: {
    ...framed,
    ...usage({
      do: ["Use it for a task that must end before the page is used again."],
      dont: ["Do not use it for a yes or no: that is ConfirmDialog."],
      keys: DIALOG_KEYS,
    }),
  },
  args: {
    isOpen: true,
    title: "Rename project",
    children: <DialogBody>All links keep working.</DialogBody>,
    isCloseButtonShown: false,
  },
} satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
