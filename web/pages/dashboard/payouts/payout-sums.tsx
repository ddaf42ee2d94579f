import { formatNaira, type Kobo } from '#shared/money.ts'
import type { CampaignPayouts } from '#shared/payouts.ts'

import { payoutsText } from '../../../text/payouts.ts'
import { Card } from '../../../ui/card.tsx'

type Props = Pick<CampaignPayouts, 'sums' | 'payouts'> & { isOwner: boolean }

const positions = ['due', 'held', 'paidOut', 'owedBack'] as const

/** The sums of a campaign, and how much of the owner's share has been paid out. */
export function PayoutSums({ sums, payouts: position, isOwner }: Props) {
  const { forAdmin } = payoutsText
  const text = { ...payoutsText.sums, ...(!isOwner && forAdmin.sums) }
  const payouts = { ...payoutsText.payouts, ...(!isOwner && forAdmin.payouts) }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="text-xl font-bold">{text.title}</h2>
        <dl className="mt-4 divide-y divide-line">
          <Sum name={text.donated} amount={sums.donated} />
          <Sum name={text.refunded} amount={sums.reversed} />
          <Sum name={text.raised} amount={sums.raised} isMain />
          <Sum name={text.fees} amount={sums.fees} />
          <Sum name={text.platform} amount={sums.platform} />
          <Sum name={text.net} amount={sums.net} isMain />
        </dl>
        <p className="mt-3 text-sm text-muted">{text.netHint}</p>
      </Card>
      <Card>
        <h2 className="text-xl font-bold">{payouts.title}</h2>
        <dl className="mt-4 divide-y divide-line">
          {positions.map((each) => (
            <Sum key={each} name={payouts.position[each]} amount={position[each]} />
          ))}
        </dl>
        {position.owedBack > 0 && <p className="mt-3 text-sm">{payouts.owedBackHint}</p>}
        <p className="mt-3 text-sm text-muted">{payouts.hint}</p>
      </Card>
    </div>
  )
}

function Sum({ name, amount, isMain }: { name: string; amount: Kobo; isMain?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 py-2.5 ${isMain ? 'font-bold' : ''}`}>
      <dt className={isMain ? '' : 'text-muted'}>{name}</dt>
      <dd className="money text-right">{formatNaira(amount)}</dd>
    </div>
  )
}
