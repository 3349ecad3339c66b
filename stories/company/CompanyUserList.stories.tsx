import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { CompanyUserList } from "../../src/components/company/CompanyUserList.tsx";
import { companyUsers } from "../../tests/fixtures/account.ts";

const meta = {
  parameters: pictures,
  component: CompanyUserList,
  args: {
    users: companyUsers(),
    myEmail: "ada@acme.example",
    onChangeRole: fn(),
    onRemove: fn(),
    onResetSecondFactor: fn(),
  },
} satisfies Meta<typeof CompanyUserList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LastAdminStays: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^A company needs an Admin/)).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Remove Ada Kaya" })).toBeNull();
  },
};
export const TwoAdmins: Story = {
  args: { users: companyUsers().map((user) => ({ ...user, role: "Admin" as const })) },
};
/** The directory manages Bora: neither role nor membership is changed here. */
export const FromTheDirectory: Story = {
  args: { users: companyUsers().map((user) => ({ ...user, is_managed: user.id === "u-bora" })) },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Directory")).toBeVisible();
    await expect(canvas.queryByRole("combobox", { name: "Role of Bora Yılmaz" })).toBeNull();
    await expect(canvas.queryByRole("button", { name: "Remove Bora Yılmaz" })).toBeNull();
  },
};
export const Busy: Story = { args: { busy: ["u-bora"] }, parameters: forState };
export const LongNames: Story = {
  args: {
    users: [
      ...companyUsers(),
      {
        id: "u-long",
        name: "Maximiliane von Hohenstein ".repeat(4),
        email: `${"long".repeat(20)}@acme.example`,
        role: "Member",
      },
    ],
  },
  parameters: forLayout,
};
export const ChangesARole: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as LastAdminStays
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Role of Bora Yılmaz" }), "Admin");
    await expect(args.onChangeRole).toHaveBeenCalledWith(expect.objectContaining({ id: "u-bora" }), "Admin");
    await userEvent.click(canvas.getByRole("button", { name: "Remove Çiğdem Öz" }));
    await expect(args.onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: "u-cigdem" }));
    await expect(canvas.getAllByRole("button", { name: /^Reset the second factor/ })).toHaveLength(1);
    await userEvent.click(canvas.getByRole("button", { name: "Reset the second factor of Bora Yılmaz" }));
    await expect(args.onResetSecondFactor).toHaveBeenCalledWith(expect.objectContaining({ id: "u-bora" }));
  },
};
