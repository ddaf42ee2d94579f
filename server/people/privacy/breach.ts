import { brand } from '#shared/brand.ts'
import * as z from 'zod/mini'

import type { Controller } from '#shared/policy.ts'

import type { Queries } from '../../platform/database/database.ts'
import { identifier, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { sealedColumns, type SealedColumn } from '../../platform/keys/sealed-columns.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { inventory, listColumns } from './inventory/inventory.ts'

export type BreachScope =
  | { kind: 'table'; table: string; from?: Date | undefined; to?: Date | undefined }
  | { kind: 'account'; email: string }
  | { kind: 'campaign'; campaignId: string }

/** `organiser` and `account` have an account, `donor` is known by a donation, `contact` by an address in the row. */
type PersonKind = 'account' | 'donor' | 'contact'
type AffectedPerson = { kind: PersonKind; address: string }

type Deps = { queries: Queries; sealing: Pick<Sealing, 'open'> }

const uidColumns = /^(?:uid|(?:owner|donor|actor|reporter|requested_by)_uid)$/
const addressColumns = /^(?:email|new_email|contact_email|recipient)$/
const timeColumns =
  /^(?:created_at|at|booked_at|given_at|accepted_at|uploaded_at|received_at|seen_at)$/

/** Everyone whose data is in the scope, each address once. */
export async function listAffectedPeople(
  deps: Deps,
  scope: BreachScope,
): Promise<AffectedPerson[]> {
  const found = await listFound(deps, scope)
  const people = new Map<string, AffectedPerson>()
  for (const person of found) {
    const key = person.address.toLowerCase()
    if (key !== '' && !people.has(key)) people.set(key, person)
  }
  return [...people.values()]
}

async function listFound(deps: Deps, scope: BreachScope): Promise<AffectedPerson[]> {
  if (scope.kind === 'account') return [{ kind: 'account', address: scope.email }]
  if (scope.kind === 'campaign') {
    const { campaignId } = scope
    return [
      ...(await listAccounts(
        deps,
        sql`select uid from campaign_consent where campaign_id = ${campaignId}
        union select owner_uid from campaign where id = ${campaignId}
        union select owner_uid from donation where campaign_id = ${campaignId}
        union select reporter_uid from campaign_report where campaign_id = ${campaignId}`,
      )),
      ...(await listDonors(deps, sql`campaign_id = ${campaignId}`)),
      ...(await listSealed(
        deps,
        await listSealedOfCampaign(deps.queries),
        sql`campaign_id = ${campaignId}`,
      )),
    ]
  }
  return listOfTable(deps, scope)
}

async function listOfTable(
  deps: Deps,
  { table, from, to }: Extract<BreachScope, { kind: 'table' }>,
): Promise<AffectedPerson[]> {
  const columns = await listTableColumns(deps.queries, table)
  const time = columns.find((column) => timeColumns.test(column))
  if ((from ?? to) !== undefined && time === undefined)
    throw new Error(`The table ${table} has no time. Leave out --from and --to.`)
  const at = identifier(time ?? 'created_at')
  const where = joinSql(
    [sql`true`, ...(from ? [sql`${at} >= ${from}`] : []), ...(to ? [sql`${at} <= ${to}`] : [])],
    sql` and `,
  )
  const rows = sql`${identifier(table)} where ${where}`
  const people: AffectedPerson[] = []
  if (table === 'donation') people.push(...(await listDonors(deps, where)))
  else if (columns.includes('donation_id') && columns.includes('campaign_id'))
    people.push(
      ...(await listDonors(
        deps,
        sql`(campaign_id, id) in (select campaign_id, donation_id from ${rows})`,
      )),
    )
  for (const column of columns.filter((each) => uidColumns.test(each)))
    people.push(...(await listAccounts(deps, sql`select ${identifier(column)} from ${rows}`)))
  for (const column of columns.filter((each) => addressColumns.test(each)))
    people.push(
      ...(await listAddresses(
        deps,
        sql`select distinct ${identifier(column)} as address from ${rows}`,
      )),
    )
  const sealed = sealedAddresses.filter(({ name }) => toTable(name) === table)
  return [...people, ...(await listSealed(deps, sealed, where))]
}

const toTable = (name: string) => name.split('.')[0] ?? ''

/** Addresses of people who are not known by a donation. */
const sealedAddresses = sealedColumns.filter(
  ({ name, purpose }) => /(?:email|recipient)$/.test(purpose) && toTable(name) !== 'donation',
)

async function listSealedOfCampaign(queries: Queries): Promise<SealedColumn[]> {
  const columns = await Promise.all(
    sealedAddresses.map(({ name }) => listTableColumns(queries, toTable(name))),
  )
  return sealedAddresses.filter((_, index) => columns[index]?.includes('campaign_id'))
}

/** An erased address is empty. */
async function listSealed(
  { queries, sealing }: Deps,
  columns: readonly SealedColumn[],
  where: Sql,
): Promise<AffectedPerson[]> {
  const people: AffectedPerson[] = []
  for (const { table, column, purpose } of columns) {
    const found = await queries.values(
      z.instanceof(Buffer),
      sql`select ${column} from ${table} where ${where} and ${column} is not null`,
    )
    for (const sealed of found)
      people.push({ kind: 'contact', address: sealing.open(purpose, sealed) })
  }
  return people
}

async function listTableColumns(queries: Queries, table: string): Promise<string[]> {
  return queries.values(
    z.string(),
    sql`select column_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} order by ordinal_position`,
  )
}

async function listAccounts({ queries }: Deps, uids: Sql): Promise<AffectedPerson[]> {
  const emails = await queries.values(
    z.nullable(z.string()),
    sql`select email from account where uid in (${uids}) order by email`,
  )
  return emails.map((email) => ({ kind: 'account', address: email ?? '' }))
}

async function listAddresses({ queries }: Deps, select: Sql): Promise<AffectedPerson[]> {
  const addresses = await queries.values(z.nullable(z.string()), select)
  return addresses.map((address) => ({ kind: 'contact', address: address ?? '' }))
}

/** Donors of erased donations have an empty address. One who erased earlier donations has an address in the later ones. */
async function listDonors({ queries, sealing }: Deps, where: Sql): Promise<AffectedPerson[]> {
  const found = await queries.values(
    z.instanceof(Buffer),
    sql`select distinct on (donor_key) donor_email_sealed from donation where ${where}
      order by donor_key, octet_length(donor_email_sealed) desc`,
  )
  return found.map((sealed) => ({ kind: 'donor', address: sealing.open('donor-email', sealed) }))
}

type Facts = {
  scope: BreachScope
  people: readonly AffectedPerson[]
  discoveredAt: Date
  controller: Controller
  supportEmail: string
}

const hoursToNotify = 72
const blank = '____'
const lagos = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const formatLagos = (at: Date) => `${lagos.format(at)} (Lagos)`

const toDeadline = (discoveredAt: Date) =>
  new Date(discoveredAt.getTime() + hoursToNotify * 3_600_000)

export function countByKind(people: readonly AffectedPerson[]): Record<PersonKind, number> {
  const count = (kind: PersonKind) => people.filter((person) => person.kind === kind).length
  return { account: count('account'), donor: count('donor'), contact: count('contact') }
}

/** When the Commission must have the first notice (Nigeria Data Protection Act 2023, section 40). */
export function clockText(discoveredAt: Date, now: Date): string {
  const deadline = toDeadline(discoveredAt)
  const leftHours = Math.floor((deadline.getTime() - now.getTime()) / 3_600_000)
  const left = leftHours < 0 ? `${-leftHours} hours too late` : `${leftHours} hours left`
  return `Discovered: ${formatLagos(discoveredAt)}\nNotice to the Commission by: ${formatLagos(deadline)} (${left})\n`
}

/** The draft for the Nigeria Data Protection Commission. A person fills in the blanks. */
export function commissionNotice(facts: Facts): string {
  const { scope, people, discoveredAt, controller } = facts
  const { account, donor, contact } = countByKind(people)
  return `To the Nigeria Data Protection Commission
Notice of a breach of personal data (Nigeria Data Protection Act 2023, section 40)

Controller: ${controller.name ?? blank}, ${controller.address.join(', ') || blank}
Registration: ${controller.registration ?? blank}
Data protection officer: ${blank}, ${controller.dpoEmail ?? blank}

1. Discovered: ${formatLagos(discoveredAt)}, by ${blank}
2. Happened: from ${blank} to ${blank}
3. What happened and how: ${blank}
4. Scope: ${describeScope(scope)}
5. Data concerned: ${describeData(scope)}
6. People concerned: ${people.length} (${account} with an account, ${donor} donors, ${contact} by an address in the data)
7. Likely consequences: ${blank}
8. Measures taken, and planned: ${blank}
9. People were told on ${blank}; or were not told, because ${blank}
10. If later than 72 hours: the reason is ${blank}

Name, position, day: ${blank}
`
}

/** The draft for the people, in plain words. A person fills in the blanks. */
export function peopleNotice({ scope, discoveredAt, controller, supportEmail }: Facts): string {
  return `Subject: Your data on ${brand}

On ${formatLagos(discoveredAt)} we found out that ${blank} (what happened, in one sentence).

It concerns this data about you: ${describeData(scope)}

What this may mean for you: ${blank}
What we have done: ${blank}
What you can do: ${blank}

Write to ${controller.dpoEmail ?? supportEmail} if you have a question. You can complain to the Nigeria Data Protection Commission.

${controller.name ?? brand}
`
}

function describeScope(scope: BreachScope): string {
  if (scope.kind === 'account') return 'one account'
  if (scope.kind === 'campaign') return `the campaign ${scope.campaignId}`
  const { table, from, to } = scope
  const period = [from && `from ${formatLagos(from)}`, to && `until ${formatLagos(to)}`]
  return [`rows of the table ${table}`, ...period.filter((part) => part !== undefined)].join(' ')
}

/** What the inventory says about the columns. */
function describeData(scope: BreachScope): string {
  const entry = scope.kind === 'table' ? inventory[scope.table] : undefined
  if (entry === undefined) return blank
  const held = listColumns(entry).map(([, { holds }]) => holds)
  return [...new Set(held)].join('; ') || 'no personal data'
}
