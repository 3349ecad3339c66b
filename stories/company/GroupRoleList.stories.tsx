import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { GroupRoleList } from "../../src/components/company/GroupRoleList.tsx";
import { directoryMapping } from "../../tests/fixtures/directory.ts";

const ofCompany = directoryMapping({
  id: "mapping-2",
  group: { id: "group-2", name: "Administrators" },
  scope: "company",
  project: null,
  provider: { id: "provider-1", label: "Entra ID" },
  role: "Admin",
});
const hidden = directoryMapping({ id: "mapping-3", project: null, role: "Viewer" });
const meta = {
  component: GroupRoleList,
  args: { mappings: [directoryMapping(), ofCompany, hidden], onRemove: fn() },
} satisfies Meta<typeof GroupRoleList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Roles: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("Viewer in A project that you are not a member of")).toBeVisible();
    await userEvent.click(
      canvas.getByRole("button", { name: "Remove Admin of Administrators (Entra ID) in The company" }),
    );
    await expect(args.onRemove).toHaveBeenCalledWith(ofCompany);
  },
};
