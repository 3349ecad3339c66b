import type { Meta, StoryObj } from "@storybook/react-vite";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { useId } from "react";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { FilterIcon } from "../../src/components/ui/icons.ts";
import { DisclosureButton, type DisclosureButtonProps } from "../../src/components/ui/DisclosureButton.tsx";

function ButtonWithDetails(props: DisclosureButtonProps) {
  const id = useId();
  return (
    <>
      <DisclosureButton {...props} controls={id} />
      <p id={id} hidden={!props.isOpen}>
        Changed by 4 of 12 commits that mention the issue.
      </p>
    </>
  );
}

const meta = {
  component: DisclosureButton,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it as the head of a row in a list that opens, inside of the row’s heading."],
      dont: ["Do not put links or buttons inside of it."],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { children: { control: "text" } },
  args: { isOpen: false, controls: "details", children: "src/parser/tokenizer.ts", onToggle: fn() },
  render: (args) => <ButtonWithDetails {...args} />,
} satisfies Meta<typeof DisclosureButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "src/parser/tokenizer.ts", expanded: false });
    await userEvent.click(button);
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
};
/** Among links, such as the title of a result. */
export const Link: Story = { parameters: forState, args: { variant: "link" } };
export const OpenLink: Story = { parameters: forState, args: { variant: "link", isOpen: true } };
/** A side note within a line. */
export const Quiet: Story = {
  parameters: forState,
  args: { variant: "quiet", children: "Why here" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Why here", expanded: false }));
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
};
/** A button like others; its icon is the chevron, or one that says what opens. */
export const AsButton: Story = {
  parameters: forState,
  args: { variant: "button", children: "Filters" },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Filters", expanded: false });
    await expect(button).toHaveAttribute("aria-controls");
    await userEvent.click(button);
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
};
export const OpenAsButton: Story = {
  parameters: forState,
  args: { variant: "button", isOpen: true, button: { icon: <FilterIcon />, intent: "primary" }, children: "Filters" },
};
/** The chevron alone, such as before the first line of a definition. */
export const AsIcon: Story = {
  parameters: forState,
  args: { variant: "icon", "aria-label": "Definition at line 7", children: undefined },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Definition at line 7", expanded: false }));
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
};
export const Open: Story = { parameters: forState, args: { isOpen: true } };
export const Hover: Story = { parameters: { pseudo: { hover: true } } };
export const Focus: Story = { parameters: { pseudo: { focusVisible: true } } };
