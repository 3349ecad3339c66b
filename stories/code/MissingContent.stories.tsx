import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { MissingContent } from "../../src/components/code/MissingContent.tsx";
import { missingContent } from "../../tests/fixtures/code.ts";

const meta = {
  component: MissingContent,
  // The stories of the code page have the pictures.
  args: {
    content: missingContent(),
    requested: null,
    hrefOf: (path, revision) => `#${path}@${revision ?? ""}`,
    commitHref: (hash) => `#${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    requestedHref: null,
  },
} satisfies Meta<typeof MissingContent>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Renamed: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "src/issuePages.ts" })).toHaveAttribute(
      "href",
      "#src/issuePages.ts@",
    );
  },
};
export const NeverWas: Story = {
  args: { content: missingContent({ nearest: { folder: "", renamed_to: null, last: null } }) },
};
export const NoRevision: Story = {
  args: { content: missingContent({ kind: "no_revision", revision: null, nearest: null }), requested: "release/9" },
};
export const NoSuchCommit: Story = {
  args: {
    content: missingContent({ kind: "no_revision", revision: null, nearest: null }),
    requested: "4f2c91d",
    requestedHref: "#commit",
  },
};
export const Unread: Story = { args: { content: missingContent({ kind: "unread", nearest: null }) } };
