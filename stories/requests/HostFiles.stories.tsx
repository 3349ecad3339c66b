import type { Meta, StoryObj } from "@storybook/react-vite";
import { HostFiles } from "../../src/components/requests/HostFiles.tsx";

const meta = {
  component: HostFiles,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    files: [
      { path: "src/paging.ts", added: 4, removed: 1 },
      {
        path: "docs/very/long/path/that/does/not/end/before/the/edge/of/a/phone/paging.md",
        added: null,
        removed: null,
      },
    ],
    hrefOf: (path) => `/projects/atlas?q=${path}`,
  },
} satisfies Meta<typeof HostFiles>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const Turkish: Story = { globals: { locale: "tr" } };
