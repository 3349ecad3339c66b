import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { pictures, inForcedColors, layoutModes, modes, zoomed, forState } from "../../.storybook/modes.ts";
import { Breadcrumbs } from "../../src/components/ui/Breadcrumbs.tsx";
import { PageHeader } from "../../src/components/patterns/PageHeader.tsx";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: PageHeader,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use one for each page; its title is the page’s only first heading."],
      dont: ["Do not put more than one primary button in it."],
    }),
  },
  args: { title: "Projects" },
} satisfies Meta<typeof PageHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

const everything = {
  title: "Atlas",
  badges: <Tag>Owner</Tag>,
  description: "Search over code, issues and commits.",
  above: <Breadcrumbs crumbs={[{ text: "Projects", href: "/projects" }, { text: "Atlas" }]} />,
  actions: <LinkButton href="/wizard" text="Create project" />,
};
export const Playground: Story = {};
export const Everything: Story = { parameters: forState, args: everything };
export const LongNameOnANarrowScreen: Story = {
  args: { ...everything, title: "incident-response-tooling".repeat(5) },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
