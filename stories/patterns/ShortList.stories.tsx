import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ShortList, type ShortListProps } from "../../src/components/patterns/ShortList.tsx";

const Names = (props: ShortListProps<string>) => <ShortList {...props} />;

const meta = {
  component: ShortList,
  render: (args) => <Names {...args} />,
  parameters: {
    ...usage({
      do: ["Show as many items as most readers need."],
      dont: ["Do not use it for a list that is paged by the server."],
    }),
  },
  args: {
    items: ["Elif", "Deniz", "Kemal", "Mira", "Tomas"],
    shown: 3,
    more: (count: number) => `Show ${count} more`,
    children: (items: readonly string[]) => (
      <ul>
        {items.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    ),
  },
} satisfies Meta<ShortListProps<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const ShowsTheOthers: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByText("Mira")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Show 2 more" }));
    await expect(canvas.getByText("Mira")).toBeVisible();
    // The button is gone: the first name that it showed has the focus.
    await expect(canvas.getByText("Mira")).toHaveFocus();
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Few: Story = {
  args: { items: ["Elif"] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
