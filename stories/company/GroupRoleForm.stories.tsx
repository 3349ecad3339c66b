import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { GroupRoleForm } from "../../src/components/company/GroupRoleForm.tsx";

const meta = {
  component: GroupRoleForm,
  args: {
    groups: [
      { id: "group-1", name: "Engineers", members: 12 },
      { id: "group-2", name: "Leads", members: 1 },
    ],
    providers: [],
    projects: [{ slug: "atlas", name: "Atlas" }],
    onGive: fn(),
  },
} satisfies Meta<typeof GroupRoleForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Form: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Group"), "group-2");
    await userEvent.selectOptions(canvas.getByLabelText("Role"), "Maintainer");
    await userEvent.click(canvas.getByRole("button", { name: "Give the role" }));
    await expect(args.onGive).toHaveBeenCalledWith({ group: "group-2", project: "atlas", role: "Maintainer" });
    await userEvent.selectOptions(canvas.getByLabelText("Where"), "The company");
    await expect(canvas.getByLabelText("Role")).toBeDisabled();
    await userEvent.click(canvas.getByRole("button", { name: "Give the role" }));
    await expect(args.onGive).toHaveBeenCalledWith({ group: "group-2", project: null, role: "Admin" });
  },
};
/** An identity provider sends no list of its groups: the reader types a name. */
export const OfProvider: Story = {
  args: { groups: [], providers: [{ id: "provider-1", label: "Entra ID" }] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Give the role" }));
    await expect(args.onGive).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Group name"), " Engineers ");
    await userEvent.click(canvas.getByRole("button", { name: "Give the role" }));
    await expect(args.onGive).toHaveBeenCalledWith({
      group: { provider: "provider-1", name: "Engineers" },
      project: "atlas",
      role: "Developer",
    });
  },
};
/** Who owns no project can make Admins alone. */
export const NoProjects: Story = { args: { projects: [] } };
export const Refused: Story = { args: { failure: { text: "This is the last Admin of the company.", fields: {} } } };
