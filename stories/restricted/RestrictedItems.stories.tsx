import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { RestrictedItems } from "../../src/components/restricted/RestrictedItems.tsx";
import { restrictedItem as item } from "../../tests/fixtures/restricted.ts";

const meta = {
  parameters: pictures,
  component: RestrictedItems,
  args: {
    items: [
      item({}),
      item({ id: "2", kind: "internal_comment", key: "#9", title: "The night run is late", state: null }),
      item({ id: "3", kind: "restricted_page", key: "", title: "Salaries", author: null, url: null, state: null }),
    ],
    query: "",
    isLoading: false,
    onSearch: fn(),
  },
} satisfies Meta<typeof RestrictedItems>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Items: Story = { parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } } };
export const More: Story = { args: { onMore: fn() } };
export const Loading: Story = { args: { items: null, isLoading: true }, parameters: forState };
export const None: Story = { args: { items: [] }, parameters: forState };
export const NothingFound: Story = { args: { items: [], query: "salary" }, parameters: forState };
