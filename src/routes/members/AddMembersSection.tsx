import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { ColleaguePicker } from "../../components/projects/ColleaguePicker.tsx";
import { EmailListField } from "../../components/patterns/EmailListField.tsx";
import { Form } from "../../components/patterns/Form.tsx";
import { InvitationLinks, type InvitationLink } from "../../components/company/InvitationLinks.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { nameContains } from "../../domain/nameContains.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Button } from "../../components/ui/Button.tsx";
import type { useColleagues } from "./useColleagues.ts";
import styles from "./AddMembersSection.module.css";

export interface AddMembersSectionProps {
  slug: string;
  /** Addresses of members of the project. */
  taken: readonly string[];
  colleagues: ReturnType<typeof useColleagues>;
}

/** Adds colleagues from a list, and people outside of the company by their addresses. */
export const AddMembersSection = observer(function AddMembersSection({
  slug,
  taken,
  colleagues: { data, error, refetch },
}: AddMembersSectionProps) {
  const { session } = useStore();
  const { revalidate } = useRevalidator();
  const companyId = session.user?.company?.id ?? null;
  const { projects } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  const send = (emails: readonly string[]) => projects.addUsers(slug, emails);
  const options = {
    invalidates: [queryKeys.colleagues(companyId, slug)],
    onSuccess: async (invitations: readonly InvitationLink[]) => {
      setLinks(invitations);
      await revalidate();
    },
  };
  const colleagues = useMutation(send, options);
  const outside = useMutation(send, options);
  const errorsOf = (failure: ApiError | null): readonly string[] => {
    if (!failure) return [];
    const { text, fields } = formatError(failure);
    const sentences = Object.values(fields).flat();
    return sentences.length > 0 ? sentences : [text];
  };

  return (
    <>
      <section className={styles.add} aria-label={t("colleagues.title")}>
        <h4>{t("colleagues.title")}</h4>
        <ColleaguePicker
          people={data?.people ?? null}
          members={data?.members ?? []}
          failure={error && formatError(error)}
          errors={errorsOf(colleagues.error)}
          isBusy={colleagues.isPending}
          contains={nameContains}
          onRetry={refetch}
          onAdd={async (people) => {
            outside.reset();
            return (await colleagues.mutate(people.map(({ email }) => email))).success;
          }}
        />
      </section>
      <section className={styles.add} aria-label={t("people.outside")}>
        <h4>{t("people.outside")}</h4>
        <AddByAddress
          isAdmin={session.isCompanyAdmin}
          taken={taken}
          errors={errorsOf(outside.error)}
          isBusy={outside.isPending}
          onChange={outside.reset}
          onAdd={async (emails) => {
            colleagues.reset();
            return (await outside.mutate(emails)).success;
          }}
        />
        {links.length > 0 && <InvitationLinks links={links} onCopy={copyText} onDone={() => setLinks([])} />}
      </section>
    </>
  );
});

interface AddByAddressProps extends Pick<AddMembersSectionProps, "taken"> {
  /** An Admin of the company also invites with this form. */
  isAdmin: boolean;
  errors: readonly string[];
  isBusy: boolean;
  onChange: () => void;
  onAdd: (emails: readonly string[]) => Promise<boolean>;
}

function AddByAddress({ isAdmin, taken, errors, isBusy, onChange, onAdd }: AddByAddressProps) {
  const { t } = useTranslation("project");
  const [emails, setEmails] = useState<readonly string[]>([]);
  const handleSubmit = () => {
    if (emails.length === 0) return;
    void onAdd(emails).then((isAdded) => {
      if (isAdded) setEmails([]);
    });
  };
  return (
    <Form label={t("people.add")} className={null} isBusy={isBusy} onSubmit={handleSubmit}>
      <EmailListField
        emails={emails}
        taken={taken}
        help={t(isAdmin ? "people.addHelpAdmin" : "people.addHelp")}
        errors={errors}
        isBusy={isBusy}
        onChange={(next) => {
          onChange();
          setEmails(next);
        }}
      />
      {emails.length > 0 && (
        <Button
          type="submit"
          intent="primary"
          text={t("people.addAction", { count: emails.length })}
          loading={isBusy}
        />
      )}
    </Form>
  );
}
