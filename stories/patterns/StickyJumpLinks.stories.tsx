import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { StickyJumpLinks } from "../../src/components/patterns/StickyJumpLinks.tsx";

const PARTS = ["flow", "speed", "code", "knowledge"];

const meta = {
  component: StickyJumpLinks,
  parameters: {
    ...usage({
      do: ["Use it on pages of more than four screens, whose parts are read one after another."],
      dont: ["Do not use it where the page has another sticky bar: JumpLinks scroll away."],
    }),
  },
  args: { label: "Parts of this page", addressed: "", targets: PARTS.map((id) => ({ id, text: `Part ${id}` })) },
  render: (args) => (
    <div>
      <StickyJumpLinks {...args} />
      {PARTS.map((id) => (
        <section key={id} id={id} aria-label={`Content of ${id}`} style={{ blockSize: "130vh" }}>
          Content of {id}
        </section>
      ))}
    </div>
  ),
} satisfies Meta<typeof StickyJumpLinks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** The marked link follows the page, and the links stay in sight. */
export const FollowsThePage: Story = {
  play: async ({ canvas }) => {
    const link = (id: string) => canvas.getByRole("link", { name: `Part ${id}` });
    await waitFor(() => expect(link("flow")).toHaveAttribute("aria-current", "true"));
    document.getElementById("code")?.scrollIntoView();
    await waitFor(() => expect(link("code")).toHaveAttribute("aria-current", "true"));
    await expect(link("flow")).not.toHaveAttribute("aria-current");
    await expect(link("flow").getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await waitFor(() => expect(link("knowledge")).toHaveAttribute("aria-current", "true"));
    // The browser itself follows it: in the frame of a test that would be another page.
    await expect(link("speed")).toHaveAttribute("href", "#speed");
    window.scrollTo(0, 0);
  },
};
/** The page scrolls to the part in its address once: a part that is rendered later does not take the reader back. */
export const LatePart: Story = {
  args: { addressed: "code", targets: PARTS.slice(0, 3).map((id) => ({ id, text: `Part ${id}` })) },
  render: function LatePart(args) {
    const [isThere, setThere] = useState(false);
    const late = PARTS.slice(3).map((id) => ({ id, text: `Part ${id}` }));
    return (
      <div>
        <StickyJumpLinks {...args} targets={isThere ? [...args.targets, ...late] : args.targets} />
        <button onClick={() => setThere(true)}>Load</button>
        {PARTS.map((id) => (
          <section key={id} id={id} aria-label={`Content of ${id}`} style={{ blockSize: "130vh" }}>
            Content of {id}
          </section>
        ))}
      </div>
    );
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(0));
    window.scrollTo(0, 0);
    canvas.getByRole("button", { name: "Load" }).click();
    await expect(await canvas.findByRole("link", { name: "Part knowledge" })).toBeVisible();
    await expect(window.scrollY).toBe(0);
  },
};
export const Narrow: Story = {
  args: { targets: [...PARTS, ...PARTS.map((id) => `${id}-2`)].map((id) => ({ id, text: `A long name of ${id}` })) },
  globals: { viewport: { value: "phone" } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
};
