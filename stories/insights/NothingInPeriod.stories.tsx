import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { NothingInPeriod } from "../../src/components/insights/NothingInPeriod.tsx";

const meta = { component: NothingInPeriod } satisfies Meta<typeof NothingInPeriod>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Words: Story = { parameters: lightPicture };
export const Turkish: Story = { globals: { locale: "tr" } };
