import { type ReactNode, useId } from "react";
import type { OwnMetric } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { CaretDownIcon } from "../ui/icons.ts";
import { Inline } from "../ui/Inline.tsx";
import { Menu, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { useOwnMetricText } from "./useOwnMetricText.ts";

export interface OwnMetricCardProps {
  metric: OwnMetric;
  /** Its values, or why there are none. */
  children?: ReactNode;
  /** Next to the name. */
  actions?: ReactNode;
  /** Opens the rows of the whole period; omitted for a formula, which has none of its own. */
  onRows?: (() => void) | undefined;
  /** Omitted for those who may not. */
  onEdit?: (() => void) | undefined;
  onCopy?: (() => void) | undefined;
  onExport: () => void;
  onRemove?: (() => void) | undefined;
}

/** A metric with its definition in words. */
export function OwnMetricCard(props: OwnMetricCardProps) {
  const { metric, children, actions, onRows, onEdit, onCopy, onExport, onRemove } = props;
  const { t } = useTranslation("ownMetrics");
  const { definitionText } = useOwnMetricText();
  const id = useId();
  const { name, definition, project, owner } = metric;
  return (
    <Card as="article" aria-labelledby={id}>
      <Stack gap={2}>
        <Inline gap={2} justify="between" align="start">
          <Text as="h3" id={id} size="large" weight="strong" overflow="anywhere">
            {name}
          </Text>
          <Inline gap={1} wraps={false}>
            {actions}
            <MenuButton
              placement="bottom-end"
              button={{
                size: "small",
                variant: "minimal",
                "aria-label": t("card.actions", { name }),
                endIcon: <CaretDownIcon />,
              }}
              content={
                <Menu>
                  {onEdit && <MenuItem text={t("card.edit")} onClick={onEdit} />}
                  {onCopy && <MenuItem text={t("card.copy")} onClick={onCopy} />}
                  {definition !== null && <MenuItem text={t("card.export")} onClick={onExport} />}
                  {onRemove && <MenuItem text={t("card.remove")} intent="danger" onClick={onRemove} />}
                </Menu>
              }
            />
          </Inline>
        </Inline>
        <Text as="p" tone="muted" overflow="anywhere">
          {definition === null ? t("card.unreadable") : definitionText(definition)}
        </Text>
        {children}
        <Inline gap={3} justify="between">
          <Text tone="muted" size="small">
            {t(project === null ? "card.ofCompany" : "card.ofProject")}
            {owner !== null && ` · ${t("card.by", { name: owner })}`}
          </Text>
          {onRows && <Button size="small" variant="minimal" text={t("card.rows")} onClick={onRows} />}
        </Inline>
      </Stack>
    </Card>
  );
}
