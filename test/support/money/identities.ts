import { campaignLedgerCsv, sumCampaignEntries } from '#server/transparency/read-log.ts'
import { payoutSummary } from '#server/money/payouts/payouts.ts'
import { receivedDonations, receivedDonationsCsv } from '#server/money/donations/donation-list.ts'
import { totals } from '#server/money/ledger/ledger.ts'
import type { LedgerDeps, PaymentDeps } from '#server/money/ledger/provider-report.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'sealing'>

/** Where the sums of a campaign do not add up, on its page, for its organiser, in the public ledger and in the CSV files of both. */
export async function listWrongSums(deps: Deps, campaignId: string): Promise<string[]> {
  const [{ sums, days, payouts }, page, ledger] = await Promise.all([
    payoutSummary(deps, campaignId),
    totals(deps).campaignTotals([campaignId]),
    sumCampaignEntries(deps, campaignId),
  ])
  const { donated, reversed, raised, fees, platform, other, net } = sums
  const lines = await sumCsv(campaignLedgerCsv(deps, campaignId))
  const received = receivedDonations(deps)
  const donations = await sumCsv(receivedDonationsCsv(received.allReceived(campaignId)))
  const equations: Record<string, [number, number]> = {
    'donated − returned = raised': [donated - reversed, raised],
    'raised − fees + other receipts = share': [raised - fees - platform + other, net],
    'share = due + held + paid − owed': [
      net,
      payouts.due + payouts.held + payouts.paidOut - payouts.owedBack,
    ],
    'raised on the page': [page.get(campaignId)?.raised ?? 0, raised],
    'raised in the public ledger': [ledger.raised, raised],
    'share in the public ledger': [ledger.owner, net],
    'fees in the public ledger': [ledger.provider, fees],
    'paid out in the public ledger': [ledger.paidOut, payouts.paidOut],
    days: [days.reduce((sum, day) => sum + day.donated, 0), donated],
    'raised in the CSV': [lines.get('Raised (NGN)') ?? 0, raised],
    'share in the CSV': [lines.get('Organiser (NGN)') ?? 0, net],
    'paid out in the CSV': [lines.get('Paid out (NGN)') ?? 0, payouts.paidOut],
    'donated in the CSV of donations': [donations.get('Amount (NGN)') ?? 0, donated],
    'returned in the CSV of donations': [donations.get('Refunded (NGN)') ?? 0, reversed],
  }
  return Object.entries(equations)
    .filter(([, [left, right]]) => left !== right)
    .map(([name, [left, right]]) => `${campaignId} ${name}: ${left} ${right}`)
}

/** The lines of a CSV file by the names of its columns. */
export function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell ?? ''),
    )
  return rows.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])),
  )
}

/** A column of amounts in kobo. */
export const sumColumn = (rows: readonly Record<string, string>[], name: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0)

/** The sum of each column of amounts in kobo. */
async function sumCsv(file: AsyncIterable<string>): Promise<Map<string, number>> {
  let text = ''
  for await (const part of file) text += part
  const rows = readCsv(text)
  const names = Object.keys(rows[0] ?? {}).filter((name) => name.endsWith('(NGN)'))
  return new Map(names.map((name) => [name, sumColumn(rows, name)]))
}
