import { toReferences, type Rehearsal } from './rehearsal.ts'

type Note = (finding: string) => void
type List = { rehearsal: Rehearsal; since: Date; note: Note }

/** Reads every list of the provider that the product reconciles with. */
export async function readLists(rehearsal: Rehearsal, subAccountCode: string, note: Note) {
  // The provider's clock can be behind ours.
  const since = new Date(rehearsal.startedAt.getTime() - 60_000)
  const list = { rehearsal, since, note }
  await readPayments(list)
  await readBalance(list)
  await readSettlements(list, subAccountCode)
  await readSettlements(list, null)
  await readDisputes(list)
}

async function readPayments({ rehearsal, since, note }: List) {
  const { payments, startedAt } = rehearsal
  const own = []
  for await (const payment of payments.listSince(since))
    if (payment.reference.startsWith(toReferences(startedAt))) own.push(payment.status)
  note(`payments listed: ${countByName(own)}`)
  const { count } = await payments.totals({ from: since, to: startedAt })
  note(`totals before the start: ${count >= 0 ? 'read' : 'unreadable'}`)
}

async function readBalance({ rehearsal: { payments, startedAt }, note }: List) {
  note(`balance: ${Number.isSafeInteger(await payments.balance.current()) ? 'read' : 'unreadable'}`)
  const causes = []
  for await (const change of payments.balance.listSince(startedAt)) causes.push(change.cause)
  note(`balance changes: ${countByName(causes)}`)
}

async function readSettlements({ rehearsal, since, note }: List, party: string | null) {
  const { settlements } = rehearsal.payments
  const states = []
  for await (const { settlementId, status } of settlements.listSince(since, party)) {
    let contained = 0
    for await (const _payment of settlements.listPayments(settlementId)) contained++
    states.push(`${status} with ${contained} payments`)
  }
  const owner = party === null ? 'our account' : 'the campaign'
  note(`settlements of ${owner}: ${countByName(states)}`)
}

async function readDisputes({ rehearsal: { payments }, since, note }: List) {
  const states = []
  for await (const { disputeId } of payments.disputes.listSince(since)) {
    const dispute = await payments.disputes.find(disputeId)
    states.push(dispute?.status ?? 'unknown')
  }
  note(`disputes: ${countByName(states)}`)
}

function countByName(names: string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  const parts = [...counts].map(([name, rows]) => `${rows.length} ${name}`).toSorted()
  return parts.length === 0 ? 'none' : parts.join(', ')
}
