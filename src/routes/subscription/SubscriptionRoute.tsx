import { AnchorButton, Button, Intent } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { PublicPage } from "../../components/PublicPage/PublicPage.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { mailTo } from "../support/mailTo.ts";
import { useSwitchLanguage } from "../useLocale.ts";
import { usePageTitle } from "../usePageTitle.ts";

/** All that is left when the subscription has expired. It has no way to /support: an expired subscription blocks that as well. */
export const Component = observer(function SubscriptionRoute() {
  const store = useStore();
  const { t } = useWords("shell");
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
  const navigate = useNavigate();
  usePageTitle(t("subscription.title"));
  return (
    <PublicPage
      title={t("subscription.title")}
      text={t("subscription.text")}
      theme={store.theme.value}
      onToggleTheme={store.theme.toggle}
      onLanguage={switchLanguage}
    >
      <AnchorButton
        intent={Intent.PRIMARY}
        text={t("subscription.contact")}
        href={mailTo({ subject: t("subscription.title"), body: store.session.user?.company?.name ?? "" })}
      />
      <Button
        variant="minimal"
        text={t("logout")}
        onClick={() => {
          void store.session.logout();
          store.forgetPerson();
          void navigate(hrefTo.login());
        }}
      />
    </PublicPage>
  );
});
