import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { PictureView } from "../../src/components/patterns/PictureView.tsx";

const meta = {
  component: PictureView,
  // The stories of the code page have the pictures.
  parameters: {
    ...usage({
      do: ["Use it for a picture of a repository or a wiki."],
      dont: ["Do not use it for the photo of a person: that is PersonPhoto."],
    }),
  },
  args: {
    name: "icon.svg",
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="teal"/></svg>')}`,
  },
} satisfies Meta<typeof PictureView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
