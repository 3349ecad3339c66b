import * as endpoints from "virtual:endpoints/billing";
import type { BodySent } from "../../contract/callTypes.ts";
import type { PlanName } from "../../contract/access/companies.ts";
import type { Client } from "./client.ts";

/** What a company pays for, for its Admins. */
export const createBillingService = ({ call }: Client) => ({
  /** What the company would lose by a change to the plan. */
  previewPlan: (id: string, plan: PlanName, signal?: AbortSignal) =>
    call(endpoints.previewPlan, { params: { id }, query: { plan }, signal }),
  buyer: (id: string, signal?: AbortSignal) => call(endpoints.getInvoiceBuyer, { params: { id }, signal }),
  changeBuyer: (id: string, body: BodySent<"setInvoiceBuyer">) =>
    call(endpoints.setInvoiceBuyer, { params: { id }, body }),
  seats: (id: string, signal?: AbortSignal) => call(endpoints.getSeats, { params: { id }, signal }),
});
export type BillingService = ReturnType<typeof createBillingService>;
