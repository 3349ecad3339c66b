import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { AttentionList } from "../../src/components/home/AttentionList.tsx";

const meta = {
  parameters: pictures,
  component: AttentionList,
  args: {
    items: [
      {
        kind: "token",
        id: "t",
        source: "acme/loom",
        project: "Loom",
        error: "The token has expired.",
        href: "/l",
      },
      {
        kind: "sync",
        id: "r",
        source: "acme/atlas",
        project: "Atlas",
        error: null,
        href: "/a",
      },
    ],
  },
} satisfies Meta<typeof AttentionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const EachKind: Story = {};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
