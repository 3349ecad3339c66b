import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { REPOSITORY_PROVIDERS } from "../../contract/constants.ts";
import { GroupFilterFields } from "../../src/components/sources/GroupFilterFields.tsx";
import { emptyGroup } from "../../src/domain/groupDraft.ts";

const meta = {
  component: GroupFilterFields,
  argTypes: { provider: { control: "inline-radio", options: REPOSITORY_PROVIDERS }, value: { control: false } },
  args: {
    provider: "github",
    value: emptyGroup("github").filter,
    errors: { include: [], exclude: [] },
    onChange: fn(),
  },
} satisfies Meta<typeof GroupFilterFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Github: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Their issues too" }));
    await expect(args.onChange).toHaveBeenCalledWith({ withIssues: true });
  },
};
/** It reports no topics; only a Data Center has archives. */
export const Bitbucket: Story = {
  args: { provider: "bitbucket" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("textbox", { name: /topics/ })).toBeNull();
    await expect(canvas.getByRole("checkbox", { name: "Archived ones too" })).toBeInTheDocument();
  },
};
export const Faults: Story = { args: { errors: { include: ["These are no patterns of names: ["], exclude: [] } } };
export const Busy: Story = { args: { isBusy: true } };
