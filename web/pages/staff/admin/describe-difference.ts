import type { QuarantinedPayment } from '#shared/admin.ts'
import { differenceKinds, type DifferenceKind, type FailingItem } from '#shared/difference.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { formatDay, formatMoment } from '../../../format/day.ts'
import { adminMoneyText } from '../../../text/admin-money.ts'
import { adminText } from '../../../text/admin.ts'
import { ledgerFindingsText } from '../../../text/ledger-findings.ts'

const { differences: text } = adminMoneyText
const things: Record<string, string> = text.things

/** What differs, with the number or reference that the provider's pages ask for. */
export function nameDifference({ kind, key }: { kind: string; key: string }): string {
  if (kind === 'payee-differs') return ''
  if (kind.includes('payment') || kind === 'fee-differs') return `${text.things.payment} ${key}`
  const [, word = 'settlement', number = ''] = /^(?:(\w+)(?::\w+:| ))?(\d+)$/.exec(key) ?? []
  if (number !== '') return `${things[word] ?? text.things.deduction} ${number}`
  return things[key] ?? key
}

/** The day or the settlements that were compared. */
export function nameScope(scope: string): string {
  const [word = '', value = ''] = scope.split(/ (?=\S+$)/)
  if (/^\d{4}-/.test(value || word)) return formatDay(value || word)
  if (word === 'settlement') return `${text.things.settlement} ${value}`
  return value.startsWith('ACCT_') ? `${text.things.subAccount} ${value}` : ''
}

/** What the ledger or the provider says. Amounts are in kobo. */
export function describeSide(kind: DifferenceKind, side: string | null): string {
  if (side === null) return text.nothing
  const values = side.split(' ')
  if (kind === 'date-differs') return formatMoment(side)
  if (kind === 'payment-differs') {
    const [number, mode = '', amount, currency = '', subAccountCode = ''] = values
    const payment = { amount: kobo(Number(amount)), currency, mode, subAccountCode }
    return `${describePayment(payment)} · ${text.things.payment} ${number}`
  }
  if (kind === 'payee-differs') {
    const labels = [text.things.subAccount, '••••', text.things.organiser]
    return values.map((value, index) => `${labels[index]} ${value}`).join(', ')
  }
  if (kind === 'unreadable-row') return side
  return side.replaceAll(/-?\d+(?! payment)/g, toNaira)
}

const { another, checks } = ledgerFindingsText
const findingNames: Record<string, string> = { ...text.kinds, ...checks.money, ...checks.other }

export const nameFinding = (name: string): string => findingNames[name] ?? another

/** Empty for values that only say something beside their record. Amounts are in kobo. */
export function describeFound(name: string, side: string | null): string {
  const kind = differenceKinds.find((each) => each === name)
  if (kind) return describeSide(kind, side)
  return name in checks.money
    ? (side ?? '').split(' ').filter(Boolean).map(toNaira).join(' · ')
    : ''
}

const toNaira = (amount: string) => formatNaira(kobo(Number(amount)))

export function describePayment(payment: QuarantinedPayment['seen']): string {
  const { quarantine } = adminText
  const { amount, currency, mode, subAccountCode } = payment
  const modes: Record<string, string> = quarantine.modes
  return [
    amount === null ? quarantine.nothing : formatNaira(amount),
    currency,
    mode === null ? null : (modes[mode] ?? mode),
    subAccountCode,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Days and the provider's numbers. Our own ids are nothing that a person looks up. */
export function nameFailing({ kind, key }: Pick<FailingItem, 'kind' | 'key'>): string {
  const names: Record<string, string> = text.sweeps
  const shown = /[\da-f]{8}-[\da-f]{4}-/.test(key) ? '' : key
  const day = /^\d{4}-\d\d-\d\d$/.test(key) ? formatDay(key) : shown
  return `${names[kind] ?? text.item} ${day}`.trim()
}
