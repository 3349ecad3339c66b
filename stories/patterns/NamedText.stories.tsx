import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { NamedText } from "../../src/components/patterns/NamedText.tsx";

const meta = {
  component: NamedText,
  parameters: {
    ...usage({
      do: ["Use it for a text without markup that may name an issue, a request, a commit or an account."],
      dont: ["Do not use it within a link.", "Do not use it for Markdown: Markdown links names itself."],
    }),
  },
  argTypes: { hrefs: { control: false } },
  args: {
    text: "Follows acme/loom#12 and 4f2c9a1, see ABC-7 and @ada; #13 is nothing.",
    hrefs: new Map([
      ["acme/loom#12", "/issues/12"],
      ["4f2c9a1", "/commits/4f2c9a1"],
      ["ABC-7", "/issues/ABC-7"],
      ["@ada", "/people/ada"],
    ]),
  },
  render: (args) => (
    <p>
      <NamedText {...args} />
    </p>
  ),
} satisfies Meta<typeof NamedText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args }) => {
    await expect(canvas.getAllByRole("link").map((link) => link.textContent)).toEqual([...args.hrefs.keys()]);
    await expect(canvas.getByRole("paragraph")).toHaveTextContent(args.text);
  },
};
export const NothingKnown: Story = {
  args: { hrefs: new Map() },
  play: async ({ canvas }) => expect(canvas.queryByRole("link")).toBeNull(),
};
