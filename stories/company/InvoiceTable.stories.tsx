import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { InvoiceTable } from "../../src/components/company/InvoiceTable.tsx";
import { invoice } from "../../tests/fixtures/account.ts";

const meta = {
  parameters: pictures,
  component: InvoiceTable,
  args: {
    onDownload: fn(),
    invoices: [
      invoice(),
      invoice({ id: "v-6", number: "2026-0006", status: "paid", currency: "TRY", download_url: null }),
      invoice({ id: "v-5", number: "2026-0005", status: "void", currency: "USD", due_at: null }),
    ],
  },
} satisfies Meta<typeof InvoiceTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const PaidOpenAndVoid: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const FewFields: Story = {
  parameters: forState,
  args: {
    invoices: [
      {
        id: "1",
        number: "1",
        issued_at: "",
        due_at: null,
        amount_cents: null,
        currency: "",
        status: "",
        download_url: "javascript:alert(1)",
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
export const FileOfTheServer: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { invoices: [invoice({ has_file: true, download_url: null })] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Download invoice 2026-0007" }));
    await expect(args.onDownload).toHaveBeenCalledOnce();
  },
};
