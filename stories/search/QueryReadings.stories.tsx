import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { QueryReadings } from "../../src/components/search/QueryReadings.tsx";

const meta = {
  parameters: pictures,
  component: QueryReadings,
  args: {
    reinterpreted: [{ code: "spelling", word: "redirct", by: ["redirect"] }],
    readings: [{ code: "literal", q: '"redirct" loop', total: 0, total_capped: false }],
    onRead: fn(),
  },
} satisfies Meta<typeof QueryReadings>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Corrected: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/“redirct” occurs nowhere/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: 'Search as written: "redirct" loop 0 results' }));
    await expect(args.onRead).toHaveBeenCalledWith('"redirct" loop');
  },
};
export const Translated: Story = {
  args: {
    reinterpreted: [
      { code: "translation", word: "yönlendirme", by: ["redirect", "redirection", "routing"] },
      { code: "translation", word: "hatası", by: ["error", "fail", "failure", "exception"] },
    ],
    readings: [{ code: "literal", q: '"yönlendirme" "hatası"', total: 0, total_capped: false }],
  },
  parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } },
};
export const Beginning: Story = {
  parameters: forState,
  args: {
    reinterpreted: [{ code: "beginning", word: "redir", by: ["redirect", "redirects", "redirected"] }],
    readings: [{ code: "literal", q: '"redir"', total: 14, total_capped: false }],
  },
};
export const Pattern: Story = {
  parameters: forState,
  args: {
    reinterpreted: [],
    readings: [{ code: "pattern", q: "/follow.*redirect/", total: 1203, total_capped: true }],
  },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByRole("button", { name: "Read as a pattern: /follow.*redirect/ At least 1,203 results" }),
    ).toBeVisible();
  },
};
export const NothingInTime: Story = {
  args: { reinterpreted: [], readings: [{ code: "pattern", q: "/a.*b/", total: 0, total_capped: true }] },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByRole("button", { name: "Read as a pattern: /a.*b/ No results found in time" }),
    ).toBeVisible();
  },
};
export const InsideWords: Story = {
  parameters: forState,
  args: { reinterpreted: [], readings: [{ code: "inside", q: '"ectloop"', total: 1, total_capped: false }] },
};
export const AsWritten: Story = {
  args: { reinterpreted: [], readings: [{ code: "fix", q: "token lang:go", total: 12, total_capped: false }] },
  parameters: { chromatic: { disableSnapshot: true } }, // an empty picture
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("region")).toBeNull();
  },
};
