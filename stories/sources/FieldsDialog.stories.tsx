import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { FieldsDialog } from "../../src/components/sources/FieldsDialog.tsx";

const meta = {
  component: FieldsDialog,
  parameters: { ...framed },
  args: {
    name: "Rocket",
    fields: { chosen: ["Team"], known: ["Area", "Severity", "Team"] },
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof FieldsDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Team" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Area" }));
    await expect(screen.getByText(/reads an added field for all issues/)).toBeVisible();
    await expect(screen.getByText(/removed by the next sync/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(["Area"]);
  },
};
export const Unchanged: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(args.onClose).toHaveBeenCalled();
  },
};
/** Above eight fields they can be filtered; those that are read stay. */
export const Many: Story = {
  args: { fields: { chosen: ["Team"], known: [...Array.from({ length: 40 }, (_, at) => `Field ${at + 1}`), "Team"] } },
  play: async ({ userEvent }) => {
    await userEvent.type(await screen.findByRole("searchbox"), "39");
    await expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  },
};
export const TooMany: Story = {
  args: {
    fields: {
      chosen: Array.from({ length: 21 }, (_, at) => `Field ${at + 1}`),
      known: [...Array.from({ length: 21 }, (_, at) => `Field ${at + 1}`), "Team"],
    },
  },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Team" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(screen.getByText("At most 20 fields.")).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const Loading: Story = { args: { fields: null } };
export const NoFields: Story = {
  args: { fields: { chosen: [], known: [] } },
  play: async () => {
    await expect(await screen.findByRole("button", { name: "Save" })).toBeDisabled();
  },
};
export const Failed: Story = { args: { fields: null, failure: "The host rejects the credential." } };
export const Turkish: Story = { globals: { locale: "tr" } };
