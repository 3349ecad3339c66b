import { PLAN_NAMES, PLANS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Icon } from "../ui/Icon.tsx";
import { TickIcon } from "../ui/icons.ts";

type PlanName = (typeof PLAN_NAMES)[number];
type Feature = (typeof PLANS)[PlanName]["features"][number];

const FEATURES = [...new Set<Feature>(PLAN_NAMES.flatMap((name) => [...PLANS[name].features]))];
const has = (plan: PlanName, feature: Feature): boolean => PLANS[plan].features.some((one) => one === feature);

/** Limits and features of each plan. */
export function PlanTable({ current }: { current: PlanName | null }) {
  const { t } = useTranslation("help");
  const limit = (count: number | null): string => (count === null ? t("planUnlimited") : t("planUpTo", { count }));
  return (
    <Table label={t("plans")} isStriped>
      <thead>
        <tr>
          <th scope="col">{t("planFeature")}</th>
          {PLAN_NAMES.map((name) => (
            <th key={name} scope="col">
              {name} {name === current && <Tag intent="primary">{t("planYours")}</Tag>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t("planProjects")}</th>
          {PLAN_NAMES.map((name) => (
            <td key={name}>
              {PLANS[name].openSourceOnly
                ? t("planOpenSource", { count: PLANS[name].maxProjects })
                : limit(PLANS[name].maxProjects)}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t("planSources")}</th>
          {PLAN_NAMES.map((name) => (
            <td key={name}>{limit(PLANS[name].maxDataSources)}</td>
          ))}
        </tr>
        {FEATURES.map((feature) => (
          <tr key={feature}>
            <th scope="row">{t(`features.${feature}`)}</th>
            {PLAN_NAMES.map((name) => (
              <td key={name}>
                {has(name, feature) && <Icon of={TickIcon} />}
                <span className="visually-hidden">{has(name, feature) ? t("planIncluded") : t("planNotIncluded")}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
