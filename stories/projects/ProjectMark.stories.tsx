import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectMark } from "../../src/components/projects/ProjectMark.tsx";

const meta = {
  component: ProjectMark,
  args: { name: "Atlas" },
} satisfies Meta<typeof ProjectMark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const TurkishLetter: Story = { args: { name: "ışık" } };
export const NoLetters: Story = { args: { name: "…" } };
