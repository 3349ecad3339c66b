import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DocumentPage } from "../../src/components/documents/DocumentPage.tsx";
import { PageComments } from "../../src/components/documents/PageComments.tsx";
import { StaleReferenceBadge } from "../../src/components/documents/StaleReferenceBadge.tsx";
import { pageComments, staleReferences, wikiPage } from "../../tests/fixtures/documents.ts";

const meta = {
  component: DocumentPage,
  parameters: {
    ...pictures,
    ...framed,
  },
  decorators: [
    (Story) => (
      <main>
        <h1 className="visually-hidden">Atlas</h1>
        <Story />
      </main>
    ),
  ],
  argTypes: {
    view: { control: "inline-radio", options: ["rendered", "source"] },
    selected: { control: "object" },
    badge: { control: false },
    comments: { control: false },
  },
  args: {
    document: wikiPage(),
    view: "rendered",
    selected: null,
    viewHref: (view) => `#${view}`,
    resolve: (href) => `#inside:${href}`,
    onSelect: fn(),
    onTopLine: fn(),
    onCopyLink: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof DocumentPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Page: Story = {
  args: { badge: <StaleReferenceBadge references={staleReferences()} /> },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole("heading", { name: "How long it lasts" }, { timeout: 10_000 }),
    ).toHaveAttribute("id", "h-how-long-it-lasts");
  },
};
export const PageAsSource: Story = { parameters: forState, args: { view: "source", selected: { from: 3, to: 3 } } };
export const VeryLongPage: Story = {
  tags: ["!autodocs"],
  args: { document: wikiPage({ text: "A sentence of a page that never ends.\n".repeat(1700) }) },
  parameters: forLayout,
};
export const Empty: Story = { args: { document: wikiPage({ text: "" }) }, parameters: forState };
export const BlogPost: Story = {
  args: { document: wikiPage({ page_kind: "blog_post" }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Blog post")).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** A whiteboard has no text that is read: it is opened at its host. */
export const Whiteboard: Story = {
  args: { document: wikiPage({ page_kind: "whiteboard", title: "Sketch", text: "" }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "This is a whiteboard" })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Open at the host" })).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Folder: Story = {
  args: { document: wikiPage({ page_kind: "folder", title: "Plans", text: "" }) },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const WithComments: Story = {
  args: {
    comments: (
      <PageComments comments={pageComments()} total={2} base="https://wiki.example" personHref={({ id }) => `#${id}`} />
    ),
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const WithoutHost: Story = {
  args: { document: wikiPage({ url: null, updated_at: null }) },
  parameters: forState,
};
export const CopiesTheLink: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy link" }));
    await expect(args.onCopyLink).toHaveBeenCalledOnce();
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
  parameters: forState,
};
