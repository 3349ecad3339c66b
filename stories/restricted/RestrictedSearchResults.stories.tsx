import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import type { RestrictedItem } from "../../contract/restricted.ts";
import { RestrictedSearchResults } from "../../src/components/restricted/RestrictedSearchResults.tsx";

const item = (part: Partial<RestrictedItem>): RestrictedItem => ({
  id: "1",
  kind: "confidential_issue",
  source: "t-atlas",
  key: "#12",
  title: "The importer runs whatever a file names",
  body: "A file with a `!!python/object` tag is executed.\n\n---\n\n**Mira**\n\nFixed in the next release.",
  url: "https://gitlab.com/acme/atlas/-/issues/12",
  author: "Mira",
  state: "open",
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-21T10:00:00.000Z",
  ...part,
});

const meta = {
  component: RestrictedSearchResults,
  args: { items: [item({}), item({ id: "2", kind: "restricted_page", key: "", title: "Salaries", state: null })] },
} satisfies Meta<typeof RestrictedSearchResults>;
export default meta;
type Story = StoryObj<typeof meta>;

export const All: Story = { parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } } };
export const First: Story = { args: { onMore: fn() } };
export const Loading: Story = { args: { onMore: fn(), isLoading: true } };
