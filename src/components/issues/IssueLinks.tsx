import type { IssueLinkEntry } from "../../../contract/issues/issueWorkflow.ts";
import { LINK_KINDS } from "../../../contract/issues/linkKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { LinkedIssueLine } from "./LinkedIssueLine.tsx";

export interface IssueLinksProps {
  links: readonly IssueLinkEntry[];
  /** There are more links than these. */
  isCapped: boolean;
  /** The page of an issue of the project, by its address. */
  hrefOf: (address: string) => string;
}

/** Links of an issue to other issues, by kind; nothing where there are none. The parent has its own line in IssueArticle. */
export function IssueLinks({ links, isCapped, hrefOf }: IssueLinksProps) {
  const { t } = useTranslation("issuePage");
  const kinds = LINK_KINDS.filter((kind) => kind !== "parent" && links.some((link) => link.kind === kind));
  if (kinds.length === 0) return null;
  return (
    <section aria-label={t("links.title")}>
      <Text as="h2" size="large" weight="strong">
        {t("links.title")}
      </Text>
      <FactList layout="table">
        {kinds.map((kind) => (
          <Fact key={kind} name={t(`links.${kind}`)}>
            <Stack as="ul" gap={1}>
              {links
                .filter((link) => link.kind === kind)
                .map((link) => (
                  <li key={`${link.name} ${link.key} ${link.url}`}>
                    <LinkedIssueLine link={link} hrefOf={hrefOf} />
                  </li>
                ))}
            </Stack>
          </Fact>
        ))}
      </FactList>
      {isCapped && (
        <Text as="p" size="small" tone="muted">
          {t("links.capped")}
        </Text>
      )}
    </section>
  );
}
