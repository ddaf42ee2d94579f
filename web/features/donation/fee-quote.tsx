import { platformCharge, quoteFees } from '#shared/fees.ts'
import { formatNaira, formatNairaInText, type Kobo } from '#shared/money.ts'

import { donationText } from '../../text/donation.ts'

/** The fees of the donation (readings M2). Without script or an amount it is a sentence. */
export function FeeQuote({ amount }: { amount: Kobo | null }) {
  const { fees } = donationText
  return (
    <section aria-live="polite" className="rounded-card bg-mint p-4 text-sm text-on-mint">
      <h2 className="text-sm font-bold">{fees.title}</h2>
      {amount === null ? (
        <p className="mt-1">{fees.sentence(formatNairaInText(platformCharge))}</p>
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
    [fees.donation, amount],
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
