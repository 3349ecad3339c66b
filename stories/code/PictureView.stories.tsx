import type { Meta, StoryObj } from "@storybook/react-vite";
import { PictureView } from "../../src/components/code/PictureView.tsx";

const meta = {
  component: PictureView,
  // The stories of the code page have the pictures.
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    name: "icon.svg",
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="teal"/></svg>')}`,
  },
} satisfies Meta<typeof PictureView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
