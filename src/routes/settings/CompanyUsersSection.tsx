import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import type { CompanyRole, CompanyUser } from "../../../contract/access/companies.ts";
import { CompanyUserList } from "../../components/company/CompanyUserList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";

export interface CompanyUsersSectionProps {
  companyId: string;
  answer: Promise<Result<CompanyUser[]>>;
}

/** The users of the company: roles and removal. */
export const CompanyUsersSection = observer(function CompanyUsersSection({
  companyId,
  answer,
}: CompanyUsersSectionProps) {
  const query = useLoaderState(answer);
  const { companies, secondFactors } = useServices();
  const store = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const [demoting, setDemoting] = useState<CompanyUser | null>(null);
  const myEmail = store.session.user?.email ?? "";
  const isMe = ({ email }: CompanyUser): boolean => email.toLowerCase() === myEmail.toLowerCase();
  const changeRole = useMutation(
    (user: CompanyUser, role: CompanyRole) => companies.changeRole(companyId, user.id, role),
    {
      // The user's own role determines what the app offers.
      onSuccess: (_, user) => (isMe(user) ? store.session.load() : undefined),
      onSettled: revalidate,
    },
  );
  const remove = useConfirmation((user: CompanyUser) => companies.removeUser(companyId, user.id), {
    onSuccess: async (_, user) => {
      store.notifications.show(t("company.removed", { name: user.name }));
      if (isMe(user)) {
        await store.session.load();
        await navigate(hrefTo.home());
      } else await revalidate();
    },
  });
  const resetFactor = useConfirmation((user: CompanyUser) => secondFactors.reset(companyId, user.id), {
    onSuccess: async (_, user) => {
      store.notifications.show(t("company.resetFactorDone", { name: user.name }));
      await revalidate();
    },
  });
  const busy = [...changeRole.pending.map(([user]) => user), ...remove.pending, ...resetFactor.pending].map(
    ({ id }) => id,
  );
  return (
    <AsyncContent query={query} failed={t("company.usersFailed")}>
      {(users) => (
        <>
          <FormError
            title={t("company.roleFailed")}
            failure={changeRole.error && { text: formatError(changeRole.error).text }}
          />
          <CompanyUserList
            users={users}
            myEmail={myEmail}
            busy={busy}
            onChangeRole={(user, role) => {
              if (isMe(user) && role !== "Admin") setDemoting(user);
              else void changeRole.mutate(user, role);
            }}
            onRemove={remove.ask}
            onResetSecondFactor={resetFactor.ask}
          />
          <ConfirmDialog
            isOpen={demoting !== null}
            title={t("company.demoteTitle")}
            text={t("company.demoteText")}
            action={t("company.demote")}
            onConfirm={() => {
              setDemoting(null);
              if (demoting) void changeRole.mutate(demoting, "Member");
            }}
            onCancel={() => setDemoting(null)}
          />
          <ConfirmDialog
            {...resetFactor.dialog}
            title={t("company.resetFactorTitle", { name: resetFactor.subject?.name ?? "" })}
            text={t("company.resetFactorText", { name: resetFactor.subject?.name ?? "" })}
            action={t("company.resetFactor")}
          />
          <ConfirmDialog
            {...remove.dialog}
            title={t("company.removeTitle", { name: remove.subject?.name ?? "" })}
            text={t("company.removeText", { name: remove.subject?.name ?? "" })}
            action={t("company.remove")}
          />
        </>
      )}
    </AsyncContent>
  );
});
