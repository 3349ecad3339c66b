import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PersonPhoto } from "../../src/components/persons/PersonPhoto.tsx";

const meta = {
  component: PersonPhoto,
  args: { name: "Noor Haddad", src: null },
} satisfies Meta<typeof PersonPhoto>;
export default meta;
type Story = StoryObj<typeof meta>;

const initials = (canvasElement: HTMLElement) => canvasElement.querySelector("[data-initials]");

export const Initials: Story = {
  parameters: lightPicture,
  play: async ({ canvasElement }) => expect(initials(canvasElement)).toBeVisible(),
};
/** Anything but https is not loaded. */
export const UnsafeAddress: Story = {
  args: { src: "javascript:alert(1)" },
  play: async ({ canvasElement }) => expect(initials(canvasElement)).toBeVisible(),
};
export const NotLoaded: Story = {
  args: { src: "https://photo.invalid/none.png" },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(initials(canvasElement)).not.toBeNull());
  },
};
