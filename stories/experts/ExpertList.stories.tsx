import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { ExpertList, type ExpertListProps } from "../../src/components/experts/ExpertList.tsx";
import { expert, expertPerson, experts } from "../../tests/fixtures/experts.ts";

function Stateful(props: ExpertListProps) {
  const [openPerson, setOpenPerson] = useState(props.openPerson);
  return (
    <div style={{ maxInlineSize: 640 }}>
      <h1 className="visually-hidden">Experts</h1>
      <h2 className="visually-hidden">People</h2>
      <ExpertList
        {...props}
        openPerson={openPerson}
        onOpenPerson={(id) => {
          props.onOpenPerson(id);
          setOpenPerson(id);
        }}
      />
    </div>
  );
}

const meta = {
  parameters: pictures,
  component: ExpertList,
  render: (args) => <Stateful {...args} />,
  argTypes: {
    experts: { control: false },
    owners: { control: false },
    openPerson: { control: "select", options: [null, ...experts().map(({ person }) => person.id)] },
    headingLevel: { control: "inline-radio", options: [2, 3] },
  },
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    experts: experts(),
    openPerson: "e-elif",
    onOpenPerson: fn(),
    owners: new Set(["e-elif"]),
  },
} satisfies Meta<typeof ExpertList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <Stateful key={args.openPerson} {...args} />,
};
export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
/** A person's likely role, next to what CODEOWNERS declares. */
export const RoleTags: Story = {
  args: { openPerson: null },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText("Likely to fix it").length).toBeGreaterThan(1);
    await expect(canvas.getAllByText("Likely to review it").length).toBeGreaterThan(1);
    await expect(canvas.getByText("In CODEOWNERS")).toBeVisible();
  },
};
export const AllClosed: Story = { args: { openPerson: null } };
export const WithMapLinks: Story = { args: { mapHrefOf: (id) => `/projects/atlas/experts?view=map&leave=${id}` } };
export const FormerMember: Story = { args: { openPerson: "e-amara" } };
export const LongNames: Story = {
  args: {
    experts: [
      expert({ person: expertPerson("e-long", "Ayşegül Çağlayangil-Schwarzenberger von und zu Übersee".repeat(2)) }),
      ...experts(),
    ],
    openPerson: "e-long",
  },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 312 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};
export const OpensByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { openPerson: null },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    const toggle = canvas.getByRole("button", { name: /Elif Yıldız/ });
    await expect(toggle).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpenPerson).toHaveBeenCalledWith("e-elif");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getByRole("link", { name: "Keep the cursor over a change of filters" })).toHaveAttribute(
      "target",
      "_blank",
    );
  },
};
/** A host gave an address that is not of the web: it is a text. */
export const HostileEvidence: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    experts: [
      expert({
        person: expertPerson("e-mallory", "Mallory"),
        reasons: [
          {
            code: "reviews",
            points: 1,
            evidence: [
              { text: "A script", href: "javascript:alert(1)" },
              { text: "Another host", href: "//evil.example/" },
            ],
          },
        ],
      }),
    ],
    openPerson: "e-mallory",
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("A script")).toBeVisible();
    await expect(canvas.queryByRole("link", { name: "A script" })).toBeNull();
    await expect(canvas.queryByRole("link", { name: "Another host" })).toBeNull();
  },
};
