import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InvoiceBuyerForm } from "../../src/components/company/InvoiceBuyerForm.tsx";
import { invoiceBuyer } from "../../tests/fixtures/account.ts";

const meta = {
  component: InvoiceBuyerForm,
  args: { buyer: invoiceBuyer(), onSave: fn() },
} satisfies Meta<typeof InvoiceBuyerForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A name is needed; the rest may be empty. */
export const Changing: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const name = canvas.getByLabelText("Name of the buyer");
    await userEvent.clear(name);
    await userEvent.click(canvas.getByRole("button", { name: "Save the buyer" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(name, "Loom Ltd");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Language of invoices" }), "Turkish");
    await userEvent.click(canvas.getByRole("button", { name: "Save the buyer" }));
    await expect(args.onSave).toHaveBeenCalledWith({ ...invoiceBuyer(), name: "Loom Ltd", language: "TR" });
  },
};
export const Saving: Story = { args: { isBusy: true } };
export const Refused: Story = {
  parameters: lightPicture,
  args: { failure: { text: "Check the fields.", fields: { email: ["Please enter a valid email"] } } },
};
export const Turkish: Story = { globals: { locale: "tr" } };
