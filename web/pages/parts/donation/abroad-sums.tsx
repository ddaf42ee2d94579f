import { useEffect, useState, useSyncExternalStore } from 'react'

import { type Abroad, currencies } from '#shared/abroad.ts'
import { formatNairaInText, kobo, type Kobo } from '#shared/money.ts'

import type { AbroadProps } from '../../../api/site.tsx'
import { formatDay } from '../../../format/day.ts'
import { paths } from '../../../navigation/paths.ts'
import { abroadText as text } from '../../../text/abroad.ts'
import { language } from '../../../text/language.ts'

type Props = AbroadProps & { view: Abroad }

/** The charge is always in naira, so the text says who decides the rate. */
export function AbroadSums({ amount, goal, hasChoice = false, view }: Props) {
  const isStale = useStale(view.until)
  if (isStale || (!view.isChosen && !hasChoice)) return null
  if (!view.isChosen) return <Proposal view={view} />
  const sum = amount === undefined ? null : describe(amount, goal, view)
  return (
    <div className="mt-3 text-sm">
      {sum !== null && <p className="money font-semibold">{sum}</p>}
      {hasChoice && (
        <details>
          <summary className="text-muted">{text.rate({ day: formatDay(view.day) })}</summary>
          <Choice view={view} />
        </details>
      )}
    </div>
  )
}

/** Before an amount is typed, that of a round one. */
function describe(amount: Kobo | null, goal: Kobo | undefined, view: Abroad): string {
  if (amount === null)
    return text.example({
      naira: formatNairaInText(exampleAmount),
      about: format(exampleAmount, view),
    })
  const about = format(amount, view)
  return goal === undefined
    ? text.about({ about })
    : text.aboutOf({ about, goal: format(goal, view) })
}

const exampleAmount = kobo(1_000_000)

function format(amount: Kobo, { currency, naira }: Abroad): string {
  const value = amount / 100 / naira
  const digits = value < 10 ? 2 : 0
  return new Intl.NumberFormat(language.formats, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

const subscribeToNothing = () => () => {}
const isOutsideNigeria = () =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Africa/Lagos'

/** Languages do not say where a person is: many browsers in Nigeria have American English. The clock says it, where scripts run. */
function Proposal({ view }: { view: Abroad }) {
  const isShown = useSyncExternalStore(subscribeToNothing, isOutsideNigeria, () => false)
  return (
    <div className={`mt-3 text-sm ${isShown ? '' : 'hidden noscript:block'}`}>
      <Choice view={view} />
    </div>
  )
}

/** A plain form, as that of the language. The proposed currency is the first. */
function Choice({ view }: { view: Abroad }) {
  const codes = [view.currency, ...currencies.filter((code) => code !== view.currency)]
  return (
    <form
      method="post"
      action={paths.currency}
      aria-label={text.choose}
      className="flex flex-wrap items-center gap-x-1"
    >
      <span className="text-muted">{text.choose}</span>
      {([...codes, 'NGN'] as const).map((code) => (
        <button
          key={code}
          name="currency"
          value={code}
          aria-current={view.isChosen && code === view.currency ? 'true' : undefined}
          className="min-h-11 rounded-full px-3 font-semibold hover:bg-mint hover:text-on-mint aria-[current]:bg-mint aria-[current]:text-on-mint"
        >
          {text.names[code]}
        </button>
      ))}
    </form>
  )
}

/** A page may stay open, or be a copy without a connection, beyond the life of its rate. */
function useStale(until: number): boolean {
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStale(true), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return isStale
}
