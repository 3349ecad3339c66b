import { Suspense } from "react";
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

/** The company, for its Admins. Each section loads and fails independently. */
export function Component() {
  const { company, details, users, invitations, installation, plan, seats, quotas, invoices, policy } =
    useLoaderData<typeof loader>();
  const { hash } = useLocation();
  const { t } = useTranslation("settings");
  const { t: tAccess } = useTranslation("access");
  const sections = [
    {
      id: "users",
      text: t("company.users"),
      content: (
        <Section title={t("company.usersOf", { company: company.name })} headingLevel={2}>
          <Suspense fallback={rows(2)}>
            <CompanyUsersSection companyId={company.id} answer={users} />
          </Suspense>
        </Section>
      ),
    },
    {
      id: "second-factor",
      text: t("factorPolicy.title"),
      content: (
        <Suspense fallback={<Skeleton shape="rows" count={1} height="5.75rem" />}>
          <FactorPolicySection answer={details} />
        </Suspense>
      ),
    },
    {
      id: "invitations",
      text: t("company.invitations"),
      content: (
        <Section title={t("company.invitations")} headingLevel={2}>
          <Suspense fallback={rows(3)}>
            <InvitationsSection companyId={company.id} answer={invitations} installation={installation} />
          </Suspense>
        </Section>
      ),
    },
    {
      id: "plan",
      text: t("plan.title"),
      content: (
        <Section title={t("plan.title")} headingLevel={2}>
          <Suspense fallback={<Skeleton shape="cards" count={1} height="9rem" />}>
            <PlanSection companyId={company.id} answer={plan} />
          </Suspense>
        </Section>
      ),
    },
    {
      id: "seats",
      text: t("seats.title"),
      content: (
        <Suspense fallback={rows(1)}>
          <SeatsSection answer={seats} />
        </Suspense>
      ),
    },
    {
      id: "invoices",
      text: t("invoices.title"),
      content: (
        // Not a landmark: the table inside has this name.
        <Section title={t("invoices.title")} headingLevel={2} isLandmark={false}>
          <Suspense fallback={rows(3)}>
            <InvoicesSection companyId={company.id} answer={invoices} />
          </Suspense>
        </Section>
      ),
    },
    {
      id: "buyer",
      text: t("buyer.title"),
      content: (
        <Suspense fallback={rows(6)}>
          <InvoiceBuyerSection companyId={company.id} />
        </Suspense>
      ),
    },
    {
      id: "quotas",
      text: t("quotas.title"),
      content: (
        <Suspense fallback={<Skeleton shape="cards" count={1} height="9rem" />}>
          <QuotasSection answer={quotas} />
        </Suspense>
      ),
    },
    {
      id: "time-zone",
      text: t("zone.title"),
      content: (
        <Suspense fallback={rows(1)}>
          <TimeZoneSection answer={details} />
        </Suspense>
      ),
    },
    {
      id: "access",
      text: tAccess("policy.title"),
      content: (
        <Suspense fallback={rows(2)}>
          <AccessPolicySection companyId={company.id} answer={policy} />
        </Suspense>
      ),
    },
  ];
  return (
    <SettingsSections>
      <StickyJumpLinks label={t("company.parts")} targets={sections} addressed={hash.slice(1)} />
      <Suspense fallback={<Skeleton shape="rows" count={1} height="5.75rem" />}>
        <CompanyNameSection answer={details} />
      </Suspense>
      {sections.map(({ id, content }) => (
        // Empty where a host does not have the section.
        <div key={id} id={id} className={styles.section}>
          {content}
        </div>
      ))}
    </SettingsSections>
  );
}
