import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { DebouncedInput } from "../../src/components/ui/DebouncedInput.tsx";

const meta = {
  component: DebouncedInput,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where each change of the text causes a request."],
      dont: ["Do not use it in forms: a submit could miss the last letters."],
      keys: [
        ["Tab", "Moves to it and on"],
        ["Enter", "Takes the text without the pause"],
      ],
    }),
  },
  args: { value: "", "aria-label": "Search", onSettle: fn() },
} satisfies Meta<typeof DebouncedInput>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Filled: Story = { parameters: forState, args: { value: "refresh token" } };
export const Disabled: Story = {
  parameters: forState,
  args: { value: "refresh token", disabled: true },
};
export const SettlesAfterAPause: Story = {
  parameters: forState,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Search" }), "token");
    await waitFor(() => expect(args.onSettle).toHaveBeenLastCalledWith("token"));
    await expect(canvas.getByRole("textbox")).toHaveValue("token");
  },
};
export const SettlesAtOnceByEnter: Story = {
  parameters: forState,
  args: { pause: null },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Search" }), "token{Enter}");
    await expect(args.onSettle).toHaveBeenLastCalledWith("token");
  },
};
