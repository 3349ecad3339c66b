import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PersonMergeForm } from "../../src/components/persons/PersonMergeForm.tsx";
import { persons } from "../../tests/fixtures/persons.ts";

const [ada, grace] = persons();

const meta = {
  component: PersonMergeForm,
  args: { chosen: [ada, grace].filter((person) => person !== undefined), isBusy: false, onMerge: fn(), onCancel: fn() },
} satisfies Meta<typeof PersonMergeForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The longest name is offered. */
export const Two: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByLabelText("Name of the person");
    await expect(field).toHaveValue("Ada Lovelace");
    await userEvent.clear(field);
    await userEvent.type(field, "  Augusta Ada King  {Enter}");
    await expect(args.onMerge).toHaveBeenCalledWith("Augusta Ada King");
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalled();
  },
};
export const OneIsNotEnough: Story = {
  args: { chosen: [ada].filter((person) => person !== undefined) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "{Enter}");
    await expect(args.onMerge).not.toHaveBeenCalled();
  },
};
export const WithoutName: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.clear(canvas.getByRole("textbox"));
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByText("This field is required")).toBeVisible();
    await expect(args.onMerge).not.toHaveBeenCalled();
  },
};
export const Busy: Story = { args: { isBusy: true } };
