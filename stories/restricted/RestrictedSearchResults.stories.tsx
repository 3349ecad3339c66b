import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { RestrictedSearchResults } from "../../src/components/restricted/RestrictedSearchResults.tsx";
import { restrictedItem as item } from "../../tests/fixtures/restricted.ts";

const meta = {
  parameters: pictures,
  component: RestrictedSearchResults,
  args: { items: [item({}), item({ id: "2", kind: "restricted_page", key: "", title: "Salaries", state: null })] },
} satisfies Meta<typeof RestrictedSearchResults>;
export default meta;
type Story = StoryObj<typeof meta>;

export const All: Story = { parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } } };
export const First: Story = { args: { onMore: fn() } };
export const Loading: Story = { args: { onMore: fn(), isLoading: true }, parameters: forState };
