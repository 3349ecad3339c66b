import { type ReactNode, Suspense } from "react";
import { useLoaderData, useLocation, type LoaderFunctionArgs } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { StickyJumpLinks } from "../../components/patterns/StickyJumpLinks.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { AccessPolicySection } from "./AccessPolicySection.tsx";
import { InvoicesSection, PlanSection } from "./BillingSections.tsx";
import { InvitationsSection } from "./InvitationsSection.tsx";
import { CompanyNameSection } from "./CompanyNameSection.tsx";
import { CompanyUsersSection } from "./CompanyUsersSection.tsx";
import { FactorPolicySection } from "./FactorPolicySection.tsx";
import { QuotasSection } from "./QuotasSection.tsx";
import { TimeZoneSection } from "./TimeZoneSection.tsx";
import { adminCompany } from "./ownCompany.ts";
import { Section } from "../../components/ui/Section.tsx";
import { SeatsSection } from "./SeatsSection.tsx";
import { SettingsSections } from "./SettingsSections.tsx";
import styles from "./CompanyTab.module.css";

const InvoiceBuyerSection = lazyComponent(() => import("./InvoiceBuyerSection.tsx"), "InvoiceBuyerSection");

const rows = (count: number) => <Skeleton shape="rows" count={count} height="3.25rem" />;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { signal } = request;
  const company = await adminCompany(app, signal);
  const { companies, installation } = app.services;
  const requests = {
    installation: installation.get(signal),
    details: companies.get(company.id, signal),
    users: companies.users(company.id, undefined, signal),
    invitations: companies.invitations(company.id, signal),
    plan: companies.plan(company.id, signal),
    quotas: companies.quotas(company.id, signal),
    invoices: companies.invoices(company.id, signal),
    seats: app.services.billing.seats(company.id, signal),
    policy: app.services.access.policy(company.id, signal),
  };
  await withGracePeriod(...Object.values(requests));
  return { company, ...requests };
}

type CompanyData = Awaited<ReturnType<typeof loader>>;

interface CompanySection {
  /** The anchor of the address. */
  readonly id: string;
  /** The words of its jump link. */
  readonly text: string;
  /** The heading, where the content does not have its own. */
  readonly title?: string;
  readonly isLandmark?: boolean;
  readonly skeleton: ReactNode;
  readonly content: ReactNode;
}

/** The sections below the name, in their order. */
function useCompanySections(data: CompanyData): readonly CompanySection[] {
  const { company, details, users, invitations, installation, plan, seats, quotas, invoices, policy } = data;
  const { t } = useTranslation("settings");
  const { t: tAccess } = useTranslation("access");
  return [
    {
      id: "users",
      text: t("company.users"),
      title: t("company.usersOf", { company: company.name }),
      skeleton: rows(2),
      content: <CompanyUsersSection companyId={company.id} answer={users} />,
    },
    {
      id: "second-factor",
      text: t("factorPolicy.title"),
      skeleton: <Skeleton shape="rows" count={1} height="5.75rem" />,
      content: <FactorPolicySection answer={details} />,
    },
    {
      id: "invitations",
      text: t("company.invitations"),
      title: t("company.invitations"),
      skeleton: rows(3),
      content: <InvitationsSection companyId={company.id} answer={invitations} installation={installation} />,
    },
    {
      id: "plan",
      text: t("plan.title"),
      title: t("plan.title"),
      skeleton: <Skeleton shape="cards" count={1} height="9rem" />,
      content: <PlanSection companyId={company.id} answer={plan} />,
    },
    { id: "seats", text: t("seats.title"), skeleton: rows(1), content: <SeatsSection answer={seats} /> },
    {
      id: "invoices",
      text: t("invoices.title"),
      title: t("invoices.title"),
      // The table inside has this name.
      isLandmark: false,
      skeleton: rows(3),
      content: <InvoicesSection companyId={company.id} answer={invoices} />,
    },
    {
      id: "buyer",
      text: t("buyer.title"),
      skeleton: rows(6),
      content: <InvoiceBuyerSection companyId={company.id} />,
    },
    {
      id: "quotas",
      text: t("quotas.title"),
      skeleton: <Skeleton shape="cards" count={1} height="9rem" />,
      content: <QuotasSection answer={quotas} />,
    },
    { id: "time-zone", text: t("zone.title"), skeleton: rows(1), content: <TimeZoneSection answer={details} /> },
    {
      id: "access",
      text: tAccess("policy.title"),
      skeleton: rows(2),
      content: <AccessPolicySection companyId={company.id} answer={policy} />,
    },
  ];
}

/** The company, for its Admins. Each section loads and fails independently. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const { hash } = useLocation();
  const { t } = useTranslation("settings");
  const sections = useCompanySections(data);
  return (
    <SettingsSections>
      <StickyJumpLinks label={t("company.parts")} targets={sections} addressed={hash.slice(1)} />
      <Suspense fallback={<Skeleton shape="rows" count={1} height="5.75rem" />}>
        <CompanyNameSection answer={data.details} />
      </Suspense>
      {sections.map(({ id, title, isLandmark = true, skeleton, content }) => {
        const loading = <Suspense fallback={skeleton}>{content}</Suspense>;
        return (
          // Empty where a host does not have the section.
          <div key={id} id={id} className={styles.section}>
            {title === undefined ? (
              loading
            ) : (
              <Section title={title} headingLevel={2} isLandmark={isLandmark}>
                {loading}
              </Section>
            )}
          </div>
        );
      })}
    </SettingsSections>
  );
}
