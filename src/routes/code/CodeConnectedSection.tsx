import { useState } from "react";
import type { CodeContent, CodeSymbol } from "../../../contract/code/code.ts";
import { SegmentedControl } from "../../components/ui/SegmentedControl.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import type { LineRange } from "../../domain/address.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";

export interface CodeConnectedSectionProps {
  slug: string;
  content: Pick<CodeContent, "repository" | "path" | "revision">;
  selected: LineRange | null;
  /** The definition around the selected lines. */
  around: CodeSymbol | undefined;
}

/** What is connected with a file, with its selected lines, or with the function around them. */
export function CodeConnectedSection({ slug, content, selected, around }: CodeConnectedSectionProps) {
  const { t } = useTranslation("code");
  const [chosen, setChosen] = useState<string | null>(null);
  const { repository, path, revision } = content;
  const place = { source: repository.id, path };
  const lines = ({ from, to }: LineRange) => ({ ...place, from, to, revision: revision?.hash });
  const scopes = [
    { value: "file", text: t("connected.file"), node: { kind: "file" as const, ...place } },
    ...(selected ? [{ value: "lines", text: t("connected.lines", { ...selected }), node: lines(selected) }] : []),
    ...(around
      ? [{ value: "function", text: around.name, node: lines({ from: around.start_line, to: around.end_line }) }]
      : []),
  ];
  const scope = scopes.find(({ value }) => value === chosen) ?? scopes[1] ?? scopes[0];
  if (scope === undefined) return null;
  return (
    <Stack gap={2}>
      {scopes.length > 1 && (
        <SegmentedControl
          size="small"
          label={t("connected.scope")}
          options={scopes.map(({ value, text }) => ({ value, text }))}
          value={scope.value}
          onValueChange={setChosen}
        />
      )}
      <ConnectedSection key={JSON.stringify(scope.node)} slug={slug} node={scope.node} />
    </Stack>
  );
}
