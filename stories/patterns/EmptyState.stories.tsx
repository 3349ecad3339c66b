import type { Meta, StoryObj } from "@storybook/react-vite";
import { AnchorButton, Intent } from "@blueprintjs/core";
import { SearchIcon } from "@blueprintjs/icons";
import { EmptyState } from "../../src/components/patterns/EmptyState.tsx";

const meta = { component: EmptyState, args: { title: "No project yet" } } satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TitleAlone: Story = {};
export const WithTheNextThingToDo: Story = {
  args: {
    children: "A project links repositories and trackers, so that one search reaches all of them.",
    action: <AnchorButton intent={Intent.PRIMARY} href="/wizard" text="Create project" />,
  },
};
export const WithAnIcon: Story = { args: { icon: <SearchIcon size={40} />, title: "Nothing matches “frobnicate”" } };
export const LongTitle: Story = { args: { title: "unbreakable".repeat(14) } };
