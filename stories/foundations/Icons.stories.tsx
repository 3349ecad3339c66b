import * as blueprint from "@blueprintjs/icons";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentType } from "react";
import { expect } from "storybook/test";
import { pictures } from "../../.storybook/modes.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";
import { Tag } from "../../src/components/ui/Tag.tsx";
import {
  BookIcon,
  GitBranchIcon,
  GitRepoIcon,
  IssueIcon,
  type SVGIconProps,
  SearchIcon,
  TimeIcon,
} from "../../src/components/ui/icons.ts";
import * as usable from "../../src/components/ui/icons.ts";

const meta = { parameters: pictures, title: "Foundations/Icon samples", tags: ["!autodocs"] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const row = { display: "flex", flexWrap: "wrap", gap: "0.75rem", marginBlock: "0.75rem" } as const;

/** Icons are elements (`<SearchIcon />`): a name would load all icons. */
export const InUse: Story = {
  render: () => (
    <div style={row}>
      {[SearchIcon, GitRepoIcon, GitBranchIcon, IssueIcon, BookIcon, TimeIcon].map((Icon, index) => (
        <Icon key={index} size={20} aria-hidden={true} />
      ))}
      <Button icon={<SearchIcon />} text="Search" intent="primary" />
      <Button icon={<SearchIcon />} text="Search" intent="success" />
      <Button icon={<SearchIcon />} text="Search" intent="danger" />
      <Button icon={<SearchIcon />} text="Search" variant="minimal" intent="primary" />
      <Tag intent="primary">Owner</Tag>
      <Tag minimal={false} intent="primary">
        Owner
      </Tag>
      <Tag intent="success">Up to date</Tag>
      <Tag intent="warning">Waiting</Tag>
      <Tag intent="danger">Failed</Tag>
    </div>
  ),
};

const ALL = Object.entries(blueprint).flatMap(([name, icon]) =>
  name.endsWith("Icon") ? [[name, icon as ComponentType<SVGIconProps>] as const] : [],
);

function Gallery() {
  const [query, setQuery] = useState("");
  const found = ALL.filter(([name]) => name.toLowerCase().includes(query.toLowerCase().replaceAll(/[\s-]/g, "")));
  return (
    <>
      <InputGroup
        type="search"
        aria-label="Search icons"
        placeholder="Search icons"
        value={query}
        onValueChange={setQuery}
        style={{ inlineSize: "20rem" }}
      />
      <p role="status">
        {found.length} icons, {found.filter(([name]) => name in usable).length} of them in <code>ui/icons.ts</code>
      </p>
      <ul style={{ ...row, padding: 0, listStyle: "none" }}>
        {found.slice(0, 120).map(([name, Icon]) => (
          <li key={name} style={{ display: "grid", justifyItems: "center", gap: "0.25rem", inlineSize: "9rem" }}>
            <Icon size={20} aria-hidden={true} />
            <code style={{ fontSize: "var(--text-tiny)", overflowWrap: "anywhere" }}>{name}</code>
            {name in usable && <Tag>In the app</Tag>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** All icons of Blueprint by the name of their component. The first 120 matches are rendered. */
export const AllIcons: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Gallery />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox", { name: "Search icons" }), "git branch");
    await expect(canvas.getByText("GitBranchIcon")).toBeVisible();
    await expect(canvas.getByText("In the app")).toBeVisible();
    await expect(canvas.queryByText("AddChildIcon")).toBeNull();
  },
};
