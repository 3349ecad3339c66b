import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LocalizationReasonList } from "../../src/components/localization/LocalizationReasonList.tsx";
import { localization } from "../../tests/fixtures/localization.ts";

const meta = {
  component: LocalizationReasonList,
  // The stories of LocalizationPanel have the pictures.
  args: {
    reasons: localization().files[0]?.reasons ?? [],
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
} satisfies Meta<typeof LocalizationReasonList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithCommits: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("fix(issues): start over when the filter changes")).toBeVisible();
  },
};
export const WithPenalty: Story = { args: { reasons: localization().files[2]?.reasons ?? [] } };
