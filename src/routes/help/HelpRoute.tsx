import { AnchorButton, HTMLTable } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { PageHeader } from "../../components/PageHeader/PageHeader.tsx";
import { PlanTable } from "../../components/PlanTable/PlanTable.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import styles from "./HelpRoute.module.css";

const CAPABILITIES = ["search", "localize", "sync"] as const;
const KEYS = [
  ["Tab", "keys_tab"],
  ["Enter", "keys_enter"],
  ["Esc", "keys_escape"],
  ["J / K", "keys_jk"],
  ["Space", "keys_space"],
] as const;

export const Component = observer(function HelpRoute() {
  const { plan } = useStore();
  const { t } = useWords("help");
  usePageTitle(t("title"));
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={<AnchorButton href={hrefTo.support()} text={t("support.link")} variant="outlined" />}
      />
      <div className={styles.parts}>
        <section>
          <h2 className={styles.title}>{t("capabilities")}</h2>
          <dl className={styles.list}>
            {CAPABILITIES.map((name) => (
              <div key={name}>
                <dt>{t(`${name}.title`)}</dt>
                <dd>{t(`${name}.text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h2 className={styles.title}>{t("keys")}</h2>
          <HTMLTable compact className={styles.keys}>
            <thead>
              <tr>
                <th scope="col">{t("keyName")}</th>
                <th scope="col">{t("keyDoes")}</th>
              </tr>
            </thead>
            <tbody>
              {KEYS.map(([key, does]) => (
                <tr key={key}>
                  <td>
                    <kbd>{key}</kbd>
                  </td>
                  <td>{t(does)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </section>
        <section>
          <h2 className={styles.title}>{t("plans")}</h2>
          <PlanTable current={plan.name} />
        </section>
      </div>
    </>
  );
});
