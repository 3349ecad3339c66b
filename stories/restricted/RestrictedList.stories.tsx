import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes } from "../../.storybook/modes.ts";
import { RestrictedList } from "../../src/components/restricted/RestrictedList.tsx";
import { restrictedItem as item } from "../../tests/fixtures/restricted.ts";

const meta = {
  parameters: pictures,
  component: RestrictedList,
  args: { items: [item({}), item({ id: "2", kind: "internal_comment", key: "#9", title: "The night run is late" })] },
} satisfies Meta<typeof RestrictedList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Items: Story = { parameters: { chromatic: { modes: { tr: modes.tr } } } };
