import type { Meta, StoryObj } from "@storybook/react-vite";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { Markdown } from "../../src/components/ui/Markdown.tsx";

/** A generated image, passed as data like the explorer's images. */
const drawing = (width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8a83e0"/><circle cx="50%" cy="50%" r="30" fill="#ffe9a8"/></svg>`,
  )}`;

const text = [
  "# Offline",
  "",
  "The phone keeps what happened in a [queue](queue.md) and sends it with `flush`.",
  "",
  "![The way of an event](way.svg)",
  "",
  "- [x] events",
  "- [ ] photos, ~~at most 200~~ as many as fit",
  "",
  "| Status | Stronger than |",
  "| --- | --- |",
  "| delivered | everything |",
  "| failed | planned |",
  "",
  "> An event that the server will never take is put aside.",
  "",
  "```ts",
  "export const flush = async (send: (event: QueuedEvent) => Promise<void>): Promise<number> => 0; // a line that is wider than a phone",
  "```",
].join("\n");

const meta = {
  component: Markdown,
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: [
        "Use it for texts from hosts: it shows no scripts, forms or frames.",
        "Set the base, so that relative links work.",
      ],
      dont: ["Do not use it for the app’s own words."],
      keys: LINK_KEYS,
    }),
  },
  decorators: [
    (Story) => (
      <main style={{ maxInlineSize: "44rem" }}>
        <h1 className="visually-hidden">A page</h1>
        <Story />
      </main>
    ),
  ],
  args: {
    text,
    headingLevel: 2,
    resolve: (href) => `/projects/tern/documents?path=${href}`,
    loadImage: (src) => Promise.resolve(src === "way.svg" ? drawing(320, 120) : null),
  },
} satisfies Meta<typeof Markdown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const WithAPicture: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("img", { name: "The way of an event" })).toHaveAttribute(
      "src",
      expect.stringMatching(/^data:image\/svg/),
    );
  },
};
/** Wider than the page: it shrinks and keeps its aspect ratio. */
export const WidePicture: Story = {
  args: { text: "![Wide](way.svg)", loadImage: () => Promise.resolve(drawing(2400, 600)) },
  parameters: { chromatic: { modes: { light: modes.light, narrow: modes.narrow } } },
  play: async ({ canvas, canvasElement }) => {
    const picture = await canvas.findByRole("img", { name: "Wide" });
    const page = canvasElement.querySelector("main");
    await expect(picture.clientWidth).toBeLessThanOrEqual(page?.clientWidth ?? 0);
  },
};
/** An image that is missing, or on another host, stays a link. */
export const PictureIsNotThere: Story = {
  args: { text: "![Gone](gone.svg)\n\n![Elsewhere](https://files.example/pixel.png)" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: /Elsewhere/ })).toBeVisible();
    await expect(canvas.queryByRole("img", { name: /Gone|Elsewhere/ })).toBeNull();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
