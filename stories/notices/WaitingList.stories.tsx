import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";

import { WaitingList } from "../../src/components/notices/WaitingList.tsx";
import { waitingRequest } from "../../tests/fixtures/notices.ts";

const meta = {
  component: WaitingList,
  args: {
    hrefOf: ({ project, id }) => `/projects/${project}/requests/${id}`,
    requests: [
      waitingRequest(),
      waitingRequest({ id: "2", reason: "approved" }),
      waitingRequest({ id: "3", reason: "review_again" }),
    ],
  },
} satisfies Meta<typeof WaitingList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const EachReason: Story = { parameters: lightPicture };
export const Turkish: Story = { globals: { locale: "tr" } };
