import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { modes, forLayout, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DocumentPage } from "../../src/components/documents/DocumentPage.tsx";
import { StaleReferenceBadge } from "../../src/components/documents/StaleReferenceBadge.tsx";
import { commit, content, staleReferences, guide } from "../../tests/fixtures/documents.ts";

const resolve = (href: string) => `#inside:${href}`;

const meta = {
  component: DocumentPage,
  parameters: {
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
    document: {
      control: "inline-radio",
      options: ["code", "page"],
      mapping: { code: content(), page: guide() },
    },
    view: { control: "inline-radio", options: ["rendered", "source"] },
    selected: { control: "object" },
    badge: { control: false },
  },
  args: {
    document: content(),
    view: "source",
    selected: null,
    viewHref: (view) => `#${view}`,
    currentHref: "#current",
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
    resolve,
    onSelect: fn(),
    onTopLine: fn(),
    onCopyLink: fn(() => Promise.resolve(true)),
    onCopyPath: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof DocumentPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Code: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Page: Story = {
  args: { document: guide(), view: "rendered", badge: <StaleReferenceBadge references={staleReferences()} /> },
  play: async ({ canvas, canvasElement }) => {
    const link = await canvas.findByRole("link", { name: "the store" }, { timeout: 10_000 });
    await expect(link).toHaveAttribute("href", "#inside:../src/session/sessionStore.ts#L12");
    await expect(canvas.getByRole("heading", { name: "How long it lasts" })).toHaveAttribute(
      "id",
      "h-how-long-it-lasts",
    );
    await expect(canvasElement.querySelector("script, img")).toBeNull();
  },
};
const chapter = (name: string) => `## ${name}\n\n${"A sentence of this chapter.\n\n".repeat(40)}`;
export const PageTellsItsHeading: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    document: guide({ text: `# Long\n\n${["One", "Two", "Three"].map(chapter).join("\n")}\n## Last\n\nThe end.\n` }),
    view: "rendered",
    onTopHeading: fn(),
  },
  play: async ({ canvas, args }) => {
    const two = await canvas.findByRole("heading", { name: "Two" }, { timeout: 10_000 });
    two.scrollIntoView();
    await waitFor(() => expect(args.onTopHeading).toHaveBeenLastCalledWith("h-two"));
    // No scroll position brings the last one to the top of the window.
    window.scrollTo(0, document.documentElement.scrollHeight);
    await waitFor(() => expect(args.onTopHeading).toHaveBeenLastCalledWith("h-last"));
    window.scrollTo(0, 0);
    await waitFor(() => expect(args.onTopHeading).not.toHaveBeenLastCalledWith("h-last"));
  },
};
export const PageAsSource: Story = { args: { document: guide(), view: "source", selected: { from: 3, to: 3 } } };
export const VeryLongPage: Story = {
  tags: ["!autodocs"],
  args: { document: guide({ text: `${"A sentence of a page that never ends.\n".repeat(1700)}` }), view: "rendered" },
  parameters: forLayout,
};
export const OlderRevision: Story = {
  args: { document: content({ is_current: false, revision: "07aa19c3f2a4e5d6c7b8a9014f1c02d9a7b35e66" }) },
  parameters: forState,
};
export const Cut: Story = { args: { document: content({ truncated: true, size: 9_400_000 }) } };
export const Vector: Story = {
  args: {
    document: content({
      path: "docs/flow.svg",
      title: "flow.svg",
      format: "svg",
      language: null,
      symbols: [],
      text: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#3B82F6"/></svg>',
    }),
    view: "rendered",
  },
};
export const Picture: Story = {
  args: {
    document: content({
      path: "assets/dot.gif",
      title: "dot.gif",
      kind: "image",
      language: null,
      text: null,
      symbols: [],
      image: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    }),
  },
};
export const Empty: Story = { args: { document: content({ text: "", size: 0, symbols: [] }) }, parameters: forState };
export const Binary: Story = {
  args: { document: content({ kind: "binary", text: null, language: null, symbols: [] }) },
  parameters: forState,
};
export const Large: Story = {
  args: { document: content({ kind: "large", text: null, symbols: [], size: 48_000_000 }) },
  parameters: forState,
};
export const Removed: Story = {
  args: { document: content({ kind: "removed", text: null, symbols: [], url: null, removed_by: commit() }) },
  parameters: forState,
};
export const NotKeptHere: Story = {
  args: {
    document: content({ kind: "unread", text: null, symbols: [], revision: null, is_current: false, url: null }),
  },
  parameters: forState,
};
export const GoesToALine: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole("textbox");
    await userEvent.type(field, "12-16{Enter}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 12, to: 16 });
    await userEvent.clear(field);
    await userEvent.type(field, "4000");
    await expect(field).toBeInvalid();
  },
};
export const CopiesTheLink: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy link" }));
    await expect(args.onCopyLink).toHaveBeenCalledOnce();
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
  parameters: forState,
};
