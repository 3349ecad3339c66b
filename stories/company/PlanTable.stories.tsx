import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { PlanTable } from "../../src/components/company/PlanTable.tsx";

const meta = { component: PlanTable, parameters: pictures, args: { current: "Premium" } } satisfies Meta<
  typeof PlanTable
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Premium: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("Planned")).toBeNull();
    const app = within(canvas.getByRole("row", { name: /^GitHub App/ }));
    await expect(app.getAllByText("Included")).toHaveLength(1);
    const reports = within(canvas.getByRole("row", { name: /^Custom reports and dashboards/ }));
    await expect(reports.getAllByText("Included")).toHaveLength(1);
    const integrations = within(canvas.getByRole("row", { name: /^Custom integrations/ }));
    await expect(integrations.getAllByText("Included")).toHaveLength(1);
    const sso = within(canvas.getByRole("row", { name: /^SSO/ }));
    await expect(sso.getAllByText("Included")).toHaveLength(1);
    const search = within(canvas.getByRole("row", { name: /^Smart Search/ }));
    await expect(search.getAllByText("Included")).toHaveLength(3);
  },
};
export const PlanUnknown: Story = { args: { current: null } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
