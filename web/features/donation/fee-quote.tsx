import { platformCharge, quoteFees } from '#shared/fees.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import { donationText } from '../../text/donation.ts'

/** What a gift is split into, before it is paid (readings M2). The sentence says it without script, and before an amount is typed. */
export function FeeQuote({ amount }: { amount: Kobo | null }) {
  const { fees } = donationText
  return (
    <section aria-live="polite" className="rounded-card bg-mint p-4 text-sm text-on-mint">
      <h2 className="text-sm font-bold">{fees.title}</h2>
      {amount === null ? (
        <p className="mt-1">{fees.sentence(formatNaira(platformCharge))}</p>
      ) : (
        <Split amount={amount} />
      )}
    </section>
  )
}

function Split({ amount }: { amount: Kobo }) {
  const { fees } = donationText
  const { fee, platform, owner } = quoteFees(amount)
  const parts: [string, Kobo][] = [
    [fees.gift, amount],
    [fees.card, fee],
    [fees.platform, platform],
    [fees.owner, owner],
  ]
  return (
    <dl className="mt-2 space-y-1">
      {parts.map(([name, part]) => (
        <div
          key={name}
          className="flex justify-between gap-4 last:border-t last:border-current/30 last:pt-1 last:font-bold"
        >
          <dt>{name}</dt>
          <dd className="money">{formatNaira(part)}</dd>
        </div>
      ))}
    </dl>
  )
}
