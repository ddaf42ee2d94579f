import { getFeeRange, platformCharge, quoteFees, type FeeRange } from '#shared/fees.ts'
import { formatNaira, formatNairaInText, kobo, type Kobo } from '#shared/money.ts'

import { donationText } from '../../../text/donation.ts'

/** The fees of the donation by way of paying (readings M2). Without script or an amount it is a sentence. */
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

/** The way to pay is chosen on the provider's page, so that the fee before is a range. */
function Split({ amount }: { amount: Kobo }) {
  const { fees } = donationText
  const { fee, platform } = quoteFees(amount)
  const abroad = getFeeRange(amount, { channel: 'card', origin: 'international' })
  const owner = { min: toOwner(amount, abroad.max), max: toOwner(amount, fee) }
  const parts: [string, string][] = [
    [fees.donation, formatNaira(amount)],
    [fees.local, formatNaira(fee)],
    [fees.international, formatRange(abroad)],
    [fees.platform, formatNaira(platform)],
    [fees.owner, formatRange(owner)],
  ]
  return (
    <dl className="mt-2 space-y-1">
      {parts.map(([name, part]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-4 last:border-t last:border-current/30 last:pt-1 last:font-bold"
        >
          <dt>{name}</dt>
          <dd className="money">{part}</dd>
        </div>
      ))}
    </dl>
  )
}

const toOwner = (amount: Kobo, fee: Kobo) => kobo(Math.max(amount - fee - platformCharge, 0))

function formatRange({ min, max }: FeeRange): string {
  return min === max
    ? formatNaira(min)
    : donationText.fees.range(formatNaira(min), formatNaira(max))
}
