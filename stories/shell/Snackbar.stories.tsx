import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { Snackbar } from "../../src/components/shell/Snackbar.tsx";

const meta = {
  component: Snackbar,
  parameters: {
    ...pictures,
    layout: "fullscreen",
  },
  decorators: [
    (Story) => (
      <div style={{ minHeight: "14rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { snackbar: { message: "Saved", color: "success" } },
} satisfies Meta<typeof Snackbar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const ErrorMessage: Story = {
  parameters: forState,
  args: { snackbar: { message: "name: Taken\nurl: Invalid format", color: "error" } },
};
export const Info: Story = {
  parameters: forState,
  args: { snackbar: { message: "A new code was sent", color: "info" } },
};
export const Warning: Story = {
  parameters: forState,
  args: { snackbar: { message: "The host answers slowly", color: "warning" } },
};
