import type { Meta, StoryObj } from "@storybook/react-vite";
import { modes } from "../../.storybook/modes.ts";
import { Breadcrumbs } from "../../src/components/ui/Breadcrumbs.tsx";
import { PageHeader } from "../../src/components/patterns/PageHeader.tsx";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";
import { Tag } from "../../src/components/ui/Tag.ts";

const meta = { component: PageHeader, args: { title: "Projects" } } satisfies Meta<typeof PageHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

const everything = {
  title: "Atlas",
  badges: <Tag minimal>Owner</Tag>,
  description: "Search over code, issues and commits.",
  above: <Breadcrumbs crumbs={[{ text: "Projects", href: "/projects" }, { text: "Atlas" }]} />,
  actions: <LinkButton href="/wizard" text="Create project" />,
};
export const TitleAlone: Story = {};
export const Everything: Story = { args: everything };
export const LongNameOnANarrowScreen: Story = {
  args: { ...everything, title: "incident-response-tooling".repeat(5) },
  parameters: { chromatic: { modes: { narrow: modes.narrow } } },
};
