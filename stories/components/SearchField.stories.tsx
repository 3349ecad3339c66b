import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { SearchField } from "../../src/components/SearchField/SearchField.tsx";

const meta = {
  component: SearchField,
  args: { text: "", onChange: fn(), onSubmit: fn(), onLeave: fn() },
} satisfies Meta<typeof SearchField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { text: "refreshToken" } };
export const Loading: Story = { args: { text: "refreshToken", isLoading: true } };
export const SlashFocusesAndArrowLeaves: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: function Render(args) {
    const [text, setText] = useState("");
    return (
      <>
        <SearchField {...args} text={text} onChange={setText} />
        <input aria-label="Another field" />
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("searchbox", { name: "Search this project" });
    await userEvent.keyboard("/");
    await expect(field).toHaveFocus();
    await expect(field).toHaveValue("");
    await userEvent.keyboard("a/b{ArrowDown}{Enter}");
    await expect(field).toHaveValue("a/b");
    await expect(args.onLeave).toHaveBeenCalledTimes(1);
    await expect(args.onSubmit).toHaveBeenCalledTimes(1);
    const other = canvas.getByRole("textbox", { name: "Another field" });
    await userEvent.type(other, "/");
    await expect(other).toHaveValue("/");
    await expect(other).toHaveFocus();
  },
};
