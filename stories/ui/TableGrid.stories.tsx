import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { pictures, forLayout, zoomed, inForcedColors } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TableGrid, TableGridRow } from "../../src/components/ui/TableGrid.tsx";

const PROJECTS = [
  { slug: "atlas", role: "Owner", issues: 128 },
  { slug: "atlas-web", role: "Developer", issues: 7 },
];

const meta = {
  component: TableGrid,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it where rows have controls or become cards on a phone; for numbers to compare, use Table.",
        "Give each row one header (rowheader), with the link of the row in it.",
      ],
      dont: [
        "Do not render thousands of rows: pass those in view and the row count.",
        "Do not put a second link below the link of the row.",
      ],
      keys: [
        ["Tab", "Moves to the links and controls of the rows"],
        ["Enter", "Follows the link of the row"],
      ],
    }),
  },
  argTypes: {
    cardsBelow: { control: "inline-radio", options: ["phone", "tablet"] },
    children: { control: false },
    bodyRef: { control: false },
  },
  args: {
    label: "Projects",
    columns: [
      { id: "name", name: "Name" },
      { id: "role", name: "My role" },
      { id: "issues", name: "Open issues" },
    ],
    tracks: "minmax(0, 1fr) 9rem 7rem",
    cardTracks: "minmax(0, 1fr) auto auto",
    children: PROJECTS.map(({ slug, role, issues }) => (
      <TableGridRow key={slug} hasLink>
        <div role="rowheader">
          <a href={`#${slug}`}>{slug}</a>
        </div>
        <div role="cell">{role}</div>
        <div role="cell">{issues}</div>
      </TableGridRow>
    )),
  },
} satisfies Meta<typeof TableGrid>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    const table = within(canvas.getByRole("table", { name: "Projects" }));
    await expect(table.getAllByRole("columnheader")).toHaveLength(3);
    const row = table.getByRole("row", { name: /atlas-web/ });
    const link = within(row).getByRole("link", { name: "atlas-web" });
    // The link covers the whole row.
    const { width, height } = row.getBoundingClientRect();
    const { width: covered, height: coveredHeight } = getComputedStyle(link, "::after");
    await expect([Number.parseFloat(covered), Number.parseFloat(coveredHeight)]).toEqual([
      expect.closeTo(width, 0),
      expect.closeTo(height - 1, 0),
    ]);
  },
};

/** Only the rows in view are rendered; screen readers announce the position of each among all. */
export const PartOfTheRows: Story = {
  args: {
    rowCount: 1000,
    children: (
      <TableGridRow index={499}>
        <div role="rowheader">project-500</div>
        <div role="cell">Viewer</div>
        <div role="cell">0</div>
      </TableGridRow>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("table")).toHaveAttribute("aria-rowcount", "1001");
    await expect(canvas.getByRole("row", { name: /project-500/ })).toHaveAttribute("aria-rowindex", "501");
  },
};

/** The name of a column of controls is for screen readers. */
export const HiddenName: Story = {
  args: {
    columns: [
      { id: "name", name: "Name" },
      { id: "role", name: "My role" },
      { id: "actions", name: "Actions", isNameHidden: true },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("columnheader", { name: "Actions" })).toBeInTheDocument();
  },
};

/** Rows with more columns are cards in a window of a tablet too. */
export const CardsOnATablet: Story = {
  args: { cardsBelow: "tablet" },
  globals: { viewport: { value: "tablet" } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    const [name] = canvas.getAllByRole("columnheader");
    await expect(name?.parentElement?.parentElement?.getBoundingClientRect().height).toBeLessThanOrEqual(2);
  },
};
/** Rows are cards; the head is for screen readers. */
export const Phone: Story = { globals: { viewport: { value: "phone" } }, parameters: forLayout };
/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
