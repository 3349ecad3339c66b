import type { OrderedFiles } from "../../../contract/issues/modelOrder.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Text } from "../ui/Text.tsx";

export interface ModelOrderListProps {
  order: OrderedFiles;
  hrefOf: (file: { readonly repository: string; readonly path: string }) => string;
}

/** The likely files as the company's model orders them, with Clew's ranks. It moves nothing: the reader opens it. */
export function ModelOrderList({ order: { model, files, note }, hrefOf }: ModelOrderListProps) {
  const { t } = useTranslation("ask");
  if (model === null) return null;
  if (files === null)
    return note === null ? null : (
      <Text as="p" tone="muted" size="compact">
        {t("order.noAnswer", { model })} {note}
      </Text>
    );
  if (files.every(({ rank }, at) => rank === at + 1))
    return (
      <Text as="p" tone="muted" size="compact">
        {t("order.same", { model })}
      </Text>
    );
  return (
    <Disclosure variant="quiet" summary={t("order.differs", { model })}>
      <Text as="p" tone="muted" size="compact">
        {t("order.certainty", { model })}
      </Text>
      <ol aria-label={t("order.by", { model })}>
        {files.map(({ repository, path, rank }) => (
          <li key={`${repository}:${path}`}>
            <a href={hrefOf({ repository, path })}>{path}</a> <Text tone="muted">{t("order.rank", { rank })}</Text>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
