import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { QuotaPanel } from "../../src/components/company/QuotaPanel.tsx";
import { companyQuotas, usedQuotas } from "../../tests/fixtures/account.ts";

const meta = { component: QuotaPanel, parameters: pictures, args: { quotas: companyQuotas() } } satisfies Meta<
  typeof QuotaPanel
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithRoom: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const UsedUp: Story = {
  args: { quotas: usedQuotas() },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const WithoutLimits: Story = {
  args: {
    quotas: companyQuotas({
      disk: { used_bytes: 0, allowed_bytes: null, parts: { copies: 0, index: 0, rows: 0 }, waiting: 0 },
      sources: { used: 0, allowed: null },
      syncs: { running: 0, allowed: null, waiting: 0 },
    }),
  },
};
export const Narrow: Story = {
  args: { quotas: usedQuotas() },
  globals: { viewport: { value: "phone" } },
  parameters: forLayout,
};
export const Turkish: Story = { args: { quotas: usedQuotas() }, globals: { locale: "tr" }, parameters: forLayout };
