import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { SideSection } from "../../src/components/localization/SideSection.tsx";

const meta = {
  component: SideSection,
  parameters: {
    ...usage({
      do: ["Keep it to a few lines and link to the whole list."],
      dont: ["Do not put a form into it."],
    }),
  },
  args: { title: "Who knows it", more: <a href="#people">All</a>, children: <p>Elif Kaya</p> },
} satisfies Meta<typeof SideSection>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  render: (args) => (
    <div style={{ maxInlineSize: 320 }}>
      <h1 className="visually-hidden">Issue</h1>
      <h2 className="visually-hidden">Answer</h2>
      <SideSection {...args} />
    </div>
  ),
};
export const WithoutLink: Story = { ...Playground, args: { more: undefined } };
export const LongTitle: Story = {
  ...Playground,
  args: { title: "People who have changed these files or wrote about them" },
};
