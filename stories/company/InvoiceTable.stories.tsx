import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, forState } from "../../.storybook/modes.ts";
import { InvoiceTable } from "../../src/components/company/InvoiceTable.tsx";
import { invoice } from "../../tests/fixtures/account.ts";

const meta = {
  component: InvoiceTable,
  args: {
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
