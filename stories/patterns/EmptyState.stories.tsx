import type { Meta, StoryObj } from "@storybook/react-vite";
import { EmptyState } from "../../src/components/patterns/EmptyState.tsx";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";
import { SearchIcon } from "../../src/components/ui/icons.ts";
import { Intent } from "../../src/components/ui/intent.ts";

const meta = { component: EmptyState, args: { title: "No project yet" } } satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TitleAlone: Story = {};
export const WithTheNextThingToDo: Story = {
  args: {
    children: "A project links repositories and trackers, so that one search reaches all of them.",
    action: <LinkButton intent={Intent.PRIMARY} href="/wizard" text="Create project" />,
  },
};
export const WithAnIcon: Story = { args: { icon: <SearchIcon size={40} />, title: "Nothing matches “frobnicate”" } };
export const LongTitle: Story = { args: { title: "unbreakable".repeat(14) } };
