import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { SeatPanel } from "../../src/components/company/SeatPanel.tsx";
import { companySeats } from "../../tests/fixtures/account.ts";

const meta = {
  component: SeatPanel,
  args: { seats: companySeats() },
} satisfies Meta<typeof SeatPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralMonths: Story = { parameters: lightPicture };
export const FirstMonthWithoutPrice: Story = {
  args: { seats: companySeats({ included: null, open_invitations: 0, months: [{ month: "2026-03", used: 1 }] }) },
};
export const Turkish: Story = { globals: { locale: "tr" } };
