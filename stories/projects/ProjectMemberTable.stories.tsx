import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, layoutModes, forLayout, forState } from "../../.storybook/modes.ts";
import { ProjectMemberTable } from "../../src/components/projects/ProjectMemberTable.tsx";
import { projectUser, projectUsers } from "../../tests/fixtures/projects.ts";

const meta = {
  parameters: pictures,
  component: ProjectMemberTable,
  args: {
    people: projectUsers(),
    myEmail: "ada@acme.example",
    onChangeRole: fn(),
    onRemove: fn(),
    onLeave: fn(),
  },
} satisfies Meta<typeof ProjectMemberTable>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Ada is the only Owner: her role is fixed, and she cannot leave. */
export const LastOwnerLooks: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("combobox", { name: "Role of Ada Kaya" })).toBeNull();
    await expect(canvas.queryByRole("button", { name: "Leave" })).toBeNull();
  },
};
export const MaintainerLooks: Story = {
  args: { myEmail: "bora@acme.example", roles: ["Maintainer", "Developer", "Viewer"] },
};
export const ReadOnly: Story = {
  args: { myEmail: "cem@acme.example", onChangeRole: undefined, onRemove: undefined },
};
export const Busy: Story = { args: { busy: ["u-bora"] }, parameters: forState };
export const LongNames: Story = {
  args: {
    people: [
      ...projectUsers(),
      projectUser({
        id: "u-long",
        name: "Maximiliane von Hohenstein ".repeat(4),
        email: `${"long".repeat(20)}@acme.example`,
      }),
    ],
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const ChangesARole: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as LastOwnerLooks
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Role of Bora Yılmaz" }), "Viewer");
    await expect(args.onChangeRole).toHaveBeenCalledWith("u-bora", "Viewer");
    await userEvent.click(canvas.getByRole("button", { name: "Remove Cem Öz" }));
    await expect(args.onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: "u-cem" }));
  },
};
