import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { LocalizeTextForm } from "../../src/components/localization/LocalizeTextForm.tsx";

const TRACE = "TypeError: Cannot read properties of undefined\n    at readCursor (src/issues/pages.ts:48:12)";

const meta = {
  parameters: pictures,
  component: LocalizeTextForm,
  args: { report: { title: "", text: "" }, limit: 60_000, isLoading: false, onSubmit: fn() },
} satisfies Meta<typeof LocalizeTextForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Find the code" }));
    await expect(canvas.getByText("Paste something first.")).toBeVisible();
    await userEvent.type(
      canvas.getByRole("textbox", { name: "Report or stack trace" }),
      "boom{Control>}{Enter}{/Control}",
    );
    await expect(args.onSubmit).toHaveBeenCalledWith({ title: "", text: "boom" });
  },
  parameters: forState,
};
export const Filled: Story = {
  args: { report: { title: "The list breaks", text: TRACE } },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Turkish: Story = {
  args: { report: { title: "", text: TRACE } },
  globals: { locale: "tr" },
  parameters: forLayout,
};
export const Loading: Story = { args: { report: { title: "", text: TRACE }, isLoading: true }, parameters: forState };
export const TooLong: Story = {
  args: { report: { title: "", text: TRACE }, limit: 20 },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Find the code" }));
    await expect(canvas.getByText(/longer than 20 characters/)).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
  parameters: forLayout,
};
