import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoticeList } from "../../src/components/notices/NoticeList.tsx";
import { notices } from "../../tests/fixtures/notices.ts";

const meta = {
  component: NoticeList,
  args: { notices: notices(), hrefOf: ({ id }) => `/${id}`, onRead: fn(), onOpen: fn() },
} satisfies Meta<typeof NoticeList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const EachKind: Story = { parameters: lightPicture };
export const EachKindInTurkish: Story = { globals: { locale: "tr" } };
export const One: Story = { args: { notices: notices().slice(0, 1) } };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "18rem" }}>
        <Story />
      </div>
    ),
  ],
};
