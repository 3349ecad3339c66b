import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { dashboardEntry } from "../../tests/fixtures/dashboards.ts";

import { DashboardList } from "../../src/components/dashboards/DashboardList.tsx";

const meta = {
  component: DashboardList,
  args: {
    dashboards: [
      dashboardEntry(),
      dashboardEntry({
        id: "d-2",
        name: "Triage",
        is_mine: false,
        owner: "Cem Öz",
        can_manage: false,
        sharing: "read",
      }),
    ],
    hrefOf: (id) => `/dashboards/${id}`,
    busy: new Set<string>(),
    onDelete: fn(),
  },
} satisfies Meta<typeof DashboardList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    // That of another user cannot be deleted.
    await userEvent.click(canvas.getByRole("button", { name: /^Delete/ }));
    await expect(args.onDelete).toHaveBeenCalledWith(dashboardEntry());
  },
};
export const Busy: Story = { args: { busy: new Set(["d-1"]) } };
export const GoneOwner: Story = { args: { dashboards: [dashboardEntry({ is_mine: false, owner: null })] } };
export const HostileName: Story = {
  args: { dashboards: [dashboardEntry({ name: `<img src=x onerror="alert(1)">` })] },
};
export const Turkish: Story = { globals: { locale: "tr" } };
