import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { PersonLink } from "../../src/components/patterns/PersonLink.tsx";

const meta = {
  component: PersonLink,
  parameters: {
    ...usage({
      do: ["Use it for a person in a fact, with the address of their page."],
      dont: ["Do not use it for a person of a list with more facts: use PersonListItem."],
      keys: LINK_KEYS,
    }),
  },
  args: { name: "Ada Kaya", href: "/projects/atlas/people/ada" },
} satisfies Meta<typeof PersonLink>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole("link", { name: "Ada Kaya" })).toHaveAttribute("href", args.href);
  },
};
/** An identity that belongs to no person of the project. */
export const WithoutAPage: Story = {
  args: { href: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
    await expect(canvas.getByText("Ada Kaya")).toBeVisible();
  },
};
export const LongName: Story = {
  args: { name: "Wolfeschlegelsteinhausenbergerdorff".repeat(4) },
};
