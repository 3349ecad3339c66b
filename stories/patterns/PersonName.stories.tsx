import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { PersonName } from "../../src/components/patterns/PersonName.tsx";

const meta = {
  component: PersonName,
  parameters: {
    ...usage({
      do: ["Use it for a person within a sentence or a line of facts."],
      dont: [
        "Do not give it an address of a page that the reader cannot open.",
        "Use `PersonLink` where there is space for a picture.",
        "Do not remove the underline within a text: a colour alone does not show a link.",
      ],
      keys: LINK_KEYS,
    }),
  },
  args: { name: "Ada Kaya", href: "/projects/atlas/people/ada-kaya-u-ada" },
  render: (args) => (
    <p>
      Changed by <PersonName {...args} /> last week
    </p>
  ),
} satisfies Meta<typeof PersonName>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** An identity that belongs to no person of the project. */
export const WithoutAPage: Story = {
  args: { href: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
/** In a cell of a table, or alone on its line. */
export const NotUnderlined: Story = { args: { isUnderlined: false } };
export const Shortened: Story = {
  args: { name: "Wolfeschlegelsteinhausenbergerdorff".repeat(4), overflow: "ellipsis", isUnderlined: false },
  render: (args) => (
    <p style={{ display: "flex", inlineSize: 160 }}>
      <PersonName {...args} />
    </p>
  ),
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole("link")).toHaveAttribute("title", args.name);
  },
};
export const RightToLeft: Story = { args: { name: "שרה לוי" } };
