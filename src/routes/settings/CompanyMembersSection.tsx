import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import type { CompanyRole, CompanyUser } from "../../../contract/companies.ts";
import { CompanyMemberList } from "../../components/company/CompanyMemberList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface CompanyMembersSectionProps {
  companyId: string;
  answer: Promise<Result<CompanyUser[]>>;
}

/** The users of the company: roles and removal. */
export const CompanyMembersSection = observer(function CompanyPeople({
  companyId,
  answer,
}: CompanyMembersSectionProps) {
  const result = use(answer);
  const { companies } = useServices();
  const store = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<CompanyUser | null>(null);
  const [demoting, setDemoting] = useState<CompanyUser | null>(null);
  const [failure, setFailure] = useState<string>();
  const [removeFailure, setRemoveFailure] = useState<string>();
  if (!result.success) {
    return (
      <ErrorState
        title={t("company.peopleFailed")}
        failure={formatError(result.error)}
        onRetry={() => void revalidate()}
      />
    );
  }
  const myEmail = store.session.user?.email ?? "";
  const isMe = ({ email }: CompanyUser): boolean => email.toLowerCase() === myEmail.toLowerCase();

  const changeRole = async (person: CompanyUser, role: CompanyRole): Promise<void> => {
    setDemoting(null);
    setBusy((now) => [...now, person.id]);
    setFailure(undefined);
    const { error } = await companies.changeRole(companyId, person.id, role);
    if (error) setFailure(formatError(error).text);
    // The user's own role determines what the app offers.
    else if (isMe(person)) await store.session.load();
    await revalidate();
    setBusy((now) => now.filter((id) => id !== person.id));
  };
  const remove = async (person: CompanyUser): Promise<void> => {
    setBusy((now) => [...now, person.id]);
    setRemoveFailure(undefined);
    const { error } = await companies.removeUser(companyId, person.id);
    setBusy((now) => now.filter((id) => id !== person.id));
    if (error) {
      setRemoveFailure(formatError(error).text);
      return;
    }
    setRemoving(null);
    store.notifications.show(t("company.removed", { name: person.name }));
    if (isMe(person)) {
      await store.session.load();
      await navigate(hrefTo.home());
    } else await revalidate();
  };

  return (
    <>
      <FormError title={t("company.roleFailed")} failure={failure === undefined ? null : { text: failure }} />
      <CompanyMemberList
        people={result.data}
        myEmail={myEmail}
        busy={busy}
        onChangeRole={(person, role) => {
          if (isMe(person) && role !== "Admin") setDemoting(person);
          else void changeRole(person, role);
        }}
        onRemove={setRemoving}
      />
      <ConfirmDialog
        isOpen={demoting !== null}
        title={t("company.demoteTitle")}
        text={t("company.demoteText")}
        action={t("company.demote")}
        onConfirm={() => {
          if (demoting) void changeRole(demoting, "Member");
        }}
        onCancel={() => setDemoting(null)}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={t("company.removeTitle", { name: removing?.name ?? "" })}
        text={t("company.removeText", { name: removing?.name ?? "" })}
        action={t("company.remove")}
        isBusy={removing !== null && busy.includes(removing.id)}
        failure={removeFailure}
        onConfirm={() => {
          if (removing) void remove(removing);
        }}
        onCancel={() => {
          setRemoveFailure(undefined);
          setRemoving(null);
        }}
      />
    </>
  );
});
