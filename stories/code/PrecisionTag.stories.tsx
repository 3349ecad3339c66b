import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { PrecisionTag } from "../../src/components/code/PrecisionTag.tsx";

const meta = {
  component: PrecisionTag,
  args: { precision: "precise" },
} satisfies Meta<typeof PrecisionTag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Precise: Story = { parameters: lightPicture };
export const ByName: Story = { args: { precision: "by_name" } };
export const Turkish: Story = { args: { precision: "by_name" }, globals: { locale: "tr" } };
