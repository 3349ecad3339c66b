import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RequestTable } from "../../src/components/requests/RequestTable.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestTable,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <div style={{ blockSize: 400, display: "flex" }}>
          <Story />
        </div>
      </>
    ),
  ],
  args: {
    rows: [
      requestCard(),
      requestCard({ id: "r-2", key: "#13", title: "Draft of a cache", state: "open", is_draft: true, checks: null }),
      requestCard({ id: "r-3", key: "!14", title: "Closed", state: "closed", author: null, comments: 0, labels: [] }),
    ],
    total: 3,
    paging: "complete",
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    hrefOf: ({ address }) => `/projects/atlas/requests/${address}`,
    onOpen: fn(),
    onPreview: fn(),
    onHelp: fn(),
    onLoadMore: fn(),
  },
} satisfies Meta<typeof RequestTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("3 of 3 requests")).toBeVisible();
    await userEvent.keyboard("j ");
    await expect(args.onPreview).toHaveBeenCalled();
  },
};
/** Tab leads from the active row to its author and its reviewers. */
export const PeopleByKeys: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.keyboard("j");
    const row = canvasElement.querySelector<HTMLElement>("[data-index='0']");
    await waitFor(() => expect(row).toHaveFocus());
    const { author, reviewers } = requestCard();
    for (const person of [author, ...reviewers.map((one) => one.person)]) {
      await userEvent.tab();
      await expect(document.activeElement).toHaveAttribute("href", `/projects/atlas/people/${person?.id}`);
    }
    await expect(canvas.queryByRole("link", { name: "a deleted account" })).toBeNull();
  },
};
/** Three reviewers have a picture, the others are in a menu. */
export const EveryReviewer: Story = {
  args: {
    rows: [
      requestCard({
        reviewers: ["Ada", "Bo", "Cem", "Dee", "Eva"].map((name) => ({
          person: { id: name, name, email: null, avatar_url: null },
          state: null,
        })),
      }),
    ],
    total: 1,
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Cem" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "+2 more: Dee, Eva" }));
    await expect(await screen.findByRole("menuitem", { name: "Eva" })).toHaveAttribute(
      "href",
      "/projects/atlas/people/Eva",
    );
    await expect(args.onPreview).not.toHaveBeenCalled();
  },
};
export const Previewed: Story = { parameters: { chromatic: { disableSnapshot: false } }, args: { previewedId: "r-2" } };
export const Loading: Story = { args: { paging: "loading", total: 900 } };
export const Failed: Story = { args: { paging: "failed", total: 900 } };
export const Narrow: Story = {
  globals: { viewport: { value: "phone" } },
};
export const Turkish: Story = { globals: { locale: "tr" } };
