import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { NavCount } from "../../src/components/ui/NavCount.tsx";

const meta = {
  component: NavCount,
  parameters: {
    ...usage({
      do: ["Use it inside of a link of a navigation, directly after the name."],
      dont: ["Do not use it for a state: that is Tag."],
      keys: LINK_KEYS,
    }),
    // The stories of TabNav and NavRail have the pictures.
  },
  args: { count: "1,204" },
  render: (args) => (
    <a href="#issues">
      Issues
      <NavCount {...args} />
    </a>
  ),
} satisfies Meta<typeof NavCount>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The name and the number are two words. */
export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Issues 1,204" })).toBeVisible();
  },
};
export const Unknown: Story = {
  args: { count: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link").textContent).toBe("Issues");
  },
};
