import { HandCoins, Megaphone, UsersRound, type LucideIcon } from 'lucide-react'
import type * as z from 'zod/mini'

import type { overviewSchema } from '#shared/overview.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { paths } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'
import { formatCount } from '../../../text/plural.ts'

type Props = { overview: z.output<typeof overviewSchema> }

/** Three totals: of the person's campaigns, or of the platform for visitors (readings P9). */
export function StatCards({ overview }: Props) {
  const text = overviewText
  const { scope, donations, donors, campaigns } = overview
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="text-xl font-bold">
        {text.scope[scope]}
      </h2>
      <p className="mb-4 min-h-[2.625rem] text-sm text-muted sm:min-h-0">
        {text.scopeHint[scope]}{' '}
        {scope === 'platform' && (
          <Link to={paths.login} className="link">
            {text.logIn}
          </Link>
        )}
      </p>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 sm:max-xl:*:first:col-span-2">
        <Stat icon={HandCoins} name={text.donations} value={formatNaira(donations)} />
        <Stat icon={UsersRound} name={text.donors} value={formatCount(donors)} />
        <Stat icon={Megaphone} name={text.campaigns} value={formatCount(campaigns)} />
      </dl>
    </section>
  )
}

type StatProps = { icon: LucideIcon; name: string; value: string }

function Stat({ icon: Icon, name, value }: StatProps) {
  return (
    <div className="card relative flex min-h-[5.75rem] flex-col justify-center py-4 pr-5 pl-21">
      <dt className="text-sm text-muted">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-5 my-auto grid size-12 place-items-center rounded-full bg-mint text-on-mint"
        >
          <Icon size={22} />
        </span>
        {name}
      </dt>
      <dd className="money text-xl font-bold wrap-anywhere">{value}</dd>
    </div>
  )
}
