import type { Controller } from '#shared/policy.ts'

import { inventory, isPersonalColumn, listColumns } from '../inventory/inventory.ts'
import type { AffectedPerson, BreachScope, PersonKind } from './affected-people.ts'

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

export const toDeadline = (discoveredAt: Date) =>
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
  return `Subject: Your data on Ajo

On ${formatLagos(discoveredAt)} we found out that ${blank} (what happened, in one sentence).

It concerns this data about you: ${describeData(scope)}

What this may mean for you: ${blank}
What we have done: ${blank}
What you can do: ${blank}

Write to ${controller.dpoEmail ?? supportEmail} if you have a question. You can complain to the Nigeria Data Protection Commission.

${controller.name ?? 'Ajo'}
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
  const held = listColumns(entry).flatMap(([, column]) =>
    isPersonalColumn(column) ? column.holds : [],
  )
  return [...new Set(held)].join('; ') || 'no personal data'
}
