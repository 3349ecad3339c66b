import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PersonWorkLists } from "../../src/components/persons/PersonWorkLists.tsx";
import { noWork, personWork } from "../../tests/fixtures/personPage.ts";

const meta = {
  component: PersonWorkLists,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Noor Haddad</h1>
        <Story />
      </>
    ),
  ],
  args: {
    work: personWork(),
    issueHref: ({ address }) => `/projects/atlas/issues/${address}`,
    requestHref: ({ address }) => `#request-${address}`,
    commitHref: ({ hash }) => `/projects/atlas/commits/${hash}`,
    pageHref: ({ path }) => (path === null ? null : `/projects/atlas/documents?path=${path}`),
  },
} satisfies Meta<typeof PersonWorkLists>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "#4 Cursor is lost <after> a filter" })).toBeVisible();
    await expect(canvas.getByText("and 39 more")).toBeVisible();
    await expect(canvas.queryByRole("link", { name: "Not searchable yet" })).toBeNull();
  },
};
export const WithActions: Story = { args: { actionOf: (_, title) => <button type="button">Add {title}</button> } };
export const Nothing: Story = { args: { work: noWork } };
export const Turkish: Story = { globals: { locale: "tr" } };
