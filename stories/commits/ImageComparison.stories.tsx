import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { ErrorState } from "../../src/components/patterns/ErrorState.tsx";
import { ImageComparison } from "../../src/components/commits/ImageComparison.tsx";

const meta = {
  component: ImageComparison,
  // The stories of the commit page have the pictures.
  args: {
    before: "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=",
    after: null,
  },
} satisfies Meta<typeof ImageComparison>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const Added: Story = { args: { before: undefined } };
/** Not the same as a picture that cannot be shown. */
export const Failed: Story = {
  args: {
    before: { failure: <ErrorState title="The picture could not be loaded" failure={{ text: "Timed out." }} /> },
  },
};
export const Loading: Story = { args: { isLoading: true } };
