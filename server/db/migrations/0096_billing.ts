/** Invoices with rows and numbers without gaps, what is charged, more kinds of discounts, and the days on which seats were used. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // One row: the operator of the installation.
  `create table billing_seller (
    id integer primary key check (id = 1),
    name text not null,
    address text not null,
    tax_id text not null,
    tax_basis_points integer not null check (tax_basis_points between 0 and 10000),
    currency text not null,
    prefix text not null,
    last_number bigint not null default 0
  )`,
  `create table billing_prices (
    plan text not null,
    period text not null check (period in ('monthly', 'yearly')),
    cents bigint not null check (cents >= 0),
    included_seats integer not null check (included_seats >= 0),
    seat_cents bigint not null check (seat_cents >= 0),
    primary key (plan, period)
  )`,
  `create table billing_buyers (
    company_id text primary key references companies (id) on delete cascade,
    name text not null,
    address text not null,
    tax_id text not null,
    language text not null
  )`,
  `alter table discounts add column amount_cents bigint`,
  `alter table discounts add column currency text`,
  `alter table discounts add column starts_at timestamptz(3)`,
  `alter table discounts add column plan text`,
  `alter table discounts add constraint discounts_one_kind check ((amount_cents is null) = (currency is null))`,
  `alter table invoices add column sequence bigint constraint invoices_sequence_unique unique`,
  `alter table invoices add column kind text not null default 'invoice' check (kind in ('invoice', 'credit_note'))`,
  `alter table invoices add column credits text constraint invoices_credits_unique unique references invoices (id)`,
  `alter table invoices add column period_start timestamptz(3)`,
  `alter table invoices add column content jsonb`,
  `create unique index invoices_period_unique on invoices (company_id, period_start)
    where period_start is not null and kind = 'invoice' and status <> 'void'`,
  `create function invoices_keep() returns trigger language plpgsql as $$
  begin
    if old.sequence is null then
      return case tg_op when 'DELETE' then old else new end;
    end if;
    if tg_op = 'UPDATE' and to_jsonb(new) - 'status' = to_jsonb(old) - 'status' then
      return new;
    end if;
    raise exception 'An issued invoice does not change.' using errcode = 'insufficient_privilege';
  end
  $$`,
  `create trigger invoices_keep before update or delete on invoices for each row execute function invoices_keep()`,
  `create table seat_days (
    company_id text not null references companies (id) on delete cascade,
    day date not null,
    user_id text not null references users (id) on delete cascade,
    primary key (company_id, day, user_id)
  )`,
  `create index seat_days_user on seat_days (user_id)`,
] as const;

export const billing = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
