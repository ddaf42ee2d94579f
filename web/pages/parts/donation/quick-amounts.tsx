import { formatNairaInText, kobo, type Kobo } from '#shared/money.ts'

import { donationText } from '../../../text/donation.ts'

type QuickAmountsProps = { selected: Kobo | null; onPick: (amount: Kobo) => void }

/** Buttons for four common amounts. Hidden without script. */
export function QuickAmounts({ selected, onPick }: QuickAmountsProps) {
  const text = donationText
  return (
    <fieldset
      aria-label={text.popularAmounts}
      className="grid grid-cols-2 gap-2 sm:max-md:grid-cols-4 lg:grid-cols-4 noscript:hidden"
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === selected}
          onClick={() => onPick(amount)}
          className="money min-h-11 rounded-full border border-control px-2 text-sm font-semibold hover:border-ink aria-pressed:border-forest aria-pressed:bg-forest aria-pressed:text-on-forest"
        >
          {formatNairaInText(amount)}
        </button>
      ))}
    </fieldset>
  )
}

const amounts = [2_000, 5_000, 10_000, 25_000].map((naira) => kobo(naira * 100))
