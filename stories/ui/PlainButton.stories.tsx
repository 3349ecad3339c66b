import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { PlainButton } from "../../src/components/ui/PlainButton.tsx";

const meta = {
  component: PlainButton,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for a part of a component that has a look of its own, such as a cell of a chart or a step of a wizard.",
      ],
      dont: ["Do not use it for an action that people must find: Button shows that it can be pressed."],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { tone: { control: "inline-radio", options: [undefined, "muted"] } },
  args: { children: "def split(text):", onClick: fn() },
} satisfies Meta<typeof PlainButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "def split(text):" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};
export const Muted: Story = { parameters: forState, args: { tone: "muted" } };
export const Disabled: Story = { parameters: forState, args: { "aria-disabled": true } };
export const Focus: Story = { parameters: { pseudo: { focusVisible: true } } };
/** Without `submit` it never sends the form around it. */
export const InForm: Story = {
  parameters: forState,
  tags: ["!autodocs"],
  render: (args) => (
    <form aria-label="Search" onSubmit={() => expect.unreachable("the form was sent")}>
      <PlainButton {...args} />
    </form>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button"));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};
